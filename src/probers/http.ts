import { type Static, Type } from 'typebox'
import { hasBodySource } from '../core/monitors/assertions/judge-assertions.ts'
import { joinStatusCodes } from '../core/monitors/status-codes.ts'
import { listRequestSecrets } from '../core/results/failure-response.ts'
import { PASSED, toFailedVerdict, toSlowVerdict, type Verdict } from '../core/results/verdict.ts'
import type { CheckContext } from '../net/connection/dial.ts'
import type { ResponseHead } from '../net/http/http-head.ts'
import { parseTlsEndpoint, refuseUrl } from './check-target.ts'
import { judgeAsserted, readBody, toAssertStep } from './http-body.ts'
import {
  captureResponse,
  fetchTarget,
  HTTP_PROPERTIES,
  type HttpObservation,
  type HttpSettings,
  limitCapturedBytes,
  refuseHttpSettings,
  toHttpObservation,
} from './http-settings.ts'
import { defineProber } from './prober.ts'

const Settings = Type.Object(
  {
    ...HTTP_PROPERTIES,
    readBody: Type.Enum(['auto', 'no'], {
      title: 'Response body',
      default: 'auto',
      description:
        'Whether an expected response is read to its end. A body of unknown length is read for at most 3 s, or until it counts as slow. Without reading, the response time ends with the headers, and a body that breaks off is not noticed. Assertions about the body read it',
    }),
  },
  { additionalProperties: false },
)
type Settings = Static<typeof Settings>

/** Checks that a URL returns the expected status. */
export const http = defineProber({
  settings: Settings,
  refuseTarget: refuseUrl,
  refuseSettings: refuseHttpSettings,
  tlsEndpoint: parseTlsEndpoint,
  observe,
  judge: (observation, settings) => judgeAsserted(judgeHttp(observation, settings), observation, settings),
  captureResponse: ({ answer, secrets }, settings) =>
    captureResponse(answer, listRequestSecrets(settings.headers, secrets)),
})

async function observe(target: string, settings: Settings, context: CheckContext): Promise<HttpObservation> {
  const { assertions } = settings
  const inspectsBody = assertions?.some(hasBodySource) ?? false
  const result = await fetchTarget(target, settings, context, toFetchOptions(settings, inspectsBody, context))
  const observation = toHttpObservation(result, context)
  if (inspectsBody) observation.body = await readBody(result, context.trace.remoteAddress)
  if (context.trace.log && assertions?.length && !result.failure)
    context.trace.log.note(toAssertStep(assertions, observation, settings))
  return observation
}

/**
 * Without an assertion about the body, an expected response is not inspected, so no bytes of it are kept unless it is
 * captured. Most responses are uncompressed unless requested otherwise.
 */
const toFetchOptions = (settings: Settings, inspectsBody: boolean, { keepsGood }: CheckContext) => ({
  acceptsCoding: inspectsBody,
  // A slower response is degraded, so the body is read until the time has passed
  optionalBodyMs: inspectsBody ? undefined : (settings.slowThresholdMs ?? 0),
  canSkipBody: (head: ResponseHead) => settings.readBody === 'no' && isExpected(head.status, settings),
  keepsBytes(head: ResponseHead) {
    if (!isExpected(head.status, settings)) return limitCapturedBytes(head)
    if (inspectsBody) return Infinity
    return keepsGood?.(head.status) ? limitCapturedBytes(head) : 0
  },
})

export function judgeHttp(observation: HttpObservation, settings: HttpSettings): Verdict {
  const { failure, statusCode, durationMs } = observation
  if (failure) return toFailedVerdict(failure)
  if (!isExpected(statusCode, settings)) {
    return toFailedVerdict({ cause: 'status_code', message: describeStatus(observation, settings) })
  }
  const { slowThresholdMs } = settings
  return slowThresholdMs !== null && durationMs > slowThresholdMs ? toSlowVerdict(durationMs, slowThresholdMs) : PASSED
}

function isExpected(status: number | null, { expectedStatus, followRedirects }: HttpSettings): boolean {
  if (status === null) return false
  if (expectedStatus) return expectedStatus.includes(status)
  return status >= 200 && status < (followRedirects ? 300 : 400)
}

/** Maximum of expected statuses and ranges in a message. */
const STATUSES_SHOWN = 5

/** `status 503, expected 200 or 204` */
function describeStatus({ statusCode, redirects }: HttpObservation, settings: HttpSettings): string {
  const after = redirects > 0 ? ` after ${redirects} redirect${redirects === 1 ? '' : 's'}` : ''
  return `status ${statusCode}${after}, expected ${describeExpected(settings)}`
}

function describeExpected({ expectedStatus, followRedirects }: HttpSettings): string {
  if (expectedStatus === null) return followRedirects ? '2xx' : '2xx or 3xx'
  const joined = joinStatusCodes(expectedStatus)
  const shown = joined.slice(0, STATUSES_SHOWN).join(', ')
  if (joined.length > STATUSES_SHOWN) return `${shown} or ${joined.length - STATUSES_SHOWN} others`
  return shown.replace(/, (\S+)$/, ' or $1')
}
