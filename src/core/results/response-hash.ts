/** Whether a failing target still answers the same, so that a long outage is not told of with every check. */

import { HOUR_MS } from '../platform/time/time.ts'
import type { FailureResponse } from './failure-response.ts'

/** How long an answer that stays the same need not be told again. */
export const REPEAT_RESPONSE_MS = HOUR_MS

/** The one that the server was told of last. */
export interface ReportedResponse {
  hash: number
  /** Unix ms; after that it is told again. */
  until: number
}

export const toReportedResponse = (response: FailureResponse, now: number): ReportedResponse => ({
  hash: hashResponse(response),
  until: now + REPEAT_RESPONSE_MS,
})

/** @param told null when none was since the target last passed */
export const isNewResponse = (reported: ReportedResponse | null, response: FailureResponse, now: number): boolean =>
  reported === null || now >= reported.until || reported.hash !== hashResponse(response)

/** Where a body breaks off depends on the length of its numbers, so the end of one that does is left out. */
const HASHED_OF_TRUNCATED = 3_000

/** What numbers, times, addresses and tokens are made of. */
const TOKEN = /[\w+\-./:=]+/g
const DIGIT = /\d/

/**
 * Tells one answer from another in 32 bits (FNV-1a) by its status and its body. Words with a digit count as one and the
 * same: error pages name the time and the request. Headers do so too, and are left out.
 */
export function hashResponse({ statusCode, contentType, body, bodyTruncated }: FailureResponse): number {
  const words = (body ?? contentType ?? '').replace(TOKEN, (word) => (DIGIT.test(word) ? '0' : word))
  const end = bodyTruncated ? Math.min(words.length, HASHED_OF_TRUNCATED) : words.length
  let hash = updateHash(0x811c9dc5, statusCode)
  for (let at = 0; at < end; at++) hash = updateHash(hash, words.charCodeAt(at))
  return hash
}

const updateHash = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)
