/** Compares a response with the API document. */
import {
  type ApiDocument,
  createSchemaValidator,
  listErrorCodes,
  listOperations,
  type Operation,
  type SchemaValidator,
} from './document.ts'

export interface Conformance {
  document: ApiDocument
  judge: SchemaValidator
  /** By name, such as `GET /api/monitors/{id}`. */
  operations: ReadonlyMap<string, Operation>
}

export function createConformance(document: ApiDocument): Conformance {
  const operations = new Map(listOperations(document).map((operation) => [operation.name, operation]))
  return { document, judge: createSchemaValidator(document), operations }
}

export interface SeenResponse {
  method: string
  /** Null when no route matched. */
  operation: Operation | null
  status: number
  headers: Readonly<Record<string, unknown>>
  /** The body as text; null when it was not read. */
  text: string | null
}

/** Codes of requests that reach no operation. */
const UNROUTED_CODES = ['NOT_FOUND', 'METHOD_NOT_ALLOWED', 'VALIDATION_ERROR', 'SERVICE_UNAVAILABLE', 'INTERNAL_ERROR']

/** @returns one sentence for each violation */
export function listViolations(seen: SeenResponse, conformance: Conformance): string[] {
  const body = seen.status >= 400 ? judgeFailure(seen, conformance) : judgeSuccess(seen, conformance)
  return [...judgeHeaders(seen), ...body].map((violation) => `${describeCall(seen)} ${seen.status}: ${violation}`)
}

const describeCall = ({ method, operation }: SeenResponse): string => operation?.name ?? `${method} where nothing is`

function judgeHeaders({ headers, status }: SeenResponse): string[] {
  const violations: string[] = []
  if (headers['x-api-version'] !== '1.0') violations.push('X-API-Version is not 1.0')
  if (!/^[\x21-\x7e]{1,128}$/.test(String(headers['x-request-id'] ?? ''))) violations.push('there is no X-Request-Id')
  const rate = ['limit', 'remaining', 'reset'].filter((name) => headers[`x-ratelimit-${name}`] !== undefined)
  if (rate.length !== 0 && rate.length !== 3) violations.push(`of the rate headers there is only ${rate}`)
  if ((status === 429 || status === 503) && !/^[1-9]\d*$/.test(String(headers['retry-after'] ?? '')))
    violations.push('there is no Retry-After')
  return violations
}

function judgeFailure({ operation, status, text, headers }: SeenResponse, { judge }: Conformance): string[] {
  if (text === null) return operation && !operation.responses[status] ? ['this status is not documented'] : []
  if (!String(headers['content-type']).startsWith('application/json')) return ['a failure that is not JSON']
  const body = parseJson(text)
  const shape = judge.findViolation(['components', 'schemas', 'Failure'], body)
  if (shape) return [`${shape} in ${shortenText(text)}`]
  const { code, retryAfter } = (body as { error: { code: string; retryAfter?: number } }).error
  const known = operation ? (listErrorCodes(operation).get(status) ?? []) : UNROUTED_CODES
  const violations = known.includes(code) ? [] : [`the code ${code} is not documented`]
  const retry = headers['retry-after']
  if (String(retryAfter ?? '') !== String(retry ?? '')) violations.push(`retryAfter is ${retryAfter}, not ${retry}`)
  return violations
}

function judgeSuccess({ method, operation, status, text, headers }: SeenResponse, { judge }: Conformance): string[] {
  if (!operation) return method === 'OPTIONS' ? [] : ['a success']
  const response = operation.responses[status]
  if (!response) return ['this status is not documented']
  if (text === null) return []
  const type = String(headers['content-type'] ?? '').split(';', 1)[0]!
  if (!response.content) return text === '' ? [] : ['a body that is not documented']
  if (!response.content[type]) return [`the type ${type} is not documented`]
  if (type !== 'application/json') return []
  const place = ['paths', operation.path, operation.method.toLowerCase(), 'responses', String(status)]
  const violation = judge.findViolation([...place, 'content', type, 'schema'], parseJson(text))
  return violation ? [`${violation} in ${shortenText(text)}`] : []
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const shortenText = (text: string): string => (text.length > 500 ? `${text.slice(0, 500)}…` : text)
