/** What is wrong with the certificate that a target shows, or that nothing is. Pure. */

import type { CertificateFacts } from '../incidents/event.ts'
import type { SslMonitoring } from '../monitors/monitor.ts'
import { isoTime } from '../platform/time/time.ts'
import { warningDays } from './certificate-expiry.ts'
import { reportedFaults } from './certificate-validity.ts'
import type { Concern, Relief, Warned } from './expiry-alert.ts'
import type { Present, Shown } from './expiry-sights.ts'
import { daysLeft, expiresInWords, moment } from './expiry-words.ts'

/** As much of a monitor as says what of a certificate is worth telling. */
export interface CertificateWatch {
  name: string
  /** Host and port that show it. */
  endpoint: string
  ssl: SslMonitoring
  /** The checks fail when it is no good, so that this is told as an outage. */
  isVerified: boolean
}

/** OpenSSL says so of any certificate of the chain. */
const EXPIRED = 'CERT_HAS_EXPIRED'
const WRONG_HOST = 'ERR_TLS_CERT_ALTNAME_INVALID'

/** One certificate and what is to be said of it. */
interface Finding extends Present {
  days: number | null
  faults: { code: string; message: string }[]
}

/** Of the certificates in service the worst: first one that is no good, then the one that ends first. */
export function judgeCertificates(
  watch: CertificateWatch,
  present: readonly Present[],
  warned: Warned | null,
  now: number,
): Concern | Relief {
  const findings = present.map((one) => findingOf(watch, one, warned, now))
  const bad = findings.filter(({ days, faults }) => days !== null || faults.length > 0)
  if (bad.length === 0) return reliefOf(present, warned)
  const rank = ({ faults, certificate }: Finding): [number, number] => [faults.length > 0 ? 0 : 1, certificate.validTo]
  return concernOf(
    watch,
    bad.reduce((a, b) => (isBefore(rank(b), rank(a)) ? b : a)),
    now,
  )
}

const isBefore = (a: [number, number], b: [number, number]): boolean => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1])

const aboutOf = (fingerprint256: string): string => `certificate ${fingerprint256}`

function findingOf({ ssl, isVerified }: CertificateWatch, one: Present, warned: Warned | null, now: number): Finding {
  const { certificate } = one
  const isOver = now >= certificate.validTo
  const isKnown = warned !== null && warned.about === aboutOf(certificate.fingerprint256)
  const counts = !isVerified && (one.isConfirmed || (isKnown && warned.fault !== null))
  const faults = (counts ? reportedFaults(certificate.errors, ssl) : []).filter(
    ({ code }) => !(isOver && code === EXPIRED),
  )
  const overdue = isOver && isEndTold({ ssl, isVerified }, warned !== null) ? 0 : null
  const days = isOver ? overdue : warningDays(certificate, ssl, now)
  return { ...one, days, faults }
}

/** Where checks fail for it, only who was warned before is told that the end has come. */
function isEndTold({ ssl, isVerified }: Pick<CertificateWatch, 'ssl' | 'isVerified'>, isWarned: boolean): boolean {
  if (!ssl.enabled) return false
  return isVerified ? ssl.checkExpiry && isWarned : ssl.checkExpiry || ssl.checkValidity
}

function concernOf({ name, endpoint }: CertificateWatch, finding: Finding, now: number): Concern {
  const { certificate, days, faults, regions } = finding
  const codes = [...new Set(faults.map(({ code }) => code))].sort().join(',')
  const fault = codes === '' ? null : codes
  // One certificate may be right for one host and wrong for the next
  const place = codes.includes(WRONG_HOST) ? `@${endpoint}` : ''
  return {
    about: aboutOf(certificate.fingerprint256),
    days,
    fault,
    word: [...(fault === null ? [] : [fault + place]), ...(days === null ? [] : [days])].join('+'),
    severity: fault !== null || days === 0 ? 'major' : 'warning',
    title: titleOf(name, finding, now),
    message: messageOf(endpoint, finding),
    regions,
    ...(days !== null && { certificate: factsOf(finding.certificate, days, now) }),
  }
}

const factsOf = ({ subject, issuer, fingerprint256, validTo }: Shown, days: number, now: number): CertificateFacts => ({
  subject,
  issuer,
  fingerprint256,
  valid_to: isoTime(validTo),
  days_remaining: daysLeft(validTo, now),
  warning_days: days,
})

function titleOf(name: string, { certificate, days, faults }: Finding, now: number): string {
  const subject = `The certificate of "${name}"`
  if (days === 0 || faults.length === 0) return `${subject} ${expiresInWords(days, certificate.validTo, now)}`
  return `${subject} is not valid`
}

function messageOf(endpoint: string, { certificate, days, faults }: Finding): string {
  const { subject, issuer, validTo } = certificate
  const what = `${endpoint} shows ${subject || 'a certificate without a name'}, issued by ${issuer || 'nobody'}`
  const end = `${what}, which ${days === 0 ? 'was' : 'is'} valid until ${moment(validTo)}`
  return faults.length === 0 ? end : `${faults.map(({ message }) => message).join('; ')}. ${end}`
}

function reliefOf(present: readonly Present[], warned: Warned | null): Relief {
  const known = present.find(({ certificate }) => aboutOf(certificate.fingerprint256) === warned?.about)
  const first = present.reduce((a, b) => (b.certificate.validTo < a.certificate.validTo ? b : a)).certificate
  const end = moment(first.validTo)
  if (!known) return { note: `The certificate was renewed and is valid until ${end}`, isRenewal: true }
  return {
    note: `The certificate is valid until ${end}, and nothing is wrong with it that is watched for`,
    isRenewal: false,
  }
}
