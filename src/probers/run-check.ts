/** One check from a target to an outcome. */
import type { ProbeKind } from '../core/protocol.ts'
import { type CheckStatus, type ErrorType, NO_TIMINGS, type Timings } from '../core/verdict.ts'
import type { ProbeTools } from '../net/tools.ts'

export interface CheckRequest {
  type: ProbeKind
  target: string
  /** As the prober's settings schema has them, defaults filled in; they are not validated again. */
  settings: unknown
  timeoutMs: number
}

export interface CheckOutcome {
  status: CheckStatus
  /** From start to end; null when nothing was measured. */
  responseTimeMs: number | null
  statusCode: number | null
  errorType: ErrorType | null
  errorMessage: string | null
  timings: Timings
  remoteAddress: string | null
}

/** Never throws and never outlasts `timeoutMs`: trouble at home and faults of our own come back as `inconclusive`. */
export async function runCheck(request: CheckRequest, _tools: ProbeTools): Promise<CheckOutcome> {
  return inconclusive(`this probe cannot run ${request.type} checks`)
}

const inconclusive = (message: string): CheckOutcome => ({
  status: 'inconclusive',
  responseTimeMs: null,
  statusCode: null,
  errorType: null,
  errorMessage: message,
  timings: NO_TIMINGS,
  remoteAddress: null,
})
