/**
 * Derives the certificates that a target currently presents from the observations of its regions.
 *
 * A probe reports a certificate when it changes, and an unchanged one once a day. The last report of a region therefore
 * applies until the next one.
 */
import { DAY_MS, MINUTE_MS, SECOND_MS, type UnixMs } from '../platform/time/time.ts'
import type { CertificateError, ChainCertificate } from '../results/certificate.ts'

/** A certificate with the verdict at the time of the observation. */
export interface JudgedCertificate extends ChainCertificate {
  errors: CertificateError[]
  /** As in `SeenCertificate`. */
  authorities: ChainCertificate[]
}

export interface CertificateObservation {
  /** Code of the region. */
  region: string
  seenAt: UnixMs
  /** When the target first presented this certificate to any region. */
  firstSeenAt: UnixMs
  certificate: JudgedCertificate
}

/** An active certificate, which the target currently presents, as last reported. */
export interface ActiveCertificate {
  certificate: JudgedCertificate
  regions: string[]
  /** Whether its errors were seen twice, or lasted longer than the time to the next check. */
  isConfirmed: boolean
}

export interface ActiveCertificates {
  active: ActiveCertificate[]
  /** When the result may change without a new observation; null when it cannot. */
  changesAt: UnixMs | null
  /** Observations that no longer affect the result. */
  obsolete: CertificateObservation[]
}

/** Settings of a monitor that decide how fast it detects a change. */
interface CheckTiming {
  intervalSeconds: number
  timeoutMs: number
}

/**
 * Twenty checks: when two nodes answer at random, the probability that one of them stays unseen that long is one in a
 * million.
 */
const SETTLING_CHECKS = 20
const MIN_SETTLING_MS = 20 * MINUTE_MS

/**
 * A region reports an unchanged certificate once a day. After this time without a report, it no longer sees the
 * certificate.
 */
const STALE_MS = 2 * DAY_MS

/**
 * Returns how long nodes may take to install a new certificate one after another. A certificate that is unseen for that
 * long counts as gone.
 */
export const computeSettlingMs = ({ intervalSeconds }: Pick<CheckTiming, 'intervalSeconds'>): number =>
  Math.min(Math.max(SETTLING_CHECKS * intervalSeconds * SECOND_MS, MIN_SETTLING_MS), STALE_MS)

/** Returns the time within which the next check would have reported the certificate as gone, ms. */
const computeConfirmingMs = ({ intervalSeconds, timeoutMs }: CheckTiming): number =>
  intervalSeconds * SECOND_MS + timeoutMs

/** An observation, and the time until which it was the latest of its region. */
interface ObservedSpan {
  observation: CertificateObservation
  /** Infinite for the last one. */
  until: UnixMs
}

/**
 * Returns the active certificates. A renewal counts at once: a certificate that was never seen before replaces all
 * other certificates. The replaced certificates become active again only if they are still presented after the nodes
 * have had time to change. From then on all alternating certificates count.
 *
 * @param observations of one endpoint, in any order
 */
export function findActiveCertificates(
  observations: readonly CertificateObservation[],
  timing: CheckTiming,
  now: number,
): ActiveCertificates {
  const regions = [...Map.groupBy(observations, ({ region }) => region).values()].map((group) => toSpans(group))
  const freshest = Math.max(...regions.map((spans) => spans.at(-1)!.observation.seenAt))
  // The latest observation of any region always counts, however old it is: a target that is down keeps its certificate
  const isFresh = (spans: ObservedSpan[]) => {
    const { seenAt } = spans.at(-1)!.observation
    return seenAt === freshest || now - seenAt < STALE_MS
  }
  const fresh = regions.filter(isFresh)
  const inService = fresh.flatMap((spans) => filterActiveSpans(spans, computeSettlingMs(timing), now))
  const times = fresh.flatMap((spans) => [
    ...listChangeTimes(spans, timing),
    ...(fresh.length > 1 ? [spans.at(-1)!.observation.seenAt + STALE_MS] : []),
  ])
  const ahead = times.filter((at) => at > now && at < Number.POSITIVE_INFINITY)
  return {
    active: [...Map.groupBy(inService, ({ observation }) => observation.certificate.fingerprint256).values()].map(
      (spans) => toActiveCertificate(spans, timing, now),
    ),
    changesAt: ahead.length > 0 ? Math.min(...ahead) : null,
    obsolete: regions.flatMap((spans) =>
      spans
        .filter(({ until }) => !isFresh(spans) || until <= now - computeSettlingMs(timing))
        .map(({ observation }) => observation),
    ),
  }
}

function toSpans(observations: readonly CertificateObservation[]): ObservedSpan[] {
  const ordered = observations.toSorted((a, b) => a.seenAt - b.seenAt)
  return ordered.map((observation, index) => ({
    observation,
    until: ordered[index + 1]?.seenAt ?? Number.POSITIVE_INFINITY,
  }))
}

const findYoungest = (spans: readonly ObservedSpan[]): CertificateObservation =>
  spans.map(({ observation }) => observation).reduce((a, b) => (b.firstSeenAt > a.firstSeenAt ? b : a))

function filterActiveSpans(spans: readonly ObservedSpan[], settling: number, now: number): ObservedSpan[] {
  const recent = spans.filter(({ until }) => until > now - settling)
  const { certificate, firstSeenAt } = findYoungest(recent)
  const settledAt = firstSeenAt + settling
  return recent.filter(
    ({ observation, until }) =>
      observation.certificate.fingerprint256 === certificate.fingerprint256 || (now >= settledAt && until > settledAt),
  )
}

/** Returns the times at which the active certificates, or their confirmation, may change without a new observation. */
function listChangeTimes(spans: readonly ObservedSpan[], timing: CheckTiming): number[] {
  const settling = computeSettlingMs(timing)
  const [first, ...others] = spans.map(({ observation }) => observation)
  const isUnchanged = others.every((observation) => isSameValid(observation, first!))
  return [
    ...(isUnchanged
      ? []
      : spans.flatMap(({ observation, until }) => [until + settling, observation.firstSeenAt + settling])),
    ...spans
      .filter(({ observation }) => isFaulty(observation))
      .map(({ observation }) => observation.seenAt + computeConfirmingMs(timing)),
  ]
}

const isSameValid = (a: CertificateObservation, b: CertificateObservation): boolean =>
  a.certificate.fingerprint256 === b.certificate.fingerprint256 && !isFaulty(a) && !isFaulty(b)

const isFaulty = ({ certificate }: CertificateObservation): boolean => certificate.errors.length > 0

/** @param spans of one certificate, in any number of regions */
function toActiveCertificate(spans: readonly ObservedSpan[], timing: CheckTiming, now: number): ActiveCertificate {
  const last = spans.reduce((a, b) => (b.observation.seenAt > a.observation.seenAt ? b : a))
  const faulty = spans.filter(({ observation }) => isFaulty(observation))
  const longest = Math.max(...faulty.map(({ observation, until }) => Math.min(until, now) - observation.seenAt))
  return {
    certificate: last.observation.certificate,
    regions: [...new Set(spans.map(({ observation }) => observation.region))].sort(),
    isConfirmed: isFaulty(last.observation) && (faulty.length > 1 || longest >= computeConfirmingMs(timing)),
  }
}
