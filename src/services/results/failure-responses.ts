/** Single results and the responses of failed checks. */
import { Problem } from '../../core/platform/errors.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import { REPEAT_RESPONSE_MS } from '../../core/results/response-hash.ts'
import type { Reader } from '../../store/platform/store.ts'
import { findLastResponse, type StoredResponse } from '../../store/results/failure-responses.ts'
import { findResult, hasPassedBetween, parseResultId, type StoredResult } from '../../store/results/results.ts'

/** @throws Problem RESOURCE_NOT_FOUND when the monitor has no result with this id */
export async function getResult(db: Reader, monitorKey: number, id: string): Promise<StoredResult> {
  const key = parseResultId(id)
  const result = key?.monitorKey === monitorKey ? await findResult(db, key) : null
  if (!result) throw new Problem('RESOURCE_NOT_FOUND', 'This result does not exist for the monitor')
  return result
}

/**
 * Added to the hour, because a probe measures it from the end of a check. A check may be slow and wait in the queue.
 */
const SLACK_MS = 10 * MINUTE_MS

/**
 * Finds the response of a failed check. It is stored with the result, or it is an earlier response that was similar
 * enough not to be stored again. Null when there was no response.
 */
export async function findFailureResponse(db: Reader, result: StoredResult): Promise<StoredResponse | null> {
  const { monitorKey, regionKey, scheduledAt, status, statusCode } = result
  if (status !== 'down' || statusCode === null) return null
  const from = scheduledAt - REPEAT_RESPONSE_MS - SLACK_MS
  const stored = await findLastResponse(db, { monitorKey, regionKey, from, to: scheduledAt })
  if (stored === null || stored.response.statusCode !== statusCode) return null
  const between = { monitorKey, regionKey, from: stored.scheduledAt, to: scheduledAt }
  return (await hasPassedBetween(db, between)) ? null : stored
}
