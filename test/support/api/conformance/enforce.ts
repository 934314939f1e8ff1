/** Checks every response of an API against its own document, in every test. */

import assert from 'node:assert/strict'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../../../src/api/platform/api.ts'
import { DOCUMENT_PATHS } from '../../../../src/pages/feeds/statuspage-json.ts'
import type { Cleanup } from '../../database/stores.ts'
import { readSourceDocs } from '../source-docs.ts'
import { type Conformance, createConformance, listViolations } from './list-violations.ts'

/**
 * Paths that are not part of the API. They are the reference for users, the document itself, and the pages behind the
 * links of alerts. Other services call the request URL of Slack apps and the ping URLs.
 */
export const UNDOCUMENTED: ReadonlySet<string> = new Set([
  '/docs',
  '/docs/scalar.js',
  '/api/openapi.json',
  '/api/schemas/config.json',
  '/unsubscribe/:token',
  '/acknowledge/:token',
  '/slack/actions',
  '/status/:slug',
  '/status/:slug/',
  '/status/:slug/*',
  ...['confirm', 'end'].map((purpose) => `/subscriptions/${purpose}/:token`),
  ...['password', 'subscribe'].map((name) => `/status/:slug/${name}`),
  ...['badge.svg', 'feed.atom', 'feed.rss', 'maintenance.ics', 'history'].map((name) => `/status/:slug/${name}`),
  ...DOCUMENT_PATHS.map((path) => `/status/:slug/api/v2/${path}`),
  '/calendars/on-call/:token',
  '/robots.txt',
  '/.well-known/security.txt',
  '/api/monitors/:id/badge.svg',
  '/metrics',
  ...['register', 'pull', 'push', 'leave', 'orders/:id'].map((verb) => `/api/probe/${verb}`),
  '/',
  '/assets/*',
  ...['', '/start', '/fail', '/log', '/:exit_status'].flatMap((signal) => [
    `/ping/:token${signal}`,
    `/ping/:token${signal}/`,
    `/api/heartbeat/:token${signal}/`,
  ]),
])

let known: Promise<Conformance> | undefined

/** The document is the same for every app of a process, so it is created once. */
function loadConformance(): Promise<Conformance> {
  known ??= readSourceDocs('openapi.json').then((json) => createConformance(JSON.parse(json.toString())))
  return known
}

/**
 * Validates every response from now on. The returned function throws the violations and fails the test at its end.
 *
 * @returns a function that throws the violations since its last call
 */
export function checkConformance(t: Cleanup, api: Api): () => void {
  const violations: string[] = []
  api.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const route = request.is404 ? undefined : request.routeOptions.url
    if (route === undefined || !UNDOCUMENTED.has(route))
      violations.push(...(await findViolations(request, reply, payload, route, await loadConformance())))
    return payload
  })
  const check = () => {
    const found = violations.splice(0)
    assert.deepEqual(found, [], `Answers that the API document does not allow:\n${found.join('\n')}\n`)
  }
  t.after(check)
  return check
}

async function findViolations(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  route: string | undefined,
  conformance: Conformance,
): Promise<string[]> {
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const operation = findOperation(conformance, method, route)
  if (route !== undefined && !operation) return [`${method} ${route} is not documented`]
  const isReadable = request.method !== 'HEAD' && (payload === undefined || typeof payload === 'string')
  const text = isReadable ? (payload ?? '') : null
  const seen = { method, operation, status: reply.statusCode, headers: reply.getHeaders(), text }
  return listViolations(seen, conformance)
}

/** Finds the operation of a route: `/api/monitors/:id` is `/api/monitors/{id}`. */
const findOperation = ({ operations }: Conformance, method: string, route: string | undefined) =>
  operations.get(`${method} ${route?.replace(/:(\w+)/g, '{$1}')}`) ?? null
