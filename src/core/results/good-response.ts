/**
 * Responses of passing checks, so that the response of a failed check can be compared with a good one. A probe reports
 * one response a day, and one for each change of the status, the address or the certificate.
 */
import { DAY_MS, type UnixMs } from '../platform/time/time.ts'
import type { FailureResponse } from './failure-response.ts'

/**
 * Maximum number of stored responses per monitor and region, and of reported ones in a day. An address may change with
 * every check.
 */
export const MAX_GOOD_RESPONSES = 7

/** The good responses that a probe reported. */
export interface ReportedGood {
  /** Afterwards they are reported again. */
  until: UnixMs
  /** See `toGoodKey`. Null until the first good response after a start of the probe, which counts as reported. */
  keys: readonly string[] | null
}

/** Returns what differs between good responses that are stored side by side. */
export const toGoodKey = (status: number | null, address: string | null, certificateHash: number): string =>
  `${status} ${address} ${certificateHash}`

/** Returns the keys that need no report now; null when no response is to be reported. */
export function listKnownKeys(reported: ReportedGood | null, now: UnixMs): readonly string[] | null {
  if (reported === null || now >= reported.until) return []
  return reported.keys !== null && reported.keys.length < MAX_GOOD_RESPONSES ? reported.keys : null
}

/**
 * Assumes that an earlier run of the probe reported the response of the day. Otherwise each start of a probe would report
 * one response of every monitor within a minute. Days of monitors end at different times, and a start does not move them.
 *
 * @param passedAt last check that passed before the start
 */
export function createAssumedGood(monitorKey: number, passedAt: UnixMs): ReportedGood {
  const offset = DAY_MS * ((monitorKey % 1_000) / 1_000)
  return { until: Math.floor((passedAt - offset) / DAY_MS + 1) * DAY_MS + offset, keys: null }
}

/** Whether the next good response counts as reported. */
export const isAssumedReported = (reported: ReportedGood | null, now: UnixMs): boolean =>
  reported !== null && reported.keys === null && now < reported.until

/** Adds a reported response. The day is longer for some monitors, so that they do not all report together again. */
export const addReportedGood = (
  reported: ReportedGood | null,
  key: string,
  { monitorKey, now }: { monitorKey: number; now: UnixMs },
): ReportedGood =>
  reported !== null && now < reported.until
    ? { ...reported, keys: [...(reported.keys ?? []), key] }
    : { until: now + DAY_MS * (1 + (monitorKey % 500) / 1_000), keys: [key] }

/** A line of two responses that differs. Null where a response has no such line. */
interface ResponseDifference {
  part: 'status' | 'header' | 'body'
  /** Name of the header; null for other parts. */
  header: string | null
  /** Number of the body line, from 1; null for other parts. */
  line: number | null
  before: string | null
  after: string | null
}

export interface ResponseComparison {
  differences: ResponseDifference[]
  /** Number of further differences. */
  more: number
}

const MAX_DIFFERENCES = 20
const MAX_LINES = 200
const MAX_TEXT = 200

/** Headers that differ between any two responses. */
const VOLATILE_HEADERS = new Set([
  ...['date', 'age', 'expires', 'last-modified', 'etag', 'content-length', 'set-cookie'],
  ...['x-request-id', 'x-correlation-id', 'x-trace-id', 'traceparent', 'cf-ray', 'x-amz-cf-id', 'x-runtime'],
])

/** Compares two stored responses: status, headers by name, and the first lines of the bodies by their numbers. */
export function compareResponses(before: FailureResponse, after: FailureResponse): ResponseComparison {
  const all = [...compareStatuses(before, after), ...compareHeaders(before, after), ...compareBodies(before, after)]
  return { differences: all.slice(0, MAX_DIFFERENCES), more: Math.max(0, all.length - MAX_DIFFERENCES) }
}

const compareStatuses = (before: FailureResponse, after: FailureResponse): ResponseDifference[] =>
  before.statusCode === after.statusCode
    ? []
    : [{ part: 'status', header: null, line: null, before: `${before.statusCode}`, after: `${after.statusCode}` }]

function compareHeaders(before: FailureResponse, after: FailureResponse): ResponseDifference[] {
  const [old, current] = [joinHeaders(before), joinHeaders(after)]
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((header): ResponseDifference[] => {
    const [one, other] = [old.get(header) ?? null, current.get(header) ?? null]
    // A header that is absent may have been cut off
    const isCut = (one === null && before.headersTruncated) || (other === null && after.headersTruncated)
    return one === other || isCut ? [] : [{ part: 'header', header, line: null, ...excerpt(one, other) }]
  })
}

function joinHeaders({ headers }: FailureResponse): Map<string, string> {
  const joined = new Map<string, string>()
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    if (VOLATILE_HEADERS.has(lower)) continue
    const known = joined.get(lower)
    joined.set(lower, known === undefined ? value : `${known}, ${value}`)
  }
  return joined
}

function compareBodies(before: FailureResponse, after: FailureResponse): ResponseDifference[] {
  if (before.body === null || after.body === null) return []
  const [old, current] = [listLines(before.body), listLines(after.body)]
  // The end of a body that was cut off is unknown
  const known = (lines: string[], { bodyTruncated }: FailureResponse) => (bodyTruncated ? lines.length - 1 : MAX_LINES)
  const end = Math.min(known(old, before), known(current, after), Math.max(old.length, current.length))
  const differences: ResponseDifference[] = []
  for (let at = 0; at < end; at++) {
    const [one, other] = [old[at] ?? null, current[at] ?? null]
    if (one !== other) differences.push({ part: 'body', header: null, line: at + 1, ...excerpt(one, other) })
  }
  return differences
}

const listLines = (text: string): string[] => text.split(/\r?\n/, MAX_LINES)

/** Characters before the first difference of two long lines. */
const LEAD = 40

/** Shortens two lines to the part that differs. */
function excerpt(before: string | null, after: string | null): Pick<ResponseDifference, 'before' | 'after'> {
  const [one, other] = [before ?? '', after ?? '']
  let same = 0
  if (Math.max(one.length, other.length) > MAX_TEXT) while (same < one.length && one[same] === other[same]) same++
  const from = Math.max(0, same - LEAD)
  const cut = (text: string | null) =>
    text && `${from > 0 ? '…' : ''}${text.slice(from, from + MAX_TEXT)}${text.length > from + MAX_TEXT ? '…' : ''}`
  return { before: cut(before), after: cut(after) }
}
