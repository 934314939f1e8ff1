/** Inspects the body of a response: its text, and the assertions about it. Shared by HTTP and KEYWORD. */
import type { Assertion } from '../core/monitors/assertions/assertion.ts'
import {
  type AssertedResponse,
  describeAssertion,
  describeBroken,
  judgeAssertions,
} from '../core/monitors/assertions/judge-assertions.ts'
import type { AssertStep } from '../core/results/trace-step.ts'
import { type Failure, toFailedVerdict, type Verdict } from '../core/results/verdict.ts'
import { decodeBody, decodeText } from '../net/http/decode-body.ts'
import type { HttpResult } from '../net/http/http.ts'
import { quoteExcerpt } from '../net/http/http-head.ts'
import { createSecretFilter } from '../net/trace/trace-steps.ts'
import { type HttpObservation, type HttpSettings, MAX_BODY_BYTES, type ReadBody } from './http-settings.ts'

const NO_BODY: ReadBody = Object.freeze({ text: '', bytes: 0, undecodable: null })

/** Decodes the kept part of a body. */
export async function readBody(result: HttpResult, address: string | null): Promise<ReadBody> {
  const { failure, body, headers } = result
  if (failure) return NO_BODY
  const decoded = await decodeBody(body, headers.get('content-encoding'), MAX_BODY_BYTES)
  if (decoded === null) return { ...NO_BODY, undecodable: describeBody(result, address) }
  return { text: decodeText(decoded, headers.get('content-type')), bytes: decoded.length, undecodable: null }
}

const describeBody = ({ headers }: HttpResult, address: string | null): Failure => ({
  cause: 'connection_error',
  message: `read ${address}: the body is not ${quoteExcerpt(headers.get('content-encoding') ?? '')} as declared in its headers`,
})

/**
 * Judges the assertions of a response with an expected status. A response that is slow and breaks an assertion with the
 * effect `degraded` is reported as slow.
 *
 * @param verdict without the assertions
 */
export function judgeAsserted(verdict: Verdict, observation: HttpObservation, settings: HttpSettings): Verdict {
  const { assertions } = settings
  if (verdict.status === 'down' || !assertions?.length) return verdict
  if (observation.body?.undecodable) return toFailedVerdict(observation.body.undecodable)
  const results = judgeAssertions(assertions, toAssertedResponse(observation, settings))
  const down = describeBroken(results, 'down')
  if (down !== null) return toFailedVerdict({ cause: 'keyword_missing', message: down })
  const degraded = verdict.status === 'degraded' ? null : describeBroken(results, 'degraded')
  return degraded === null ? verdict : { status: 'degraded', errorType: 'slow_response', errorMessage: degraded }
}

/** Describes the assertions of a traced check. */
export const toAssertStep = (
  assertions: readonly Assertion[],
  observation: HttpObservation,
  settings: HttpSettings,
): AssertStep => ({
  kind: 'assert',
  assertions: judgeAssertions(assertions, toAssertedResponse(observation, settings)).map(({ assertion, problem }) => ({
    text: describeAssertion(assertion),
    effect: assertion.effect ?? 'down',
    problem,
  })),
})

function toAssertedResponse(
  { body = NO_BODY, durationMs, answer, secrets }: HttpObservation,
  { headers }: HttpSettings,
): AssertedResponse {
  // Most responses meet their assertions, and then no message is built
  let hide: ((text: string) => string) | null = null
  return {
    text: body.text,
    bodyBytes: body.bytes,
    durationMs,
    findHeader(name) {
      const lower = name.toLowerCase()
      const values = answer.headers.list().flatMap(([other, value]) => (other.toLowerCase() === lower ? [value] : []))
      return values.length === 0 ? null : values.join(', ')
    },
    hide(text) {
      hide ??= createSecretFilter(headers, secrets)
      return hide(text)
    },
  }
}
