/** Of what a failing target answers, only news goes to the server: a long outage costs one answer an hour. */
import { isNewResponse, toReportedResponse } from '../../core/results/response-hash.ts'
import type { ProberOutcome } from '../../probers/run-check.ts'
import type { AssignedMonitor } from '../schedule/assignment-table.ts'

/**
 * Leaves out an answer that the server was told of, and remembers one that it is told now.
 *
 * @param now Unix ms
 */
export function omitReportedResponse(monitor: AssignedMonitor, outcome: ProberOutcome, now: number): ProberOutcome {
  const { response } = outcome
  if (response === undefined) return outcome
  if (!isNewResponse(monitor.lastReportedResponse, response, now)) return { ...outcome, response: undefined }
  monitor.lastReportedResponse = toReportedResponse(response, now)
  return outcome
}
