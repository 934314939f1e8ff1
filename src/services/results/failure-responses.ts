/** One result, and what the target answered when it failed. */
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

/** A probe counts the hour from the end of a check, and a check may take a while and wait for its turn. */
const SLACK_MS = 10 * MINUTE_MS

/**
 * What was answered to a check that failed: what came with its result, or what was told of before and was so much the
 * same that it was not told again. Null when there was no answer.
 */
export async function findFailureResponse(db: Reader, result: StoredResult): Promise<StoredResponse | null> {
  const { monitorKey, regionKey, scheduledAt, status, statusCode } = result
  if (status !== 'down' || statusCode === null) return null
  const from = scheduledAt - REPEAT_RESPONSE_MS - SLACK_MS
  const sight = await findLastResponse(db, { monitorKey, regionKey, from, to: scheduledAt })
  if (sight === null || sight.response.statusCode !== statusCode) return null
  const between = { monitorKey, regionKey, from: sight.scheduledAt, to: scheduledAt }
  return (await hasPassedBetween(db, between)) ? null : sight
}
