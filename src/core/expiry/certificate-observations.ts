/**
 * Which certificates a target shows at present, from what its regions said that they were shown. Pure.
 *
 * A probe tells of a certificate when it is another than before, and of one that stays once a day. So what a region said
 * last is what it sees until it says otherwise.
 */

import { DAY_MS, MINUTE_MS, SECOND_MS } from '../platform/time/time.ts'
import type { CertificateError, ChainCertificate } from '../results/certificate.ts'

/** A certificate as it was judged when it was shown. */
export interface JudgedCertificate extends ChainCertificate {
  errors: CertificateError[]
}

export interface CertificateObservation {
  /** Code of the region. */
  region: string
  /** Unix ms. */
  seenAt: number
  /** When the target first showed this certificate to anybody, Unix ms. */
  firstSeenAt: number
  certificate: JudgedCertificate
}

/** A certificate that is in service, by what was said of it last. */
export interface ActiveCertificate {
  certificate: JudgedCertificate
  regions: string[]
  /** Its faults were seen twice, or stayed for longer than a check takes to come again. */
  isConfirmed: boolean
}

export interface ActiveCertificates {
  active: ActiveCertificate[]
  /** When time alone may change that, Unix ms; null when it cannot. */
  changesAt: number | null
  /** Sights that say nothing any more. */
  obsolete: CertificateObservation[]
}

/** As much of a monitor as says how fast it notices. */
interface CheckTiming {
  intervalSeconds: number
  timeoutMs: number
}

/** Twenty checks: of two nodes that take turns by chance, one stays unseen for so long once in a million times. */
const SETTLING_CHECKS = 20
const MIN_SETTLING_MS = 20 * MINUTE_MS

/** A region that sees a certificate says so once a day; one that has been silent for longer sees none. */
const STALE_MS = 2 * DAY_MS

/** How long nodes take to get a new certificate one after another, and how long one must be out of sight to be gone. */
export const computeSettlingMs = ({ intervalSeconds }: Pick<CheckTiming, 'intervalSeconds'>): number =>
  Math.min(Math.max(SETTLING_CHECKS * intervalSeconds * SECOND_MS, MIN_SETTLING_MS), STALE_MS)

/** By when the next check would have said that it is gone. */
const computeConfirmingMs = ({ intervalSeconds, timeoutMs }: CheckTiming): number =>
  intervalSeconds * SECOND_MS + timeoutMs

/** One sight, over the time for which it was what the region saw. */
interface ObservedSpan {
  observation: CertificateObservation
  /** Unix ms; infinite for the last one. */
  until: number
}

/**
 * A renewal counts at once: a certificate that nobody has seen before takes the place of all others. Those come back
 * only if they are still shown when the nodes have had the time to change; then all that are seen in turn count.
 *
 * @param sights of one endpoint, in any order
 */
export function findActiveCertificates(
  observations: readonly CertificateObservation[],
  timing: CheckTiming,
  now: number,
): ActiveCertificates {
  const regions = [...Map.groupBy(observations, ({ region }) => region).values()].map((of) => toSpans(of))
  const freshest = Math.max(...regions.map((spans) => spans.at(-1)!.observation.seenAt))
  // What was seen last by anybody is believed, however long ago that was: a target that is down keeps its certificate
  const isFresh = (spans: ObservedSpan[]) => {
    const { seenAt } = spans.at(-1)!.observation
    return seenAt === freshest || now - seenAt < STALE_MS
  }
  const fresh = regions.filter(isFresh)
  const inView = fresh.flatMap((spans) => filterInService(spans, computeSettlingMs(timing), now))
  const times = fresh.flatMap((spans) => [
    ...listChangeTimes(spans, timing),
    ...(fresh.length > 1 ? [spans.at(-1)!.observation.seenAt + STALE_MS] : []),
  ])
  const ahead = times.filter((at) => at > now && at < Number.POSITIVE_INFINITY)
  return {
    active: [...Map.groupBy(inView, ({ observation }) => observation.certificate.fingerprint256).values()].map(
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

function filterInService(spans: readonly ObservedSpan[], settling: number, now: number): ObservedSpan[] {
  const recent = spans.filter(({ until }) => until > now - settling)
  const { certificate, firstSeenAt } = findYoungest(recent)
  const settledAt = firstSeenAt + settling
  return recent.filter(
    ({ observation, until }) =>
      observation.certificate.fingerprint256 === certificate.fingerprint256 || (now >= settledAt && until > settledAt),
  )
}

/** When what is in service, or what is known of it, may become another without anybody saying so. */
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

/** @param spans of one certificate, in any region */
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
