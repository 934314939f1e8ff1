/**
 * The only client of the API. Paths, parameters, bodies and responses have the types of the API description:
 *
 *     const { monitor } = await getData(api.GET('/api/monitors/{id}', { params: { path: { id } } }))
 *
 * A refusal is thrown as an `ApiProblem`.
 */
import createClient from 'openapi-fetch'
import { ApiProblem, createNetworkProblem } from './problem.ts'
import { getProjectId } from './project.ts'
import { getAccessToken, renewToken } from './session.ts'
import type { paths } from './types.ts'

export const api = createClient<paths>({ baseUrl: location.origin, fetch: sendAuthorized })

/**
 * Sends a request as the signed-in user. Sends it again with a new token if the server refuses the token before its
 * expiry.
 */
export async function sendAuthorized(request: Request): Promise<Response> {
  const token = await getAccessToken()
  const retryRequest = token === null ? null : request.clone()
  const response = await send(request, token)
  if (response.status !== 401 || retryRequest === null) return response
  const next = await renewToken(token)
  return next === null ? response : send(retryRequest, next)
}

async function send(request: Request, token: string | null): Promise<Response> {
  if (token !== null) request.headers.set('authorization', `Bearer ${token}`)
  const project = getProjectId()
  // A request may be about another project than the current one
  if (project !== null && !request.headers.has('x-project-id')) request.headers.set('x-project-id', project)
  try {
    return await fetch(request)
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw createNetworkProblem(cause)
  }
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
