/**
 * A client whose paths, parameters, bodies and responses have the types of the API's own document, as for users of the
 * API in TypeScript:
 *
 *     const alice = createTypedClient(app, people.alice.session)
 *     const { project } = await expectTypedData(alice.POST('/api/projects', { body: { name: 'Shop' } }))
 *     assert.equal(await expectErrorCode(alice.GET('/api/projects/{id}', { params: { path: { id } } })), '404 PROJECT_NOT_FOUND')
 */
import assert from 'node:assert/strict'
import createClient, { type Client } from 'openapi-fetch'
import type { components, paths } from '../../../web/src/api/schema.d.ts'
import type { TestApp } from './app.ts'

export type Schemas = components['schemas']
export type ApiClient = Client<paths>

type Headers = Record<string, string>
type Callable = Pick<TestApp, 'call'>

/**
 * Calls an app without a network.
 *
 * @param as credentials of the caller
 */
export const createTypedClient = (app: Callable, as: Headers = {}): ApiClient =>
  createClient<paths>({ baseUrl: 'http://watchkeeper.test', headers: as, fetch: (request) => callApp(app, request) })

/** Calls a running server. */
export const createRemoteClient = (baseUrl: string, as: Headers = {}): ApiClient =>
  createClient<paths>({ baseUrl, headers: as })

async function callApp({ call }: Callable, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const text = await request.text()
  const { status, body, headers } = await call(request.method, pathname + search, {
    headers: Object.fromEntries(request.headers),
    ...(text && { body: text }),
  })
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
}

interface Outcome<T> {
  data?: { data: T } | undefined
  error?: unknown
  response: Response
}

/** Awaits a call that must succeed, and returns `data`. */
export async function expectTypedData<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await outcome
  assert.ok(data, `${response.status} ${JSON.stringify(error)}`)
  return data.data
}

/** Awaits a call that must be refused, and returns the error. */
export async function expectError(outcome: Promise<Outcome<unknown>>): Promise<Schemas['Failure']['error']> {
  const { data, error, response } = await outcome
  assert.ok(error, `${response.status} ${JSON.stringify(data)}`)
  return (error as Schemas['Failure']).error
}

/**
 * Awaits a call that must be refused, and returns `404 PROJECT_NOT_FOUND`, followed by the invalid field if there is
 * one.
 */
export async function expectErrorCode(outcome: Promise<Outcome<unknown>>): Promise<string> {
  const { status } = (await outcome).response
  const { code, details } = await expectError(outcome)
  return [status, code, ...(details?.field === undefined ? [] : [details.field])].join(' ')
}
