/** What the runner makes of what a check found. */
import type { CheckResult } from '../core/protocol.ts'
import { type ErrorType, NO_TIMINGS, withRareParts } from '../core/verdict.ts'
import type { CheckOutcome } from '../probers/run-check.ts'

/** When a check was due and when it began, Unix ms. */
export interface CheckTimes {
  scheduledAt: number
  startedAt: number
}

export function resultOf(monitorKey: number, times: CheckTimes, outcome: CheckOutcome): CheckResult {
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
  return withRareParts(common, outcome)
}

/** A check that threw: a fault of this program, and no word about the target. */
export const faulty = (error: unknown): CheckOutcome => ({
  status: 'inconclusive',
  responseTimeMs: null,
  statusCode: null,
  errorType: null,
  errorMessage: `fault in the probe: ${error instanceof Error ? error.message : String(error)}`,
  timings: NO_TIMINGS,
  remoteAddress: null,
})

/** A pass is a pass; failing or slow may be the work of whatever held this program up. */
export const disturbed = (outcome: CheckOutcome): CheckOutcome =>
  outcome.status === 'down' || outcome.status === 'degraded'
    ? inconclusive(outcome, 'the clock jumped or the probe stood still during this check')
    : outcome

export const ours = (outcome: CheckOutcome): CheckOutcome =>
  inconclusive(outcome, 'the probe itself is cut off: most of its targets failed and so did its own connectivity check')

const inconclusive = ({ response: _, ...outcome }: CheckOutcome, why: string): CheckOutcome => ({
  ...outcome,
  status: 'inconclusive',
  errorType: null,
  errorMessage: outcome.errorMessage === null ? why : `${why}; it saw: ${outcome.errorMessage}`,
})

export const hasPassed = ({ status }: CheckOutcome): boolean => status === 'up' || status === 'degraded'

/** What a probe without network finds. The other causes need an answer from somewhere. */
const CAUSES_WITHOUT_NETWORK: ReadonlySet<ErrorType | null> = new Set(['timeout', 'dns_error', 'connection_error'])

/** Whether a failure could also be explained by the probe's own network. */
export const mayBeOurs = (outcome: CheckOutcome): boolean =>
  outcome.status === 'down' && outcome.statusCode === null && CAUSES_WITHOUT_NETWORK.has(outcome.errorType)
