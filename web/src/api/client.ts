/**
 * The only client of the API. Paths, parameters, bodies and responses have the types of the API description:
 *
 *     const { monitor } = await getData(api.GET('/api/monitors/{id}', { params: { path: { id } } }))
 *
 * A refusal is thrown as an `ApiProblem`.
 */
import createClient from 'openapi-fetch'
import { isServerResponse, isServerThere, reportAnswer, reportNoAnswer } from './connection.ts'
import { recordWrite } from './pending-writes.ts'
import { ApiProblem, createNetworkProblem, toProblem } from './problem.ts'
import { getProjectId } from './project.ts'
import { getRequestRule, type RequestRule } from './request-limits.ts'
import { RetryKeys } from './retry-keys.ts'
import { getAccessToken, getSession, renewToken } from './session.ts'
import type { paths } from './types.ts'
import { saveUnsent } from './unsent.ts'

export const api = createClient<paths>({ baseUrl: location.origin, fetch: sendAuthorized })

// `crypto.randomUUID` exists only on pages loaded over https or from this machine
const createKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const retryKeys = new RetryKeys(createKey)

/**
 * Sends a request as the signed-in user. Sends it again with a new token if the server refuses the token before its
 * expiry. Every request has a time limit (`request-limits.ts`).
 *
 * @throws ApiProblem without an answer of the server, or when the session ended during a change
 */
export async function sendAuthorized(request: Request): Promise<Response> {
  const rule = getRequestRule(request.method, new URL(request.url).pathname)
  // The user may switch the project while the request waits for a token. Some requests are about another project
  const projectId = getProjectId()
  if (projectId !== null && !request.headers.has('x-project-id')) request.headers.set('x-project-id', projectId)
  return rule.isChange ? recordWrite(() => sendChange(request, rule)) : sendWithToken(request, rule)
}

/** Sends a change. A repeated POST has the key of the first, so that the server carries it out once. */
async function sendChange(request: Request, rule: RequestRule): Promise<Response> {
  const body = await request.clone().text()
  const projectId = request.headers.get('x-project-id')
  const same = JSON.stringify([request.method, request.url, projectId, body])
  if (request.method === 'POST') request.headers.set('idempotency-key', retryKeys.getKey(same, Date.now()))
  const wasSignedIn = getSession().state === 'in'
  const response = await sendWithToken(request, rule)
  if (response.status === 401 && wasSignedIn && getSession().state === 'out') {
    const path = request.url.slice(location.origin.length)
    saveUnsent({ method: request.method, path, body: body || null, projectId }, Date.now())
    throw new ApiProblem(401, { code: 'SESSION_ENDED', message: 'The session has ended' })
  }
  // A conflict may be about the first request, which still runs
  if (response.status < 500 && response.status !== 409) retryKeys.complete(same)
  return response
}

async function sendWithToken(request: Request, rule: RequestRule): Promise<Response> {
  // Without a token the server receives or accepts nothing
  const toUnsent = (error: unknown): never => {
    throw rule.isChange && toProblem(error).status === 0 ? createNetworkProblem(error, 'NOT_SENT') : error
  }
  const token = await getAccessToken().catch(toUnsent)
  const retryRequest = token === null ? null : request.clone()
  const response = await send(request, token, rule)
  if (response.status !== 401 || retryRequest === null) return response
  const next = await renewToken(token).catch(toUnsent)
  return next === null ? response : send(retryRequest, next, rule)
}

async function send(request: Request, token: string | null, rule: RequestRule): Promise<Response> {
  if (token !== null) request.headers.set('authorization', `Bearer ${token}`)
  const isStream = request.headers.get('accept') === 'text/event-stream'
  // Only a server on this machine can receive a request without a network, and such a server may hang
  if (rule.isChange && !navigator.onLine && !(await isServerThere())) {
    reportNoAnswer()
    throw createNetworkProblem('the browser is offline', 'NOT_SENT')
  }
  try {
    // The stream of live events ends by itself when it is silent. The stream of a check does not
    const isLive = isStream && request.method === 'GET'
    const signal = isLive ? request.signal : limitTime(request.signal, rule.limitMs)
    const response = await fetch(request, { signal })
    if (!isServerResponse(response)) throw new Error(`${response.status} from a proxy`)
    const answer = rule.isChange && !isStream ? await readWhole(response) : response
    reportAnswer()
    return answer
  } catch (cause) {
    if (request.signal.aborted) throw cause
    reportNoAnswer()
    throw createNetworkProblem(cause, rule.isChange ? 'UNCONFIRMED' : 'NETWORK')
  }
}

/** The limit is not removed after the headers, because the body may also stop. */
function limitTime(signal: AbortSignal, limitMs: number): AbortSignal {
  const limit = new AbortController()
  setTimeout(() => limit.abort(new Error(`no answer within ${limitMs / 1_000} s`)), limitMs)
  return AbortSignal.any([signal, limit.signal])
}

/** Returns the response with its body in memory, so that a body that stops is an unconfirmed change. */
async function readWhole(response: Response): Promise<Response> {
  const body = await response.arrayBuffer()
  return new Response(body.byteLength > 0 ? body : null, response)
}

interface Outcome<Body> {
  data?: Body | undefined
  error?: unknown
  response: Response
}

/**
 * Returns the `data` field of the response.
 *
 * @throws ApiProblem
 */
export const getData = async <Data>(call: Promise<Outcome<{ data: Data }>>): Promise<Data> => (await getBody(call)).data

/**
 * Returns the whole body, for lists with pagination fields beside `data`.
 *
 * @throws ApiProblem
 */
export async function getBody<Body>(call: Promise<Outcome<Body>>): Promise<Body> {
  const { data, error, response } = await call
  if (data !== undefined) return data
  const failure = (error as { error?: ConstructorParameters<typeof ApiProblem>[1] } | undefined)?.error
  throw new ApiProblem(response.status, failure ?? { code: 'UNEXPECTED', message: response.statusText })
}

/** The largest page of a list. */
const PAGE_SIZE = 100

/**
 * Returns the entries of all pages. The plan `unlimited` allows more projects and notification targets than one page
 * contains.
 *
 * @throws ApiProblem
 */
export async function listAll<Page extends { pagination: { has_more: boolean } }, Entry>(
  readPage: (query: { limit: number; offset: number }) => Promise<Page>,
  getEntries: (page: Page) => Entry[],
): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let hasMore = true; hasMore; ) {
    const page = await readPage({ limit: PAGE_SIZE, offset: entries.length })
    entries.push(...getEntries(page))
    hasMore = page.pagination.has_more
  }
  return entries
}
