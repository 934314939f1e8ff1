/** Finds the most serious problem of the certificates that a target presents. */

import type { CertificateFacts } from '../incidents/event-facts.ts'
import type { SslMonitoring } from '../monitors/monitor.ts'
import { formatIsoTime } from '../platform/time/time.ts'
import { type ChainCertificate, listPath } from '../results/certificate.ts'
import { findCrossedThreshold, listReportedErrors } from './certificate-expiry.ts'
import type { ActiveCertificate } from './certificate-observations.ts'
import {
  countDaysLeft,
  describeExpiry,
  type ExpiryProblem,
  type ExpiryRecovery,
  formatMoment,
  type LastWarning,
} from './expiry-alert.ts'

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
  /** The certificate, or the authority above it, whose end the warning is about. */
  ending: ChainCertificate
  subject: string
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
  if (bad.length === 0) return toRecovery(watch, present, warned)
  const rank = ({ faults, ending }: Finding): [number, number] => [faults.length > 0 ? 0 : 1, ending.validTo]
  return toProblem(
    watch,
    bad.reduce((a, b) => (isBefore(rank(b), rank(a)) ? b : a)),
    now,
  )
}

const isBefore = (a: [number, number], b: [number, number]): boolean => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1])

/**
 * An authority has many certificates below it. A warning about it therefore concerns one endpoint, and each endpoint has
 * its own.
 */
const toSubject = (endpoint: string, { fingerprint256 }: ChainCertificate, link: ChainCertificate): string =>
  link.fingerprint256 === fingerprint256
    ? `certificate ${fingerprint256}`
    : `certificate ${link.fingerprint256}@${endpoint}`

function toFinding(
  { ssl, isVerified, endpoint }: CertificateWatch,
  one: ActiveCertificate,
  warned: LastWarning | null,
  now: number,
): Finding {
  const { certificate } = one
  const ending = findEnding(certificate, ssl, now)
  const isExpired = now >= ending.validTo
  const isKnown = warned !== null && warned.subject === toSubject(endpoint, certificate, certificate)
  const areFaultsReported = !isVerified && (one.isConfirmed || (isKnown && warned.fault !== null))
  const faults = (areFaultsReported ? listReportedErrors(certificate.errors, ssl) : []).filter(
    ({ code }) => !(isExpired && code === EXPIRED),
  )
  const overdue = isExpired && isExpiryReported({ ssl, isVerified }, warned !== null) ? 0 : null
  const days = isExpired ? overdue : findCrossedThreshold(ending, ssl, now)
  // A fault is one of the certificate, whichever of its authorities expires
  const about = faults.length > 0 ? certificate : ending
  return { ...one, ending, subject: toSubject(endpoint, certificate, about), days, faults }
}

/** Returns the first certificate of the path to expire among those whose warning is due; without one, the leaf. */
function findEnding(certificate: ActiveCertificate['certificate'], ssl: SslMonitoring, now: number): ChainCertificate {
  const due = listPath(certificate).filter(
    (link) => now >= link.validTo || findCrossedThreshold(link, ssl, now) !== null,
  )
  return due.length === 0 ? certificate : due.reduce((a, b) => (b.validTo < a.validTo ? b : a))
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
  const { subject, days, faults, regions } = finding
  const codes = [...new Set(faults.map(({ code }) => code))].sort().join(',')
  const fault = codes === '' ? null : codes
  // One certificate may match one host and not another
  const hostSuffix = codes.includes(WRONG_HOST) ? `@${endpoint}` : ''
  return {
    subject,
    days,
    fault,
    warning: [...(fault === null ? [] : [fault + hostSuffix]), ...(days === null ? [] : [days])].join('+'),
    severity: fault !== null || days === 0 ? 'major' : 'warning',
    title: formatTitle(name, finding, now),
    message: formatMessage(endpoint, finding),
    regions,
    ...(days !== null && { certificate: toCertificateFacts(finding, days, now) }),
  }
}

const toCertificateFacts = (finding: Finding, days: number, now: number): CertificateFacts => {
  const { subject, issuer, fingerprint256, validTo } = finding.ending
  return {
    subject,
    issuer,
    fingerprint256,
    is_authority: isAuthority(finding),
    valid_to: formatIsoTime(validTo),
    days_remaining: countDaysLeft(validTo, now),
    warning_days: days,
  }
}

const isAuthority = ({ certificate, ending }: Finding): boolean => ending.fingerprint256 !== certificate.fingerprint256

/** System titles begin with these words; see `expiry-alert.ts`. */
function formatTitle(name: string, finding: Finding, now: number): string {
  const { ending, days, faults } = finding
  const subject = `The certificate of "${name}"`
  if (days !== 0 && faults.length > 0) return `${subject} is not valid`
  const end = describeExpiry(days, ending.validTo, now)
  return isAuthority(finding) ? `${subject} depends on an authority that ${end}` : `${subject} ${end}`
}

function formatMessage(endpoint: string, finding: Finding): string {
  const { certificate, ending, days, faults } = finding
  const { subject, issuer } = certificate
  const description = `${endpoint} presents ${subject || 'a certificate without a name'}, issued by ${issuer || 'an unnamed issuer'}`
  const validity = `${days === 0 ? 'was' : 'is'} valid until ${formatMoment(ending.validTo)}`
  const end = isAuthority(finding)
    ? `${description}. Its authority ${ending.subject || 'without a name'} ${validity}`
    : `${description}, which ${validity}`
  return faults.length === 0 ? end : `${faults.map(({ message }) => message).join('; ')}. ${end}`
}

function toRecovery(
  { endpoint }: CertificateWatch,
  present: readonly ActiveCertificate[],
  warned: LastWarning | null,
): ExpiryRecovery {
  const links = present.flatMap(({ certificate }) => listPath(certificate).map((link) => ({ certificate, link })))
  const isKnown = links.some(({ certificate, link }) => toSubject(endpoint, certificate, link) === warned?.subject)
  const end = formatMoment(Math.min(...links.map(({ link }) => link.validTo)))
  if (!isKnown) return { note: `The certificate was renewed and is valid until ${end}`, isRenewal: true }
  return {
    note: `The certificate is valid until ${end}, and has no monitored problems`,
    isRenewal: false,
  }
}
