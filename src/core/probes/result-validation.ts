/** Validates results: an impossible value would otherwise be noticed only by its reader, if at all. */

import { CHECK_STATUSES, ERROR_TYPES, type Timings } from '../results/verdict.ts'
import { type CheckResult, RESULT_KINDS } from './protocol.ts'

/** Maximum of a column of type `integer`. */
const MAX_KEY = 2 ** 31 - 1

/** Unix ms, in the year 5138. */
const MAX_TIME = 1e14

/** ms: eleven days. */
const MAX_DURATION_MS = 1e9

const MAX_STATUS_CODE = 65_535

const KINDS: ReadonlySet<string> = new Set(RESULT_KINDS)
const STATUSES: ReadonlySet<string> = new Set(CHECK_STATUSES)
const ERRORS: ReadonlySet<string> = new Set(ERROR_TYPES)

const isIntegerWithin = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max

const isDuration = (value: number | null): boolean => value === null || (value >= 0 && value <= MAX_DURATION_MS)

const hasValidTimings = ({ dnsMs, connectMs, tlsMs, firstByteMs, downloadMs }: Timings): boolean =>
  isDuration(dnsMs) && isDuration(connectMs) && isDuration(tlsMs) && isDuration(firstByteMs) && isDuration(downloadMs)

const isText = (value: string | null): boolean => value === null || typeof value === 'string'

/** @returns the invalid field; null when there is none. Called for every result, so it is fast */
export function findResultFault(result: CheckResult): string | null {
  if (!isIntegerWithin(result.monitorKey, 1, MAX_KEY)) return 'monitorKey'
  if (!KINDS.has(result.kind)) return 'kind'
  if (!isIntegerWithin(result.scheduledAt, 0, MAX_TIME)) return 'scheduledAt'
  if (!(result.startedAt >= 0 && result.startedAt <= MAX_TIME)) return 'startedAt'
  if (!STATUSES.has(result.status)) return 'status'
  if (!isDuration(result.responseTimeMs)) return 'responseTimeMs'
  if (!hasValidTimings(result.timings)) return 'timings'
  if (result.statusCode !== null && !isIntegerWithin(result.statusCode, 0, MAX_STATUS_CODE)) return 'statusCode'
  if (result.errorType !== null && !ERRORS.has(result.errorType)) return 'errorType'
  return isText(result.errorMessage) && isText(result.remoteAddress) ? null : 'errorMessage'
}

/** A result that was rejected, or stored only in part. */
export interface RefusedResult {
  region: string
  monitorKey: number
  scheduledAt: number
  /** Why the result was rejected. */
  reason: string
  /** The result was stored without its details. */
  isPartly: boolean
}

export type OnRefused = (refused: RefusedResult) => void
