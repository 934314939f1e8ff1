/** Finds the most serious problem of the certificates that a target presents. */

import type { CertificateFacts } from '../incidents/event-facts.ts'
import type { SslMonitoring } from '../monitors/monitor.ts'
import { formatIsoTime } from '../platform/time/time.ts'
import { findCrossedThreshold } from './certificate-expiry.ts'
import type { ActiveCertificate, JudgedCertificate } from './certificate-observations.ts'
import { listReportedErrors } from './certificate-validity.ts'
import type { ExpiryProblem, ExpiryRecovery, LastWarning } from './expiry-alert.ts'
import { countDaysLeft, describeExpiry, formatMoment } from './expiry-text.ts'

/** Fields of a monitor that decide which certificate problems to report. */
export interface CertificateWatch {
  name: string
  /** Host and port that present the certificate. */
  endpoint: string
  ssl: SslMonitoring
  /** Whether checks fail on an invalid certificate; availability incidents then report it. */
  isVerified: boolean
}

/** OpenSSL reports this code for any expired certificate of the chain. */
const EXPIRED = 'CERT_HAS_EXPIRED'
const WRONG_HOST = 'ERR_TLS_CERT_ALTNAME_INVALID'

/** A certificate and its problems. */
interface Finding extends ActiveCertificate {
  days: number | null
  faults: { code: string; message: string }[]
}

/** Returns the worst problem among the active certificates: an invalid certificate first, then the earliest expiry. */
export function judgeCertificates(
  watch: CertificateWatch,
  present: readonly ActiveCertificate[],
  warned: LastWarning | null,
  now: number,
): ExpiryProblem | ExpiryRecovery {
  const findings = present.map((one) => toFinding(watch, one, warned, now))
  const bad = findings.filter(({ days, faults }) => days !== null || faults.length > 0)
  if (bad.length === 0) return toRecovery(present, warned)
  const rank = ({ faults, certificate }: Finding): [number, number] => [faults.length > 0 ? 0 : 1, certificate.validTo]
  return toProblem(
    watch,
    bad.reduce((a, b) => (isBefore(rank(b), rank(a)) ? b : a)),
    now,
  )
}

const isBefore = (a: [number, number], b: [number, number]): boolean => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1])

const toCertificateSubject = (fingerprint256: string): string => `certificate ${fingerprint256}`

function toFinding(
  { ssl, isVerified }: CertificateWatch,
  one: ActiveCertificate,
  warned: LastWarning | null,
  now: number,
): Finding {
  const { certificate } = one
  const isExpired = now >= certificate.validTo
  const isKnown = warned !== null && warned.subject === toCertificateSubject(certificate.fingerprint256)
  const areFaultsReported = !isVerified && (one.isConfirmed || (isKnown && warned.fault !== null))
  const faults = (areFaultsReported ? listReportedErrors(certificate.errors, ssl) : []).filter(
    ({ code }) => !(isExpired && code === EXPIRED),
  )
  const overdue = isExpired && isExpiryReported({ ssl, isVerified }, warned !== null) ? 0 : null
  const days = isExpired ? overdue : findCrossedThreshold(certificate, ssl, now)
  return { ...one, days, faults }
}

/** When checks fail on an expired certificate, its expiry is reported only after an earlier warning. */
function isExpiryReported(
  { ssl, isVerified }: Pick<CertificateWatch, 'ssl' | 'isVerified'>,
  isWarned: boolean,
): boolean {
  if (!ssl.enabled) return false
  return isVerified ? ssl.checkExpiry && isWarned : ssl.checkExpiry || ssl.checkValidity
}

function toProblem({ name, endpoint }: CertificateWatch, finding: Finding, now: number): ExpiryProblem {
  const { certificate, days, faults, regions } = finding
  const codes = [...new Set(faults.map(({ code }) => code))].sort().join(',')
  const fault = codes === '' ? null : codes
  // One certificate may match one host and not another
  const hostSuffix = codes.includes(WRONG_HOST) ? `@${endpoint}` : ''
  return {
    subject: toCertificateSubject(certificate.fingerprint256),
    days,
    fault,
    warning: [...(fault === null ? [] : [fault + hostSuffix]), ...(days === null ? [] : [days])].join('+'),
    severity: fault !== null || days === 0 ? 'major' : 'warning',
    title: formatTitle(name, finding, now),
    message: formatMessage(endpoint, finding),
    regions,
    ...(days !== null && { certificate: toCertificateFacts(finding.certificate, days, now) }),
  }
}

const toCertificateFacts = (
  { subject, issuer, fingerprint256, validTo }: JudgedCertificate,
  days: number,
  now: number,
): CertificateFacts => ({
  subject,
  issuer,
  fingerprint256,
  valid_to: formatIsoTime(validTo),
  days_remaining: countDaysLeft(validTo, now),
  warning_days: days,
})

function formatTitle(name: string, { certificate, days, faults }: Finding, now: number): string {
  const subject = `The certificate of "${name}"`
  if (days === 0 || faults.length === 0) return `${subject} ${describeExpiry(days, certificate.validTo, now)}`
  return `${subject} is not valid`
}

function formatMessage(endpoint: string, { certificate, days, faults }: Finding): string {
  const { subject, issuer, validTo } = certificate
  const description = `${endpoint} presents ${subject || 'a certificate without a name'}, issued by ${issuer || 'an unnamed issuer'}`
  const end = `${description}, which ${days === 0 ? 'was' : 'is'} valid until ${formatMoment(validTo)}`
  return faults.length === 0 ? end : `${faults.map(({ message }) => message).join('; ')}. ${end}`
}

function toRecovery(present: readonly ActiveCertificate[], warned: LastWarning | null): ExpiryRecovery {
  const known = present.find(({ certificate }) => toCertificateSubject(certificate.fingerprint256) === warned?.subject)
  const first = present.reduce((a, b) => (b.certificate.validTo < a.certificate.validTo ? b : a)).certificate
  const end = formatMoment(first.validTo)
  if (!known) return { note: `The certificate was renewed and is valid until ${end}`, isRenewal: true }
  return {
    note: `The certificate is valid until ${end}, and has no monitored problems`,
    isRenewal: false,
  }
}
