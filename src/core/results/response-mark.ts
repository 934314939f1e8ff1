/** Whether a failing target still answers the same, so that a long outage is not told of with every check. */

import { HOUR_MS } from '../platform/time/time.ts'
import type { KeptResponse } from './kept-response.ts'

/** How long an answer that stays the same need not be told again. */
export const RETELL_RESPONSE_MS = HOUR_MS

/** The one that the server was told of last. */
export interface ToldResponse {
  mark: number
  /** Unix ms; after that it is told again. */
  until: number
}

export const toldResponse = (response: KeptResponse, now: number): ToldResponse => ({
  mark: responseMark(response),
  until: now + RETELL_RESPONSE_MS,
})

/** @param told null when none was since the target last passed */
export const isResponseNews = (told: ToldResponse | null, response: KeptResponse, now: number): boolean =>
  told === null || now >= told.until || told.mark !== responseMark(response)

/** Where a body breaks off depends on the length of its numbers, so the end of one that does is left out. */
const MARKED_OF_TRUNCATED = 3_000

/** What numbers, times, addresses and tokens are made of. */
const WORD = /[\w+\-./:=]+/g
const DIGIT = /\d/

/**
 * Tells one answer from another in 32 bits (FNV-1a) by its status and its body. Words with a digit count as one and the
 * same: error pages name the time and the request. Headers do so too, and are left out.
 */
export function responseMark({ statusCode, contentType, body, bodyTruncated }: KeptResponse): number {
  const words = (body ?? contentType ?? '').replace(WORD, (word) => (DIGIT.test(word) ? '0' : word))
  const end = bodyTruncated ? Math.min(words.length, MARKED_OF_TRUNCATED) : words.length
  let hash = step(0x811c9dc5, statusCode)
  for (let at = 0; at < end; at++) hash = step(hash, words.charCodeAt(at))
  return hash
}

const step = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)
