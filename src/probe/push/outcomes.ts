/** What the runner makes of what a check found. */
import type { CheckResult } from '../../core/probes/protocol.ts'
import { type ErrorType, NO_TIMINGS, withOptionalParts } from '../../core/results/verdict.ts'
import type { ProberOutcome } from '../../probers/run-check.ts'

/** When a check was due and when it began, Unix ms. */
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

/** A check that threw: a fault of this program, and no word about the target. */
export const toFaultOutcome = (error: unknown): ProberOutcome => ({
  status: 'inconclusive',
  responseTimeMs: null,
  statusCode: null,
  errorType: null,
  errorMessage: `internal error in the probe: ${error instanceof Error ? error.message : String(error)}`,
  timings: NO_TIMINGS,
  remoteAddress: null,
})

/** A pass is a pass; failing or slow may be the work of whatever held this program up. */
export const toDisturbedOutcome = (outcome: ProberOutcome): ProberOutcome =>
  outcome.status === 'down' || outcome.status === 'degraded'
    ? toInconclusive(outcome, 'the clock jumped or the probe stalled during this check')
    : outcome

/** @param reason why the probe's own connection explains it */
export const toConnectionTrouble = (outcome: ProberOutcome, reason: string): ProberOutcome =>
  toInconclusive(outcome, `network problem on the probe: ${reason}`)

const toInconclusive = ({ response: _, ...outcome }: ProberOutcome, why: string): ProberOutcome => ({
  ...outcome,
  status: 'inconclusive',
  errorType: null,
  errorMessage: outcome.errorMessage === null ? why : `${why}; observed: ${outcome.errorMessage}`,
})

const hasPassed = ({ status }: ProberOutcome): boolean => status === 'up' || status === 'degraded'

/** A host spoke, well or badly. */
const CAUSES_WITH_ANSWER: ReadonlySet<ErrorType | null> = new Set(['status_code', 'keyword_missing', 'ssl_error'])

/** Whether the check shows that the network carries, up to its end. */
export const hasTargetAnswered = (outcome: ProberOutcome): boolean =>
  hasPassed(outcome) || (outcome.status === 'down' && CAUSES_WITH_ANSWER.has(outcome.errorType))

/** What a probe without network finds. The other causes need an answer from somewhere. */
const CAUSES_WITHOUT_NETWORK: ReadonlySet<ErrorType | null> = new Set(['timeout', 'dns_error', 'connection_error'])

/** Whether a failure could also be explained by the probe's own network, which may go in the middle of an answer. */
export const canBeProbeFault = (outcome: ProberOutcome): boolean =>
  outcome.status === 'down' && CAUSES_WITHOUT_NETWORK.has(outcome.errorType)

/** The address whose path is in question; null when no name server led there. */
export const findSuspectAddress = ({ errorType, remoteAddress }: ProberOutcome): string | null =>
  errorType === 'dns_error' ? null : remoteAddress
