/**
 * HTTP for checks and webhooks: a new connection for every hop, one deadline for all hops.
 *
 * Follows redirects, and keeps cookies over the redirects of one check (RFC 6265): some pages set a cookie and redirect
 * to themselves. Pure; the rules are the same as in browsers (Fetch standard, "HTTP-redirect fetch").
 */

import { CookieJar } from 'tough-cookie'
import { isSecretLike } from '../../core/platform/sealing/sealed-fields.ts'
import { listRequestSecrets } from '../../core/results/failure-response.ts'
import type { Failure, Timings } from '../../core/results/verdict.ts'
import type { CheckContext } from '../connection/dial.ts'
import { type Failed, fail } from '../connection/failure.ts'
import { MemoryShare } from '../connection/memory-budget.ts'
import type { ProbeTools } from '../connection/tools.ts'
import { Trace } from '../trace/trace.ts'
import { traceRedirect } from '../trace/trace-steps.ts'
import { HttpHeaders, isStream, type ResponseHead } from './http-head.ts'
import { HEADER_VALUE, type HttpMethod, type RequestParts } from './http-request.ts'
import { type HopRequest, includeEveryByte } from './http-response.ts'
import { exchange, type HopResult } from './http1.ts'

/** Maximum of redirects followed. */
const MAX_REDIRECTS = 10

export interface HttpRequest extends Omit<HopRequest, 'skipsBody'> {
  followRedirects: boolean
  /** Whether the body after this head is not needed; absent: it is read. */
  canSkipBody?: (head: ResponseHead) => boolean
}

/** The last hop, complete or partial. */
export interface HttpResult {
  failure: Failure | null
  /** Requirement of the server that the request may not have met: a client certificate. */
  note: string | null
  /** Time for the explanation of a refusal, which is not the target's. */
  explanationMs: number
  status: number | null
  headers: HttpHeaders
  /** The kept part of the body as received, still encoded. */
  body: Buffer
  /** Whether reading stopped at `maxBodyBytes`. */
  isCut: boolean
  /** Number of body bytes received, kept or not. */
  bodyBytes: number
  /** Whether the body was read to its end. */
  isWhole: boolean
  redirects: number
  /** URL of the last hop. */
  url: URL
  /** Whether the request of the last hop was sent over an open connection. */
  isSent: boolean
}

const NO_HEADERS = new HttpHeaders('')
const NO_BYTES = Buffer.alloc(0)

/** @throws ProbeError for trouble on the probe's side */
export async function fetchUrl(request: HttpRequest, context: CheckContext): Promise<HttpResult> {
  const { followRedirects, optionalBodyMs, canSkipBody = isNever } = request
  const isFollowed = followRedirects ? isRedirect : isNever
  let hop: HopRequest = {
    ...request,
    skipsBody:
      optionalBodyMs === undefined ? isFollowed : (head) => isFollowed(head) || isStream(head) || canSkipBody(head),
  }
  let cookies: ReturnType<typeof storeCookies> = null
  for (let redirects = 0; ; redirects++) {
    const result = await exchange(cookies === null ? hop : addCookies(hop, cookies), context)
    const head = result.response?.head
    if (result.failure || !head || !isFollowed(head)) return toHttpResult(hop, result, redirects)
    const next = redirects < MAX_REDIRECTS ? toNextRequest(hop, head) : `more than ${MAX_REDIRECTS} redirects`
    if (typeof next === 'string') return toHttpResult(hop, { ...result, ...failRedirect(head.status, next) }, redirects)
    cookies = storeCookies(cookies, hop.url, head)
    if (context.trace.log) traceRedirect(context.trace.log, head.status, hop, next)
    hop = { ...hop, ...next }
  }
}

const isNever = (): boolean => false

const failRedirect = (status: number, why: string): Failed => fail('status_code', `status ${status}: ${why}`)

function toHttpResult(
  hop: HopRequest,
  { response, failure, note = null, explanationMs = 0 }: HopResult,
  redirects: number,
): HttpResult {
  return {
    note,
    explanationMs,
    failure: failure ? withRedirectOrigin(failure, hop.url, redirects) : null,
    status: response?.head?.status ?? null,
    headers: response?.head?.headers ?? NO_HEADERS,
    body: response?.getBody() ?? NO_BYTES,
    isCut: response?.isCut ?? false,
    bodyBytes: response?.bodyBytes ?? 0,
    isWhole: response?.isWhole ?? false,
    redirects,
    url: hop.url,
    isSent: response !== null,
  }
}

/** The result of a request that could not be sent. */
export const failBeforeRequest = (url: URL, failure: Failure): HttpResult => ({
  ...{ failure, status: null, headers: NO_HEADERS, body: NO_BYTES, isCut: false, bodyBytes: 0, isWhole: false },
  ...{ redirects: 0, url, isSent: false, note: null, explanationMs: 0 },
})

/** The rest of a redirect's URL may hold a token of another user, so messages show only its origin. */
const withRedirectOrigin = (failure: Failure, { origin }: URL, redirects: number): Failure =>
  redirects === 0 ? failure : { ...failure, message: `${failure.message} (redirected to ${origin})` }

/** A single request, for webhooks. */
export interface SingleRequest {
  url: URL
  method: HttpMethod
  headers: Readonly<Record<string, string>>
  body: Buffer | null
  /** Limit until the request is sent, and also for the response if that has no limit of its own. */
  timeoutMs: number
  answerTimeoutMs?: number
  maxBodyBytes: number
  tools: ProbeTools
}

export interface SingleResult extends HttpResult {
  timings: Timings
  remoteAddress: string | null
}

/**
 * Sends one request without following redirects. The certificate must be valid.
 *
 * @throws ProbeError for trouble on the probe's side
 */
export async function request({ timeoutMs, tools, ...parts }: SingleRequest): Promise<SingleResult> {
  const context = {
    tools,
    deadline: tools.deadline(timeoutMs),
    trace: new Trace(),
    memory: new MemoryShare(tools.memory),
  }
  const options = { followRedirects: false, verifyTls: true, ipVersion: 'auto' } as const
  const bodyOptions = { keepsBytes: includeEveryByte, acceptsCoding: false }
  try {
    const result = await fetchUrl({ ...parts, ...options, ...bodyOptions }, context)
    return { ...result, timings: context.trace.timings, remoteAddress: context.trace.remoteAddress }
  } finally {
    context.deadline.clear()
    context.memory.release()
  }
}

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])

export const isRedirect = ({ status, headers }: ResponseHead): boolean =>
  REDIRECT_STATUSES.has(status) && headers.get('location') !== undefined

/** @returns the next request, or why the redirect cannot be followed */
export function toNextRequest(request: RequestParts, { status, headers }: ResponseHead): RequestParts | string {
  const places = new Set(headers.getAll('location'))
  if (places.size > 1) return 'several Location headers in one redirect'
  const url = URL.parse(encodePercent([...places][0] ?? ''), request.url)
  if (url === null) return 'redirected to an invalid URL'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `redirected to a ${url.protocol} URL`
  if (url.port === '0') return 'redirected to port 0'
  const base = isChangedToGet(request.method, status) ? removeBody(request) : request
  if (url.origin === request.url.origin) return { ...base, url }
  const secrets = listRequestSecrets(request.headers, request.secrets)
  if (secrets.some((secret) => base.body?.includes(secret))) return BODY_REFUSAL
  return { ...base, url, headers: removeSecrets(base.headers, secrets) }
}

/** A shortened body would be a different request, and without an answer the target is not known to work. */
const BODY_REFUSAL =
  'the redirect to another origin would send the body with a secret; use the final URL as the target, or a body ' +
  'without secrets'

/** Bytes above ASCII, which were read as Latin-1, are percent-encoded unchanged, whether they are UTF-8 or not. */
const encodePercent = (text: string): string =>
  text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)

const isChangedToGet = (method: string, status: number): boolean =>
  (status === 303 && method !== 'GET' && method !== 'HEAD') || ((status === 301 || status === 302) && method === 'POST')

/** Content headers describe a body that is not sent any more. */
const removeBody = (request: RequestParts): RequestParts => ({
  ...request,
  method: 'GET',
  body: null,
  headers: filterHeaders(request.headers, (name) => !name.startsWith('content-')),
})

/** Headers that may hold a credential are only for their original origin, and so is a Host header. */
const removeSecrets = (headers: RequestParts['headers'], secrets: readonly string[]): RequestParts['headers'] =>
  filterHeaders(
    headers,
    (name, value) => name !== 'host' && !isSecretLike(name) && !secrets.some((secret) => value.includes(secret)),
  )

const filterHeaders = (headers: RequestParts['headers'], keep: (lowerName: string, value: string) => boolean) =>
  Object.fromEntries(Object.entries(headers).filter(([name, value]) => keep(name.toLowerCase(), value)))

/**
 * Maximum of cookies that one response sets, maximum length of a cookie with its attributes, and maximum length of all
 * cookies of a request. Source of the first two: RFC 6265, section 6.1
 */
const MAX_COOKIES = 50
const MAX_COOKIE_LENGTH = 4096
const MAX_REQUEST_COOKIES = 16 * 1024

const FIELD_VALUE = new RegExp(HEADER_VALUE)

/** Keeps the cookies that a redirect sets. Cookies that the redirect must not set are left out. */
function storeCookies(jar: CookieJar | null, url: URL, { headers }: ResponseHead): CookieJar | null {
  const isShort = ({ length }: string): boolean => length <= MAX_COOKIE_LENGTH
  const set = headers.getAll('set-cookie').filter(isShort).slice(0, MAX_COOKIES)
  if (set.length === 0) return jar
  const kept = jar ?? new CookieJar(null, { rejectPublicSuffixes: true })
  for (const cookie of set) kept.setCookieSync(cookie, url, { ignoreError: true })
  return kept
}

/** Adds the cookies for the URL of the request. A cookie of the same name in the settings has precedence. */
function addCookies(request: HopRequest, jar: CookieJar): HopRequest {
  const name = Object.keys(request.headers).find((header) => header.toLowerCase() === 'cookie') ?? 'Cookie'
  const own = request.headers[name] ?? ''
  const names = new Set(own.split(';').map(toCookieName))
  let value = own
  for (const cookie of jar.getCookiesSync(request.url)) {
    const added = cookie.cookieString()
    if (names.has(cookie.key) || !FIELD_VALUE.test(added) || value.length + added.length > MAX_REQUEST_COOKIES) continue
    value = value === '' ? added : `${value}; ${added}`
  }
  return value === own ? request : { ...request, headers: { ...request.headers, [name]: value } }
}

const toCookieName = (pair: string): string => pair.split('=', 1)[0]!.trim()
