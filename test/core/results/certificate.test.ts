import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import {
  computeDaysRemaining,
  computeReportedUntil,
  hashCertificate,
  hashSeenCertificate,
} from '../../../src/core/results/certificate.ts'
import { createSeenCertificate } from '../../support/targets/tls-site.ts'

const NOW = Date.UTC(2026, 0, 10)

test('a hash distinguishes certificates and verdicts, and is stable', () => {
  const errors = [{ code: 'CERT_HAS_EXPIRED', message: 'certificate expired' }]
  const marks = [
    createSeenCertificate(),
    createSeenCertificate({ fingerprint256: Array(32).fill('A2').join(':') }),
    createSeenCertificate({ errors }),
    createSeenCertificate({ errors: [{ code: 'CERT_NOT_YET_VALID', message: '' }] }),
  ].map(hashSeenCertificate)
  assert.equal(new Set(marks).size, marks.length)
  assert.equal(
    hashSeenCertificate(createSeenCertificate()),
    hashCertificate(createSeenCertificate().fingerprint256, null),
  )
  assert.equal(hashSeenCertificate(createSeenCertificate({ errors })), marks[2])
})

test('every monitor reports its certificate again within a day, at different times', () => {
  const hours = Array.from({ length: 1_000 }, (_, key) => (computeReportedUntil(key, NOW) - NOW) / (DAY_MS / 24))
  assert.ok(hours.every((hour) => hour > 12 && hour <= 24))
  const perHour = Map.groupBy(hours, (hour) => Math.ceil(hour))
  for (const [hour, some] of perHour) assert.ok(some.length < 100, `${some.length} in hour ${hour}`)
})

test('days remaining are whole days, and negative after the expiry', () => {
  assert.deepEqual(
    [2 * DAY_MS, 2 * DAY_MS - 1, 0, -1].map((left) => computeDaysRemaining(NOW + left, NOW)),
    [2, 1, 0, -1],
  )
})
