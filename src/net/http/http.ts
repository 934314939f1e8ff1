/** HTTP for checks and webhooks: a new connection for every hop, one deadline for all hops. */
import type { Failure, Timings } from '../../core/results/verdict.ts'
import type { CheckContext } from '../connection/dial.ts'
import { type Failed, fail } from '../connection/failure.ts'
import { MemoryShare } from '../connection/memory-budget.ts'
import type { ProbeTools } from '../connection/tools.ts'
import { Trace } from '../trace/trace.ts'
import { traceRedirect } from '../trace/trace-steps.ts'
import { HttpHeaders, isStream, type ResponseHead } from './http-head.ts'
import { addCookies, isRedirect, storeCookies, toNextRequest } from './http-redirect.ts'
import type { HttpMethod } from './http-request.ts'
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
  const { followRedirects, isBodyOptional, canSkipBody = isNever } = request
  const isFollowed = followRedirects ? isRedirect : isNever
  let hop: HopRequest = {
    ...request,
    skipsBody: isBodyOptional ? (head) => isFollowed(head) || isStream(head) || canSkipBody(head) : isFollowed,
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

function toHttpResult(hop: HopRequest, { response, failure }: HopResult, redirects: number): HttpResult {
  return {
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
