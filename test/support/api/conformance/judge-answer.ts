/** What is wrong with an answer, by the document. */
import { type ApiDocument, codesOf, type Judge, makeJudge, type Operation, operationsOf } from './document.ts'

export interface Conformance {
  document: ApiDocument
  judge: Judge
  /** By name: `GET /api/monitors/{id}`. */
  operations: ReadonlyMap<string, Operation>
}

export function conformanceOf(document: ApiDocument): Conformance {
  const operations = new Map(operationsOf(document).map((operation) => [operation.name, operation]))
  return { document, judge: makeJudge(document), operations }
}

export interface Seen {
  method: string
  /** Null where no route was found. */
  operation: Operation | null
  status: number
  headers: Readonly<Record<string, unknown>>
  /** The body as text; null when it was not looked at. */
  text: string | null
}

/** What is answered where no operation is. */
const UNROUTED_CODES = ['NOT_FOUND', 'METHOD_NOT_ALLOWED', 'VALIDATION_ERROR', 'SERVICE_UNAVAILABLE', 'INTERNAL_ERROR']

/** @returns one sentence for each thing that is wrong */
export function complaintsAbout(seen: Seen, conformance: Conformance): string[] {
  const body = seen.status >= 400 ? aboutFailure(seen, conformance) : aboutSuccess(seen, conformance)
  return [...aboutHeaders(seen), ...body].map((complaint) => `${nameOf(seen)} ${seen.status}: ${complaint}`)
}

const nameOf = ({ method, operation }: Seen): string => operation?.name ?? `${method} where nothing is`

function aboutHeaders({ headers, status }: Seen): string[] {
  const complaints: string[] = []
  if (headers['x-api-version'] !== '1.0') complaints.push('X-API-Version is not 1.0')
  if (!/^[\x21-\x7e]{1,128}$/.test(String(headers['x-request-id'] ?? ''))) complaints.push('there is no X-Request-Id')
  const rate = ['limit', 'remaining', 'reset'].filter((name) => headers[`x-ratelimit-${name}`] !== undefined)
  if (rate.length !== 0 && rate.length !== 3) complaints.push(`of the rate headers there is only ${rate}`)
  if ((status === 429 || status === 503) && !/^[1-9]\d*$/.test(String(headers['retry-after'] ?? '')))
    complaints.push('there is no Retry-After')
  return complaints
}

function aboutFailure({ operation, status, text, headers }: Seen, { judge }: Conformance): string[] {
  if (text === null) return operation && !operation.responses[status] ? ['this status is not documented'] : []
  if (!String(headers['content-type']).startsWith('application/json')) return ['a failure that is not JSON']
  const body = parsed(text)
  const shape = judge.complaint(['components', 'schemas', 'Failure'], body)
  if (shape) return [`${shape} in ${shortened(text)}`]
  const { code, retryAfter } = (body as { error: { code: string; retryAfter?: number } }).error
  const known = operation ? (codesOf(operation).get(status) ?? []) : UNROUTED_CODES
  const complaints = known.includes(code) ? [] : [`the code ${code} is not documented`]
  const retry = headers['retry-after']
  if (String(retryAfter ?? '') !== String(retry ?? '')) complaints.push(`retryAfter is ${retryAfter}, not ${retry}`)
  return complaints
}

function aboutSuccess({ method, operation, status, text, headers }: Seen, { judge }: Conformance): string[] {
  if (!operation) return method === 'OPTIONS' ? [] : ['a success']
  const response = operation.responses[status]
  if (!response) return ['this status is not documented']
  if (text === null) return []
  const type = String(headers['content-type'] ?? '').split(';', 1)[0]!
  if (!response.content) return text === '' ? [] : ['a body that is not documented']
  if (!response.content[type]) return [`the type ${type} is not documented`]
  if (type !== 'application/json') return []
  const place = ['paths', operation.path, operation.method.toLowerCase(), 'responses', String(status)]
  const complaint = judge.complaint([...place, 'content', type, 'schema'], parsed(text))
  return complaint ? [`${complaint} in ${shortened(text)}`] : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const shortened = (text: string): string => (text.length > 500 ? `${text.slice(0, 500)}…` : text)
