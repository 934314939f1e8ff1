/** Shared settings and request of HTTP and KEYWORD monitors. */
import { isIP } from 'node:net'
import { type Static, Type } from 'typebox'
import { Assertions, findAssertionIssue } from '../core/monitors/assertions/assertion.ts'
import type { EgressPolicy } from '../core/platform/egress.ts'
import { DESCRIPTION_KEY, NAMES_KEY } from '../core/platform/validation/schema-words.ts'
import {
  type FailureResponse,
  MAX_FAILURE_BODY_BYTES,
  sanitizeBody,
  sanitizeContentType,
  sanitizeHeaders,
} from '../core/results/failure-response.ts'
import type { Failure, Observation } from '../core/results/verdict.ts'
import type { CheckContext } from '../net/connection/dial.ts'
import { IP_VERSIONS } from '../net/connection/dial-target.ts'
import { decodeBody, decodeText } from '../net/http/decode-body.ts'
import { failBeforeRequest, fetchUrl, type HttpRequest, type HttpResult } from '../net/http/http.ts'
import type { ResponseHead } from '../net/http/http-head.ts'
import {
  HEADER_NAME,
  HEADER_NAME_WORDS,
  HEADER_VALUE,
  HEADER_VALUE_WORDS,
  HTTP_METHODS,
} from '../net/http/http-request.ts'
import { toHostAndPort } from '../net/http/http1.ts'
import { createSecretFilter } from '../net/trace/trace-steps.ts'
import { AuthenticationSetting, createAuthorization, refuseAuthentication } from './authentication.ts'
import { AddressSetting, createNameServerContext, DnsServerSetting, refuseDnsServer } from './name-server.ts'
import type { SettingsRefusal } from './prober.ts'
import { ProxySetting, refuseProxy, toProxyServer } from './proxy.ts'
import { refuseTls, TlsSetting } from './tls-setting.ts'

const MAX_HEADERS = 50
const MAX_REQUEST_BODY = 64 * 1024

/** Maximum bytes read of a body; a larger body is still a valid response. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024

/** The properties, so that another prober can extend them. */
export const HTTP_PROPERTIES = {
  method: Type.Enum(HTTP_METHODS, {
    title: 'HTTP method',
    default: 'GET',
  }),
  headers: Type.Record(
    Type.String({ pattern: HEADER_NAME }),
    Type.String({ pattern: HEADER_VALUE, maxLength: 4096, [DESCRIPTION_KEY]: HEADER_VALUE_WORDS }),
    {
      title: 'Request headers',
      default: {},
      [NAMES_KEY]: HEADER_NAME_WORDS,
      maxProperties: MAX_HEADERS,
      additionalProperties: false,
      description:
        'Values of Authorization, Cookie, Proxy-Authorization and X-Api-Key are hidden after saving. {{name}} inserts a variable of the project',
      examples: [{ Accept: 'application/json' }],
    },
  ),
  body: Type.Union([Type.String({ maxLength: MAX_REQUEST_BODY }), Type.Null()], {
    title: 'Request body',
    default: null,
    description: 'Set a Content-Type header to declare its type. {{name}} inserts a variable of the project',
    examples: [null],
  }),
  followRedirects: Type.Boolean({
    title: 'Follow redirects',
    default: true,
    description: 'Follows at most 10 redirects',
  }),
  /** Null: any 2xx, and 3xx as well when redirects are not followed. */
  expectedStatus: Type.Union(
    [Type.Array(Type.Integer({ minimum: 100, maximum: 599 }), { minItems: 1, maxItems: 500 }), Type.Null()],
    {
      title: 'Expected status codes',
      default: null,
      description: 'Any 2xx if empty, also any 3xx if redirects are not followed',
      examples: [[200, 204]],
    },
  ),
  slowThresholdMs: Type.Union([Type.Integer({ minimum: 1, maximum: 60_000 }), Type.Null()], {
    title: 'Slow response threshold',
    default: null,
    description:
      'A slower response counts as degraded; no limit if empty\n\nResponse time in milliseconds; null for no limit.',
    examples: [2_000],
  }),
  verifyTls: Type.Boolean({
    title: 'SSL certificate verification',
    default: true,
    description: 'An invalid certificate counts as a failed check',
  }),
  ipVersion: Type.Enum(IP_VERSIONS, {
    title: 'IP version',
    default: 'auto',
    description: 'IP version that the name is resolved to',
  }),
  assertions: Assertions,
  authentication: AuthenticationSetting,
  tls: TlsSetting,
  dnsServer: DnsServerSetting,
  address: AddressSetting,
  proxy: ProxySetting,
}

const HttpSettings = Type.Object(HTTP_PROPERTIES)
export type HttpSettings = Static<typeof HttpSettings>

/** Refuses assertions that no response can meet, and addresses and credentials that no check could use. */
export const refuseHttpSettings = (
  settings: HttpSettings,
  target: string,
  egress: EgressPolicy,
): SettingsRefusal | null =>
  (settings.assertions ? findAssertionIssue(settings.assertions, MAX_BODY_BYTES) : null) ??
  refuseIpVersion(settings, target) ??
  refuseAuthentication(settings, egress) ??
  refuseTls(settings, target) ??
  refuseDnsServer(settings, egress) ??
  refuseProxy(settings, egress)

/** An address belongs to one IP version: with the other version, the monitor could never be up. */
function refuseIpVersion({ ipVersion }: HttpSettings, target: string): SettingsRefusal | null {
  const url = URL.parse(target)
  const family = url ? isIP(toHostAndPort(url).host) : 0
  if (family === 0 || ipVersion === 'auto' || ipVersion === String(family)) return null
  return { key: 'ipVersion', message: `must be auto or ${family}: the target is an IPv${family} address` }
}

type BodyOptions = Pick<HttpRequest, 'acceptsCoding' | 'keepsBytes' | 'optionalBodyMs'>

/** The last response, and what else the verdict needs. */
interface FetchResult extends HttpResult {
  /** Values that must not be shown: secret variables, credentials of the settings, and a fetched token. */
  secrets: readonly string[] | undefined
  /** Time until the request could be sent, which is not the target's. */
  preparationMs: number
}

/**
 * Sends the configured request. Failure messages leave out the secrets of the settings, even if the target repeats
 * them.
 */
export async function fetchTarget(
  target: string,
  settings: HttpSettings,
  context: CheckContext,
  options: BodyOptions,
): Promise<FetchResult> {
  const { secrets } = context
  const url = new URL(target)
  const request: HttpRequest = {
    method: settings.method,
    url,
    headers: settings.headers,
    body: settings.body === null ? null : Buffer.from(settings.body),
    followRedirects: settings.followRedirects,
    verifyTls: settings.verifyTls,
    tls: { target: url, options: settings.tls ?? null, expectedStatus: settings.expectedStatus },
    secrets,
    ipVersion: settings.ipVersion,
    address: settings.address,
    proxy: toProxyServer(settings),
    ...options,
    maxBodyBytes: MAX_BODY_BYTES,
  }
  const resolving = createNameServerContext(settings, context)
  if ('failure' in resolving) return { ...failBeforeRequest(request.url, resolving.failure), secrets, preparationMs: 0 }
  const result = settings.authentication
    ? await fetchAuthenticated(settings.authentication, settings.dnsServer, request, resolving)
    : { ...(await fetchUrl(request, resolving)), secrets, preparationMs: 0 }
  const { failure, note } = result
  if (!failure && note === null) return result
  const hide = createSecretFilter(settings.headers, result.secrets)
  context.trace.note = note && hide(note)
  return failure ? { ...result, failure: { ...failure, message: hide(failure.message) } } : result
}

/** A kept token may have been revoked: after a 401, the request is sent once more with a new token. */
async function fetchAuthenticated(
  authentication: NonNullable<HttpSettings['authentication']>,
  dnsServer: HttpSettings['dnsServer'],
  request: HttpRequest,
  context: CheckContext,
): Promise<FetchResult> {
  const startedAt = performance.now()
  for (let isRepeated = false; ; isRepeated = true) {
    const authorized = await createAuthorization(authentication, request, dnsServer, context)
    const preparationMs = performance.now() - startedAt
    if ('failure' in authorized)
      return { ...failBeforeRequest(request.url, authorized.failure), secrets: request.secrets, preparationMs }
    const { value, fetchedToken, renew } = authorized
    const secrets = [...(request.secrets ?? []), ...(fetchedToken === null ? [] : [fetchedToken])]
    const headers = { ...request.headers, Authorization: value }
    const result = await fetchUrl({ ...request, headers, secrets }, context)
    const isRefused = result.failure === null && result.status === 401 && result.url.origin === request.url.origin
    if (!isRefused || !renew || isRepeated) return { ...result, secrets, preparationMs }
    renew()
  }
}

export interface ReadBody {
  /** Decoded text of the first 2 MiB; empty when there was no body. */
  text: string
  /** Bytes of the text. */
  bytes: number
  /** Why the body could not be decoded; null when it could. Irrelevant when the status is already wrong. */
  undecodable: Failure | null
}

export interface HttpObservation extends Observation {
  redirects: number
  answer: HttpResult
  /** Values of secret variables in the request. */
  secrets: readonly string[] | undefined
  /** Absent if the check does not inspect the body. */
  body?: ReadBody
}

export const toHttpObservation = (result: FetchResult, { deadline, trace }: CheckContext): HttpObservation => ({
  durationMs: deadline.getElapsedMs() - result.preparationMs - result.explanationMs,
  timings: trace.timings,
  remoteAddress: trace.remoteAddress,
  statusCode: result.status,
  failure: result.failure,
  redirects: result.redirects,
  answer: result,
  secrets: result.secrets,
})

/**
 * Maximum bytes of an encoded body. Enough for the beginning of most bodies: a zstd block yields nothing until it is
 * complete.
 */
const ENCODED_BYTES = 64 * 1024

/** Number of body bytes needed to show the beginning of the body after this head. */
export const limitCapturedBytes = ({ headers }: ResponseHead): number =>
  headers.get('content-encoding') === undefined ? MAX_FAILURE_BODY_BYTES : ENCODED_BYTES

/**
 * @param secrets that the target may repeat, and that must not be shown
 * @returns null when there was no response
 */
export async function captureResponse(answer: HttpResult, secrets: readonly string[]): Promise<FailureResponse | null> {
  const { status, headers, redirects, url, bodyBytes } = answer
  if (status === null) return null
  return {
    statusCode: status,
    ...sanitizeHeaders(headers.list(), secrets),
    contentType: sanitizeContentType(headers.get('content-type'), secrets),
    ...(await captureBody(answer, secrets)),
    bodyBytes,
    redirectedTo: redirects > 0 ? url.origin : null,
  }
}

type CapturedBody = Pick<FailureResponse, 'body' | 'bodyTruncated'>

async function captureBody(
  { body, bodyBytes, isWhole, headers }: HttpResult,
  secrets: readonly string[],
): Promise<CapturedBody> {
  const encoded = body.subarray(0, ENCODED_BYTES)
  // A body that does not match its headers may still be readable without decoding
  const decoded = (await decodeBody(encoded, headers.get('content-encoding'), MAX_FAILURE_BODY_BYTES + 1)) ?? encoded
  const bodyTruncated = !isWhole || encoded.length < bodyBytes || decoded.length > MAX_FAILURE_BODY_BYTES
  if (decoded.length === 0 && bodyBytes > 0) return { body: null, bodyTruncated }
  const text = decodeText(decoded.subarray(0, MAX_FAILURE_BODY_BYTES), headers.get('content-type'), bodyTruncated)
  return { body: sanitizeBody(text, bodyTruncated, secrets), bodyTruncated }
}
