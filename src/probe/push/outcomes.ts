/** Converts the outcome of a check: to a result for the server, or to an inconclusive outcome. */
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { CheckResult } from '../../core/probes/protocol.ts'
import { isNewResponse, toReportedResponse } from '../../core/results/failure-response.ts'
import { addReportedGood, isAssumedReported, toGoodKey } from '../../core/results/good-response.ts'
import { type ErrorType, NO_TIMINGS, withOptionalParts } from '../../core/results/verdict.ts'
import type { ProberOutcome } from '../../probers/run-check.ts'
import type { AssignedMonitor } from '../schedule/assignment-table.ts'

/** Due time and start time of a check, Unix ms. */
interface CheckTimes {
  scheduledAt: number
  startedAt: number
}

export function toCheckResult(monitorKey: number, times: CheckTimes, outcome: ProberOutcome): CheckResult {
  const common: CheckResult = {
    monitorKey,
    kind: 'check',
    scheduledAt: times.scheduledAt,
    startedAt: times.startedAt,
    status: outcome.status,
    responseTimeMs: outcome.responseTimeMs,
    statusCode: outcome.statusCode,
    errorType: outcome.errorType,
    errorMessage: outcome.errorMessage,
    timings: outcome.timings,
    remoteAddress: outcome.remoteAddress,
  }
  return withOptionalParts(common, outcome)
}

/** A check that threw has found a bug of this program, and proves nothing about the target. */
export const toFaultOutcome = (error: unknown): ProberOutcome => ({
  status: 'inconclusive',
  responseTimeMs: null,
  statusCode: null,
  errorType: null,
  errorMessage: `internal error in the probe: ${error instanceof Error ? error.message : String(error)}`,
  timings: NO_TIMINGS,
  remoteAddress: null,
})

/**
 * Converts the outcome of a check during which time was disturbed. A pass stays a pass. A failure or a slow response
 * may be due to the stall of this program.
 */
export const toDisturbedOutcome = (outcome: ProberOutcome): ProberOutcome =>
  outcome.status === 'down' || outcome.status === 'degraded'
    ? toInconclusive(outcome, 'the clock jumped or the probe stalled during this check')
    : outcome

/** @param reason the trouble of the probe's own connection that explains the outcome */
export const toConnectionTrouble = (outcome: ProberOutcome, reason: string): ProberOutcome =>
  toInconclusive(outcome, `network problem on the probe: ${reason}`)

const toInconclusive = ({ response: _, ...outcome }: ProberOutcome, why: string): ProberOutcome => ({
  ...outcome,
  status: 'inconclusive',
  errorType: null,
  errorMessage: outcome.errorMessage === null ? why : `${why}; observed: ${outcome.errorMessage}`,
})

const hasPassed = ({ status }: ProberOutcome): boolean => status === 'up' || status === 'degraded'

/** Failures in which a host answered. */
const CAUSES_WITH_ANSWER: ReadonlySet<ErrorType | null> = new Set(['status_code', 'keyword_missing', 'ssl_error'])

/** Whether the check proves that the network worked until its end. */
export const hasTargetAnswered = (outcome: ProberOutcome): boolean =>
  hasPassed(outcome) || (outcome.status === 'down' && CAUSES_WITH_ANSWER.has(outcome.errorType))

/** Failures that a probe without network reports. The other error types need an answer from a host. */
const CAUSES_WITHOUT_NETWORK: ReadonlySet<ErrorType | null> = new Set(['timeout', 'dns_error', 'connection_error'])

/** Whether the probe's own network could also explain a failure. The network may fail in the middle of an answer. */
export const canBeProbeFault = (outcome: ProberOutcome): boolean =>
  outcome.status === 'down' && CAUSES_WITHOUT_NETWORK.has(outcome.errorType)

/** The address whose path may be the cause; null when name resolution failed. */
export const findSuspectAddress = ({ errorType, remoteAddress }: ProberOutcome): string | null =>
  errorType === 'dns_error' ? null : remoteAddress

/** Removes a response that was already reported to the server, and remembers a new one. */
export function omitReportedResponse(monitor: AssignedMonitor, outcome: ProberOutcome, now: UnixMs): ProberOutcome {
  const { response } = outcome
  if (hasPassed(outcome)) {
    // Only a check over HTTP has a status and a response
    if (response !== undefined || (outcome.statusCode !== null && isAssumedReported(monitor.reportedGood, now)))
      recordReportedGood(monitor, outcome, now)
    return outcome
  }
  if (response === undefined) return outcome
  if (!isNewResponse(monitor.lastReportedResponse, response, now)) return { ...outcome, response: undefined }
  monitor.lastReportedResponse = toReportedResponse(response, now)
  return outcome
}

function recordReportedGood(monitor: AssignedMonitor, outcome: ProberOutcome, now: UnixMs): void {
  const key = toGoodKey(outcome.statusCode, outcome.remoteAddress, monitor.certificateHash)
  monitor.reportedGood = addReportedGood(monitor.reportedGood, key, { monitorKey: monitor.key, now })
}
