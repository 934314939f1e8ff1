/** Builds valid requests from the API document, and mutates them. */
import type { Operation } from '../support/api/conformance/document.ts'
import type { Chance } from './chance.ts'
import { NASTY, type Sources, valueFor } from './values.ts'

export interface FuzzRequest {
  method: string
  /** The request target as sent, encoded or not. */
  target: string
  headers: Record<string, string>
  body: string | Buffer | null
}

interface Draft {
  method: string
  segments: string[]
  query: [string, string][]
  headers: Record<string, string>
  body: unknown
  /** Sent unchanged instead of the body. */
  raw?: string | Buffer
}

/** Meaningful bodies, because random ones rarely create a monitor. */
const MEANT: Readonly<Record<string, readonly object[]>> = {
  'POST /api/monitors': [
    { name: 'Site', type: 'HTTP', target: 'https://www.example.com/' },
    { name: 'Paused', type: 'HTTP', target: 'https://www.example.com/', status: 'paused', tags: ['web'] },
    { name: 'Job', type: 'HEARTBEAT', heartbeat_config: { expected_interval_seconds: 86_400 } },
    { name: 'Port', type: 'TCP', target: 'example.com', tcp_config: { port: 25, protocol: 'smtp' } },
    {
      name: 'Words',
      type: 'KEYWORD',
      target: 'https://www.example.com/',
      keyword_config: { keywords: [{ text: 'welcome', should_contain: true }] },
    },
  ],
  'POST /api/incidents': [
    { title: 'Odd', severity: 'minor', type: 'timeout', error_message: 'Nobody answered' },
    { source: 'system', severity: 'minor', type: 'timeout', error_message: 'Nobody answered' },
  ],
  'POST /api/notification-targets': [{ name: 'Hook', channel: 'webhook', config: { url: 'https://example.com/' } }],
}

export function draftOf(operation: Operation, sources: Sources): Draft {
  const { chance, pool } = sources
  const parts = operation.path.split('/').slice(1)
  const segments = parts.map((part, index) =>
    part.startsWith('{') ? pathValue(part.slice(1, -1), parts[index - 1] ?? '', operation, sources) : part,
  )
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || chance.in(0.3)))
    .map(({ name, schema }): [string, string] => [name, String(valueFor(schema, name, sources))])
  const headers: Record<string, string> = {}
  if (operation.parameters.some(({ name }) => name === 'X-Project-ID') && chance.in(0.1))
    headers['x-project-id'] = pool.idFor('project')
  if (operation.parameters.some(({ name }) => name === 'Idempotency-Key') && chance.in(0.1))
    headers['idempotency-key'] = `key-${chance.int(0, 50)}`
  return { method: operation.method, segments, query, headers, body: bodyOf(operation, sources) }
}

function pathValue(name: string, before: string, operation: Operation, sources: Sources): string {
  const schema = operation.parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema
  if (name === 'token' || schema?.format === 'uuid') return sources.pool.idFor(name, before)
  return encodeURIComponent(String(valueFor(schema ?? { type: 'string' }, name, sources)))
}

function bodyOf({ name, requestBody }: Operation, sources: Sources): unknown {
  if (!requestBody) return undefined
  const { chance } = sources
  const meant = MEANT[name]
  if (meant && chance.in(0.6)) return structuredClone(chance.pick(meant))
  const { schema, example } = requestBody.content['application/json']!
  if (chance.in(0.2)) return structuredClone(example)
  return requestBody.required || chance.in(0.7) ? valueFor(schema, '', sources) : undefined
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']
const TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json-patch+json',
  'json',
  '',
]

type Mutation = (draft: Draft, chance: Chance, operation: Operation) => void

/** A random position inside a value: its container and its key. */
function placeIn(value: unknown, chance: Chance): [holder: Record<string, unknown>, key: string] | null {
  if (typeof value !== 'object' || value === null) return null
  const keys = Object.keys(value)
  if (keys.length === 0) return null
  const key = chance.pick(keys)
  const deeper = chance.in(0.5) ? placeIn((value as Record<string, unknown>)[key], chance) : null
  return deeper ?? [value as Record<string, unknown>, key]
}

const text = (draft: Draft): string => JSON.stringify(draft.body ?? {})

function nastyText(chance: Chance): string {
  const value = chance.pick(NASTY)(chance)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Header values that can be sent. */
const headerText = (chance: Chance): string =>
  nastyText(chance)
    .replace(/[^\x20-\x7e\x80-\xff]/g, '?')
    .slice(0, 4_000)

const MUTATIONS: readonly Mutation[] = [
  (draft, chance) => {
    const place = placeIn(draft.body, chance)
    if (place) place[0][place[1]] = chance.pick(NASTY)(chance)
  },
  (draft, chance) => {
    const place = placeIn(draft.body, chance)
    if (place) delete place[0][place[1]]
  },
  (draft, chance) => {
    if (typeof draft.body !== 'object' || draft.body === null) return
    const name = chance.pick([
      'nonsense',
      'id',
      'organization_id',
      'is_admin',
      '',
      'a.b',
      '\u0000',
      'toString',
      'x'.repeat(5_000),
    ])
    Object.assign(draft.body, { [name]: chance.pick(NASTY)(chance) })
  },
  (draft, chance) => {
    draft.body = chance.pick(NASTY)(chance)
  },
  (draft, chance) => {
    const whole = text(draft)
    draft.raw = chance.pick([
      whole.slice(0, chance.int(0, whole.length)),
      `\ufeff${whole}`,
      `${whole}${whole}`,
      `{"__proto__":{"role":"owner"},${whole.slice(1)}`,
      `{"constructor":{"prototype":{"x":1}},${whole.slice(1)}`,
      Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
      Buffer.from(whole, 'utf16le'),
      `{"name":1e999}`,
      `{"name":${'9'.repeat(400)}}`,
      '['.repeat(50_000),
      'x'.repeat(1_100_000),
      ' ',
      'null',
    ])
  },
  (draft, chance) => {
    const names = draft.query
      .map(([name]) => name)
      .concat('limit', 'offset', 'page', 'sort', 'search', 'from', '__proto__')
    const value = nastyText(chance).slice(0, 3_000)
    draft.query.push([chance.pick(names), value])
  },
  (draft, chance) => {
    const [name, value] = draft.query[0] ?? ['limit', '5']
    draft.query.push(
      [`${name}[]`, value],
      [`${name}[x]`, value],
      [name, value],
      [name, chance.pick(['%', '%zz', '%00', '']) + value],
    )
  },
  (draft, chance) => {
    const index = chance.int(1, Math.max(1, draft.segments.length - 1))
    const nasty = nastyText(chance).slice(0, 600)
    draft.segments[index] = chance.in(0.7)
      ? encodeURIComponent(nasty.toWellFormed())
      : chance.pick(['%', '%zz', '%c0%af', '..', '.', '', '%2e%2e', '%00', ';', '*'])
  },
  (draft, chance) => {
    if (chance.in(0.5)) draft.segments.push(chance.pick(['', 'x', '..', 'api']))
    else draft.segments = draft.segments.map((segment) => segment.toUpperCase())
  },
  (draft, chance) => {
    draft.headers['content-type'] = chance.pick(TYPES)
  },
  (draft, chance) => {
    const name = chance.pick([
      'x-project-id',
      'x-request-id',
      'idempotency-key',
      'accept',
      'x-http-method-override',
      'origin',
      'content-encoding',
      'if-none-match',
      'range',
      'cookie',
      'last-event-id',
      'accept-encoding',
    ])
    draft.headers[name] = headerText(chance)
  },
  (draft, chance) => {
    draft.headers[chance.pick(['authorization', 'x-api-key'])] = chance.pick([
      headerText(chance),
      'Bearer ',
      'Bearer a.b.c',
      'Basic eDp5',
      `wk_${'0'.repeat(64)}`,
      `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`,
    ])
  },
  (draft, chance) => {
    draft.method = chance.pick(METHODS)
  },
]

/** Returns a request of this operation: valid in a third of the cases, otherwise with one to three mutations. */
export function requestOf(operation: Operation, as: Record<string, string>, sources: Sources): FuzzRequest {
  const { chance } = sources
  const draft = draftOf(operation, sources)
  Object.assign(draft.headers, as)
  if (!chance.in(0.34))
    for (let count = chance.int(1, 3); count > 0; count--) chance.pick(MUTATIONS)(draft, chance, operation)
  const body = draft.raw ?? (draft.body === undefined ? null : JSON.stringify(draft.body))
  if (body !== null) draft.headers['content-type'] ??= 'application/json'
  const search = draft.query.map(([name, value]) => `${encode(name, chance)}=${encode(value, chance)}`).join('&')
  return {
    method: draft.method,
    target: `/${draft.segments.join('/')}${search ? `?${search}` : ''}`.replaceAll(' ', '%20'),
    headers: draft.headers,
    body: body ?? null,
  }
}

/** Encodes most values; characters that cannot be sent are always encoded. */
const encode = (value: string, chance: Chance): string =>
  chance.in(0.9) || !/^[\x21-\x7e]*$/.test(value) ? encodeURIComponent(value.toWellFormed()) : value
