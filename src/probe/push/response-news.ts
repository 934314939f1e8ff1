/** Of what a failing target answers, only news goes to the server: a long outage costs one answer an hour. */
import { isResponseNews, toldResponse } from '../../core/results/response-mark.ts'
import type { ProberOutcome } from '../../probers/run-check.ts'
import type { Held } from '../schedule/roster.ts'

/**
 * Leaves out an answer that the server was told of, and remembers one that it is told now.
 *
 * @param now Unix ms
 */
export function withResponseNews(held: Held, outcome: ProberOutcome, now: number): ProberOutcome {
  const { response } = outcome
  if (response === undefined) return outcome
  if (!isResponseNews(held.toldResponse, response, now)) return { ...outcome, response: undefined }
  held.toldResponse = toldResponse(response, now)
  return outcome
}
