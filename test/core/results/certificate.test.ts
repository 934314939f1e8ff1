import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import { certificateMark, daysRemaining, markOf, toldUntil } from '../../../src/core/results/certificate.ts'
import { seenCertificate } from '../../support/targets/tls-site.ts'

const NOW = Date.UTC(2026, 0, 10)

test('a mark tells certificates and judgements apart, and stays the same for the same', () => {
  const errors = [{ code: 'CERT_HAS_EXPIRED', message: 'certificate expired' }]
  const marks = [
    seenCertificate(),
    seenCertificate({ fingerprint256: Array(32).fill('A2').join(':') }),
    seenCertificate({ errors }),
    seenCertificate({ errors: [{ code: 'CERT_NOT_YET_VALID', message: '' }] }),
  ].map(markOf)
  assert.equal(new Set(marks).size, marks.length)
  assert.equal(markOf(seenCertificate()), certificateMark(seenCertificate().fingerprint256, null))
  assert.equal(markOf(seenCertificate({ errors })), marks[2])
})

test('every monitor tells its certificate again within a day, and they do not do it all at once', () => {
  const hours = Array.from({ length: 1_000 }, (_, key) => (toldUntil(key, NOW) - NOW) / (DAY_MS / 24))
  assert.ok(hours.every((hour) => hour > 12 && hour <= 24))
  const perHour = Map.groupBy(hours, (hour) => Math.ceil(hour))
  for (const [hour, some] of perHour) assert.ok(some.length < 100, `${some.length} in hour ${hour}`)
})

test('days that remain are whole ones, and negative after the end', () => {
  assert.deepEqual(
    [2 * DAY_MS, 2 * DAY_MS - 1, 0, -1].map((left) => daysRemaining(NOW + left, NOW)),
    [2, 1, 0, -1],
  )
})
