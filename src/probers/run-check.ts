/** Runs one check from a target to an outcome. */

import type { TlsTerms } from '../core/monitors/monitor.ts'
import { listSettingSecrets } from '../core/platform/secret-settings.ts'
import type { ProbeKind } from '../core/probes/protocol.ts'
import { hashSeenCertificate } from '../core/results/certificate.ts'
import { toGoodKey } from '../core/results/good-response.ts'
import type { CheckPhase, PhaseListener, TraceLog } from '../core/results/trace-step.ts'
import {
  type CheckOutcome,
  NO_TIMINGS,
  type Observation,
  type OptionalParts,
  ProbeError,
  type Verdict,
  withOptionalParts,
} from '../core/results/verdict.ts'
import type { CheckContext } from '../net/connection/dial.ts'
import { MemoryShare } from '../net/connection/memory-budget.ts'
import type { ProbeTools } from '../net/connection/tools.ts'
import { CertificateRecorder } from '../net/tls/certificate-recorder.ts'
import { Trace } from '../net/trace/trace.ts'
import { createSecretFilter } from '../net/trace/trace-steps.ts'
import { findProber } from './index.ts'
import type { Prober } from './prober.ts'

export interface CheckRequest {
  type: ProbeKind
  target: string
  /** Complete settings according to the prober's schema; they are not validated again. */
  settings: unknown
  /** Parts of the settings that the outcome must not contain; see `Assignment`. */
  secrets?: readonly string[] | undefined
  /** TLS requirements of a certificate watch; absent without one. */
  tls?: TlsTerms | undefined
  timeoutMs: number
  /** Hash of the known certificate, which is not reported again; absent if there is none. */
  certificateHash?: number | null
  /** Keys of good responses that are not captured again; absent or null: none is captured. See `toGoodKey`. */
  knownGood?: readonly string[] | null
}

export interface ProberOutcome extends CheckOutcome, OptionalParts {
  /** The port of the remote address; absent for pings, and without a connection. */
  remotePort?: number
}

/** Receivers of the progress of a check. Without them, a check does no work for them. */
interface CheckListeners {
  /** Receives every step of a traced check when it is over. */
  log?: TraceLog
  /** Receives every phase when it begins. */
  onPhase?: PhaseListener | undefined
}

/** Maximum characters of a message, as incidents accept it. Most are far shorter. */
const MAX_MESSAGE_LENGTH = 1_000

/**
 * Runs a check. Never throws and never takes longer than `timeoutMs`: trouble on the probe's side and bugs are returned
 * as `inconclusive`.
 */
export async function runCheck(
  given: CheckRequest,
  tools: ProbeTools,
  { log, onPhase }: CheckListeners = {},
): Promise<ProberOutcome> {
  const request = withSettingSecrets(given)
  const prober = findProber(request.type)
  if (prober === undefined) return createInconclusive(`this probe does not support ${request.type} checks`)
  const deadline = tools.deadline(request.timeoutMs)
  const memory = new MemoryShare(tools.memory)
  try {
    const onSafePhase = onPhase && hideSecrets(onPhase, request)
    const trace = new Trace(new CertificateRecorder(request.certificateHash ?? null), log, onSafePhase)
    return await check(prober, request, {
      keepsGood: createGoodFilter(request, trace),
      tools,
      deadline,
      trace,
      memory,
      tlsTerms: request.tls,
      secrets: request.secrets,
    })
  } catch (error) {
    return createInconclusive(hideVariables(request, describeTrouble(error)))
  } finally {
    deadline.clear()
    memory.release()
  }
}

/** Credentials of the settings are secrets of the check, as secret variables are. */
function withSettingSecrets(request: CheckRequest): CheckRequest {
  const found = listSettingSecrets(request.settings as Record<string, unknown>)
  return found.length === 0 ? request : { ...request, secrets: [...(request.secrets ?? []), ...found] }
}

/** Creates a function that returns whether a good response with a status is captured; undefined when none is. */
function createGoodFilter({ knownGood, certificateHash }: CheckRequest, trace: Trace): CheckContext['keepsGood'] {
  if (!knownGood) return undefined
  return (status) => {
    const certificate = trace.certificate?.newCertificate
    const hash = certificate ? hashSeenCertificate(certificate) : (certificateHash ?? 0)
    return !knownGood.includes(toGoodKey(status, trace.remoteAddress, hash))
  }
}

/** A target may repeat the data that it was sent, and a message may quote the target. */
const hideVariables = ({ secrets }: CheckRequest, message: string): string =>
  secrets ? createSecretFilter({}, secrets)(message) : message

/** A redirect may repeat a secret header of the request in the name of a host. */
function hideSecrets(onPhase: PhaseListener, { settings, secrets }: CheckRequest): PhaseListener {
  const hide = createSecretFilter((settings as { headers?: Record<string, string> }).headers ?? {}, secrets)
  return ({ subject, ...phase }: CheckPhase) => onPhase({ ...phase, subject: subject && hide(subject) })
}

type Context = Parameters<Prober['observe']>[2]

async function check(prober: Prober, request: CheckRequest, context: Context): Promise<ProberOutcome> {
  const { target, settings } = request
  const observation = await prober.observe(target, settings, context)
  const { extras } = observation
  const certificate = context.trace.certificate?.newCertificate ?? undefined
  const { errorMessage, ...judged } = prober.judge(observation, settings)
  const verdict = { ...judged, errorMessage: errorMessage && hideVariables(request, errorMessage) }
  const isGood = verdict.status === 'up' && context.keepsGood?.(observation.statusCode) === true
  const isCaptured = verdict.status === 'down' || isGood
  const response = isCaptured ? await prober.captureResponse?.(observation, settings) : null
  const { unanswered, lastKnown, note, remotePort } = context.trace
  const notes = [note, unanswered, lastKnown].filter((text) => text !== null)
  const outcome = toOutcome(observation, verdict, notes)
  if (remotePort !== null) outcome.remotePort = remotePort
  return withOptionalParts(outcome, { extras, certificate, response: response ?? undefined })
}

/** @param notes added to the end of a failure message */
const toOutcome = (observation: Observation, verdict: Verdict, notes: readonly string[]): ProberOutcome => ({
  status: verdict.status,
  responseTimeMs: observation.durationMs,
  statusCode: observation.statusCode,
  errorType: verdict.errorType,
  errorMessage: verdict.errorMessage === null ? null : withNotes(verdict.errorMessage, notes),
  timings: observation.timings,
  remoteAddress: observation.remoteAddress,
})

function withNotes(message: string, notes: readonly string[]): string {
  const end = notes.map((note) => ` (${note})`).join('')
  return message.slice(0, MAX_MESSAGE_LENGTH - end.length) + end
}

const createInconclusive = (message: string): ProberOutcome => ({
  status: 'inconclusive',
  responseTimeMs: null,
  statusCode: null,
  errorType: null,
  errorMessage: message.slice(0, MAX_MESSAGE_LENGTH),
  timings: NO_TIMINGS,
  remoteAddress: null,
})

/** Marks a bug of this program in the message, so that a user can report it. */
function describeTrouble(error: unknown): string {
  if (error instanceof ProbeError) return error.message
  return `error of the probe: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`
}
