import { secretsOf } from '../core/results/kept-response.ts'
import { failed, PASSED, slow, type Verdict } from '../core/results/verdict.ts'
import type { ResponseHead } from '../net/http/http-head.ts'
import { fetchTarget, type HttpObservation, HttpSettings, observationOf, refuseHttpSettings } from './http-settings.ts'
import { defineProber } from './prober.ts'
import { bytesToKeep, keepResponse } from './response-keeper.ts'
import { refuseUrl, tlsEndpointOfUrl } from './url-target.ts'

/** A URL answers with the right status. */
export const http = defineProber({
  settings: HttpSettings,
  refuseTarget: refuseUrl,
  refuseSettings: refuseHttpSettings,
  tlsEndpoint: tlsEndpointOfUrl,
  observe: async (target, settings, context) =>
    observationOf(await fetchTarget(target, settings, context, wishOf(settings)), context),
  judge: judgeHttp,
  keepResponse: ({ answer }, settings) => keepResponse(answer, secretsOf(settings.headers)),
})

/** An answer that is as expected is not looked at, so it costs nothing; and most come plain when nobody asks otherwise. */
const wishOf = (settings: HttpSettings) => ({
  acceptsCoding: false,
  keepsBytes: (head: ResponseHead) => (isExpected(head.status, settings) ? 0 : bytesToKeep(head)),
})

export function judgeHttp(observation: HttpObservation, settings: HttpSettings): Verdict {
  const { failure, statusCode, durationMs } = observation
  if (failure) return failed(failure)
  if (!isExpected(statusCode, settings)) {
    return failed({ cause: 'status_code', message: describeStatus(observation, settings) })
  }
  const { slowThresholdMs } = settings
  return slowThresholdMs !== null && durationMs > slowThresholdMs ? slow(durationMs, slowThresholdMs) : PASSED
}

function isExpected(status: number | null, { expectedStatus, followRedirects }: HttpSettings): boolean {
  if (status === null) return false
  if (expectedStatus) return expectedStatus.includes(status)
  return status >= 200 && status < (followRedirects ? 300 : 400)
}

/** Most expected statuses named in a message. */
const STATUSES_SHOWN = 5

/** `status 503, expected 200 or 204` */
function describeStatus({ statusCode, redirects }: HttpObservation, settings: HttpSettings): string {
  const after = redirects > 0 ? ` after ${redirects} redirect${redirects === 1 ? '' : 's'}` : ''
  return `status ${statusCode}${after}, expected ${describeExpected(settings)}`
}

function describeExpected({ expectedStatus, followRedirects }: HttpSettings): string {
  if (expectedStatus === null) return followRedirects ? '2xx' : '2xx or 3xx'
  const shown = expectedStatus.slice(0, STATUSES_SHOWN).join(', ')
  if (expectedStatus.length > STATUSES_SHOWN) return `${shown} or ${expectedStatus.length - STATUSES_SHOWN} others`
  return shown.replace(/, (\d+)$/, ' or $1')
}
