import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActiveCertificate, JudgedCertificate } from '../../../src/core/expiry/certificate-observations.ts'
import type { ExpiryProblem, ExpiryRecovery, LastWarning } from '../../../src/core/expiry/expiry-alert.ts'
import { type CertificateWatch, judgeCertificates } from '../../../src/core/expiry/expiry-certificate.ts'
import { DAY_MS, HOUR_MS } from '../../../src/core/platform/time/time.ts'

const NOW = Date.UTC(2026, 0, 5)
const SELF_SIGNED = { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'it is self-signed' }
const WRONG_HOST = { code: 'ERR_TLS_CERT_ALTNAME_INVALID', message: 'it is for another host' }
const EXPIRED = { code: 'CERT_HAS_EXPIRED', message: 'certificate has expired' }

const presentOf = (days: number, over: Partial<JudgedCertificate> = {}, isConfirmed = true): ActiveCertificate => ({
  certificate: {
    subject: 'CN=shop',
    issuer: 'CN=R1',
    validFrom: NOW + (days - 365) * DAY_MS,
    validTo: NOW + days * DAY_MS,
    fingerprint256: 'A',
    errors: [],
    authorities: [],
    ...over,
  },
  regions: ['eu'],
  isConfirmed,
})

const SSL = {
  enabled: true,
  checkExpiry: true,
  checkValidity: true,
  expiryWarningDays: [30, 14, 7, 1],
  ignoreSelfSigned: false,
}
const WATCH: CertificateWatch = { name: 'Shop', endpoint: 'shop.test:443', ssl: SSL, isVerified: false }

function judge(present: ActiveCertificate[], over: Partial<CertificateWatch> = {}, warned: LastWarning | null = null) {
  return judgeCertificates({ ...WATCH, ...over }, present, warned, NOW) as Partial<ExpiryProblem & ExpiryRecovery>
}

const warnedOf = (over: Partial<LastWarning> = {}): LastWarning => ({
  subject: 'certificate A',
  days: 7,
  fault: null,
  at: 0,
  ...over,
})

test('a valid certificate far from its expiry is a recovery, by renewal when another one caused the warning', () => {
  assert.equal(judge([presentOf(100)]).isRenewal, true)
  assert.deepEqual(judge([presentOf(100)], {}, warnedOf()), {
    note: 'The certificate is valid until 2026-04-15 00:00:00 UTC, and has no monitored problems',
    isRenewal: false,
  })
  assert.deepEqual(
    judge([presentOf(100), presentOf(90, { fingerprint256: 'C' })], {}, warnedOf({ subject: 'certificate B' })),
    {
      note: 'The certificate was renewed and is valid until 2026-04-05 00:00:00 UTC',
      isRenewal: true,
    },
  )
})

test('a certificate near its expiry causes a warning with its facts', () => {
  const { message, certificate, ...rest } = judge([presentOf(10)])
  assert.deepEqual(rest, {
    subject: 'certificate A',
    days: 14,
    fault: null,
    warning: '14',
    severity: 'warning',
    title: 'The certificate of "Shop" expires in 10 days',
    regions: ['eu'],
  })
  assert.equal(message, 'shop.test:443 presents CN=shop, issued by CN=R1, which is valid until 2026-01-15 00:00:00 UTC')
  assert.deepEqual(certificate, {
    subject: 'CN=shop',
    issuer: 'CN=R1',
    fingerprint256: 'A',
    is_authority: false,
    valid_to: '2026-01-15T00:00:00.000Z',
    days_remaining: 10,
    warning_days: 14,
  })
})

test('the worst certificate is reported: an invalid one before the earliest expiry', () => {
  const [near, nearer] = [presentOf(10), presentOf(5, { fingerprint256: 'B' })]
  const bad = presentOf(200, { fingerprint256: 'C', errors: [SELF_SIGNED] })
  assert.equal(judge([near, nearer]).subject, 'certificate B')
  assert.equal(judge([nearer, bad, near]).subject, 'certificate C')
})

test('a fault is reported when it is confirmed, or was reported before', () => {
  const doubtful = presentOf(200, { errors: [SELF_SIGNED] }, false)
  assert.equal(judge([doubtful]).fault, undefined)
  assert.equal(judge([doubtful], {}, warnedOf({ days: null, fault: SELF_SIGNED.code })).fault, SELF_SIGNED.code)
  assert.equal(judge([{ ...doubtful, isConfirmed: true }]).fault, SELF_SIGNED.code)
})

test('a wrong-host error is reported separately for each host', () => {
  const { warning, fault, title } = judge([presentOf(10, { errors: [WRONG_HOST, SELF_SIGNED] })])
  assert.equal(warning, 'DEPTH_ZERO_SELF_SIGNED_CERT,ERR_TLS_CERT_ALTNAME_INVALID@shop.test:443+14')
  assert.equal(fault, 'DEPTH_ZERO_SELF_SIGNED_CERT,ERR_TLS_CERT_ALTNAME_INVALID')
  assert.equal(title, 'The certificate of "Shop" is not valid')
  assert.equal(judge([presentOf(200, { errors: [SELF_SIGNED] })]).warning, SELF_SIGNED.code)
})

test('an expired certificate causes one warning, whichever setting monitors it', () => {
  const over = presentOf(-1, { errors: [EXPIRED] })
  for (const ssl of [SSL, { ...SSL, checkExpiry: false }, { ...SSL, checkValidity: false }]) {
    const { days, fault, severity, title, message } = judge([over], { ssl })
    assert.deepEqual([days, fault, severity], [0, null, 'major'])
    assert.equal(title, 'The certificate of "Shop" has expired')
    assert.match(message!, /which was valid until/)
  }
  for (const ssl of [
    { ...SSL, enabled: false },
    { ...SSL, checkExpiry: false, checkValidity: false },
  ])
    assert.ok(judge([over], { ssl }).note)
})

test('an expiry is reported only after a warning when checks fail on the certificate', () => {
  const over = presentOf(-1, { errors: [EXPIRED] })
  assert.ok(judge([over], { isVerified: true }).note)
  assert.equal(judge([over], { isVerified: true }, warnedOf()).days, 0)
  assert.ok(judge([presentOf(200, { errors: [SELF_SIGNED] })], { isVerified: true }).note)
})

test('an expired authority outside the known path is a separate fault', () => {
  assert.equal(judge([presentOf(200, { errors: [EXPIRED] })]).fault, EXPIRED.code)
})

test('the last hours count as less than a day, and a moment after a threshold counts as its whole days', () => {
  const at = (ms: number) => presentOf(0, { validTo: NOW + ms, validFrom: NOW - 365 * DAY_MS })
  assert.match(judge([at(5 * HOUR_MS)]).title!, /expires in less than a day$/)
  assert.match(judge([at(7 * DAY_MS - 3_000)]).title!, /expires in 7 days$/)
})

const linkOf = (days: number, fingerprint256 = 'R1') => ({
  subject: `CN=${fingerprint256}`,
  issuer: 'CN=Root',
  validFrom: NOW + (days - 3650) * DAY_MS,
  validTo: NOW + days * DAY_MS,
  fingerprint256,
})

test('an authority of the path that expires before the certificate causes the warning, by name', () => {
  const present = presentOf(89, { authorities: [linkOf(5), linkOf(3_000, 'Root')] })
  const { message, certificate, ...rest } = judge([present])
  assert.deepEqual(rest, {
    subject: 'certificate R1@shop.test:443',
    days: 7,
    fault: null,
    warning: '7',
    severity: 'warning',
    title: 'The certificate of "Shop" depends on an authority that expires in 5 days',
    regions: ['eu'],
  })
  assert.equal(
    message,
    'shop.test:443 presents CN=shop, issued by CN=R1. Its authority CN=R1 is valid until 2026-01-10 00:00:00 UTC',
  )
  assert.deepEqual(certificate, {
    subject: 'CN=R1',
    issuer: 'CN=Root',
    fingerprint256: 'R1',
    is_authority: true,
    valid_to: '2026-01-10T00:00:00.000Z',
    days_remaining: 5,
    warning_days: 7,
  })
})

test('the earliest end of the path whose threshold is crossed is reported, of the certificate or an authority', () => {
  const subjectOf = (leafDays: number, authorityDays: number, validFrom?: number) =>
    judge([presentOf(leafDays, { authorities: [linkOf(authorityDays)], ...(validFrom && { validFrom }) })]).subject
  assert.equal(subjectOf(3, 10), 'certificate A')
  assert.equal(subjectOf(10, 3), 'certificate R1@shop.test:443')
  // A short lifetime: the certificate ends earlier, but its own warning is not due yet
  assert.equal(subjectOf(20, 25, NOW - 25 * DAY_MS), 'certificate R1@shop.test:443')
})

test('an expired authority is one warning, and a path without it is a renewal', () => {
  const warned = warnedOf({ subject: 'certificate R1@shop.test:443' })
  const { days, fault, title, severity } = judge(
    [presentOf(80, { errors: [EXPIRED], authorities: [linkOf(-1)] })],
    { isVerified: true },
    warned,
  )
  assert.deepEqual([days, fault, severity], [0, null, 'major'])
  assert.equal(title, 'The certificate of "Shop" depends on an authority that has expired')
  assert.deepEqual(judge([presentOf(80, { authorities: [linkOf(900, 'R2')] })], {}, warned), {
    note: 'The certificate was renewed and is valid until 2026-03-26 00:00:00 UTC',
    isRenewal: true,
  })
})
