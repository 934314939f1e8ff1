/**
 * Which certificates a target shows at present, from what its regions said that they were shown. Pure.
 *
 * A probe tells of a certificate when it is another than before, and of one that stays once a day. So what a region said
 * last is what it sees until it says otherwise.
 */

import { DAY_MS, MINUTE_MS, SECOND_MS } from '../platform/time/time.ts'
import type { CertificateError, ChainCertificate } from '../results/certificate.ts'

/** A certificate as it was judged when it was shown. */
export interface Shown extends ChainCertificate {
  errors: CertificateError[]
}

export interface Sight {
  /** Code of the region. */
  region: string
  /** Unix ms. */
  seenAt: number
  /** When the target first showed this certificate to anybody, Unix ms. */
  firstSeenAt: number
  certificate: Shown
}

/** A certificate that is in service, by what was said of it last. */
export interface Present {
  certificate: Shown
  regions: string[]
  /** Its faults were seen twice, or stayed for longer than a check takes to come again. */
  isConfirmed: boolean
}

export interface Presence {
  present: Present[]
  /** When time alone may change that, Unix ms; null when it cannot. */
  changesAt: number | null
  /** Sights that say nothing any more. */
  obsolete: Sight[]
}

/** As much of a monitor as says how fast it notices. */
interface Pace {
  intervalSeconds: number
  timeoutMs: number
}

/** Twenty checks: of two nodes that take turns by chance, one stays unseen for so long once in a million times. */
const SETTLING_CHECKS = 20
const SHORTEST_SETTLING_MS = 20 * MINUTE_MS

/** A region that sees a certificate says so once a day; one that has been silent for longer sees none. */
const STALE_MS = 2 * DAY_MS

/** How long nodes take to get a new certificate one after another, and how long one must be out of sight to be gone. */
export const settlingMs = ({ intervalSeconds }: Pick<Pace, 'intervalSeconds'>): number =>
  Math.min(Math.max(SETTLING_CHECKS * intervalSeconds * SECOND_MS, SHORTEST_SETTLING_MS), STALE_MS)

/** By when the next check would have said that it is gone. */
const confirmingMs = ({ intervalSeconds, timeoutMs }: Pace): number => intervalSeconds * SECOND_MS + timeoutMs

/** One sight, over the time for which it was what the region saw. */
interface Span {
  sight: Sight
  /** Unix ms; infinite for the last one. */
  until: number
}

/**
 * A renewal counts at once: a certificate that nobody has seen before takes the place of all others. Those come back
 * only if they are still shown when the nodes have had the time to change; then all that are seen in turn count.
 *
 * @param sights of one endpoint, in any order
 */
export function presenceOf(sights: readonly Sight[], pace: Pace, now: number): Presence {
  const regions = [...Map.groupBy(sights, ({ region }) => region).values()].map((of) => spansOf(of))
  const freshest = Math.max(...regions.map((spans) => spans.at(-1)!.sight.seenAt))
  // What was seen last by anybody is believed, however long ago that was: a target that is down keeps its certificate
  const isFresh = (spans: Span[]) => {
    const { seenAt } = spans.at(-1)!.sight
    return seenAt === freshest || now - seenAt < STALE_MS
  }
  const fresh = regions.filter(isFresh)
  const inView = fresh.flatMap((spans) => inService(spans, settlingMs(pace), now))
  const times = fresh.flatMap((spans) => [
    ...turningPoints(spans, pace),
    ...(fresh.length > 1 ? [spans.at(-1)!.sight.seenAt + STALE_MS] : []),
  ])
  const ahead = times.filter((at) => at > now && at < Number.POSITIVE_INFINITY)
  return {
    present: [...Map.groupBy(inView, ({ sight }) => sight.certificate.fingerprint256).values()].map((spans) =>
      presentOf(spans, pace, now),
    ),
    changesAt: ahead.length > 0 ? Math.min(...ahead) : null,
    obsolete: regions.flatMap((spans) =>
      spans.filter(({ until }) => !isFresh(spans) || until <= now - settlingMs(pace)).map(({ sight }) => sight),
    ),
  }
}

function spansOf(sights: readonly Sight[]): Span[] {
  const ordered = sights.toSorted((a, b) => a.seenAt - b.seenAt)
  return ordered.map((sight, index) => ({ sight, until: ordered[index + 1]?.seenAt ?? Number.POSITIVE_INFINITY }))
}

const youngestOf = (spans: readonly Span[]): Sight =>
  spans.map(({ sight }) => sight).reduce((a, b) => (b.firstSeenAt > a.firstSeenAt ? b : a))

function inService(spans: readonly Span[], settling: number, now: number): Span[] {
  const recent = spans.filter(({ until }) => until > now - settling)
  const { certificate, firstSeenAt } = youngestOf(recent)
  const settledAt = firstSeenAt + settling
  return recent.filter(
    ({ sight, until }) =>
      sight.certificate.fingerprint256 === certificate.fingerprint256 || (now >= settledAt && until > settledAt),
  )
}

/** When what is in service, or what is known of it, may become another without anybody saying so. */
function turningPoints(spans: readonly Span[], pace: Pace): number[] {
  const settling = settlingMs(pace)
  const [first, ...others] = spans.map(({ sight }) => sight)
  const isSteady = others.every((sight) => isSame(sight, first!))
  return [
    ...(isSteady ? [] : spans.flatMap(({ sight, until }) => [until + settling, sight.firstSeenAt + settling])),
    ...spans.filter(({ sight }) => isFaulty(sight)).map(({ sight }) => sight.seenAt + confirmingMs(pace)),
  ]
}

const isSame = (a: Sight, b: Sight): boolean =>
  a.certificate.fingerprint256 === b.certificate.fingerprint256 && !isFaulty(a) && !isFaulty(b)

const isFaulty = ({ certificate }: Sight): boolean => certificate.errors.length > 0

/** @param spans of one certificate, in any region */
function presentOf(spans: readonly Span[], pace: Pace, now: number): Present {
  const last = spans.reduce((a, b) => (b.sight.seenAt > a.sight.seenAt ? b : a))
  const faulty = spans.filter(({ sight }) => isFaulty(sight))
  const longest = Math.max(...faulty.map(({ sight, until }) => Math.min(until, now) - sight.seenAt))
  return {
    certificate: last.sight.certificate,
    regions: [...new Set(spans.map(({ sight }) => sight.region))].sort(),
    isConfirmed: isFaulty(last.sight) && (faulty.length > 1 || longest >= confirmingMs(pace)),
  }
}
