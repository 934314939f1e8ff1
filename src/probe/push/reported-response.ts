/** Omits known responses of a failing target: during a long outage, only one response per hour goes to the server. */
import { isNewResponse, toReportedResponse } from '../../core/results/response-hash.ts'
import type { ProberOutcome } from '../../probers/run-check.ts'
import type { AssignedMonitor } from '../schedule/assignment-table.ts'

/**
 * Removes a response that was already reported to the server, and remembers a new one.
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
