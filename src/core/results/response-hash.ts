/**
 * Detects whether a failing target still returns the same response, so that a long outage is not reported with every
 * check.
 */

import { HOUR_MS } from '../platform/time/time.ts'
import type { FailureResponse } from './failure-response.ts'

/** Time for which an unchanged response is not reported again. */
export const REPEAT_RESPONSE_MS = HOUR_MS

/** The response that was last reported to the server. */
export interface ReportedResponse {
  hash: number
  /** Unix ms; afterwards it is reported again. */
  until: number
}

export const toReportedResponse = (response: FailureResponse, now: number): ReportedResponse => ({
  hash: hashResponse(response),
  until: now + REPEAT_RESPONSE_MS,
})

/**
 * Returns whether a response must be reported to the server.
 *
 * @param reported null when no response was reported since the target last passed
 */
export const isNewResponse = (reported: ReportedResponse | null, response: FailureResponse, now: number): boolean =>
  reported === null || now >= reported.until || reported.hash !== hashResponse(response)

/**
 * Number of hashed characters of a truncated body. The place of the cut depends on the length of the numbers in the
 * body, so the end is not hashed.
 */
const HASHED_OF_TRUNCATED = 3_000

/** Numbers, times, addresses and tokens consist of these characters. */
const TOKEN = /[\w+\-./:=]+/g
const DIGIT = /\d/

/**
 * Hashes the status and the body of a response to 32 bits (FNV-1a). All words with a digit hash the same, because error
 * pages contain the time and the request id. Headers contain such values too, and are excluded.
 */
export function hashResponse({ statusCode, contentType, body, bodyTruncated }: FailureResponse): number {
  const tokens = (body ?? contentType ?? '').replace(TOKEN, (word) => (DIGIT.test(word) ? '0' : word))
  const end = bodyTruncated ? Math.min(tokens.length, HASHED_OF_TRUNCATED) : tokens.length
  let hash = updateHash(0x811c9dc5, statusCode)
  for (let at = 0; at < end; at++) hash = updateHash(hash, tokens.charCodeAt(at))
  return hash
}

const updateHash = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)
