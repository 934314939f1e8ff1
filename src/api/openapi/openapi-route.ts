/** Builds the operation of a route from the schemas of the route. */
import type { FastifySchema } from 'fastify'
import type { ErrorCode } from '../../core/platform/errors.ts'
import { isWrite } from '../platform/access.ts'
import { STATUS } from '../platform/errors.ts'
import type { DeclaredRoute } from '../platform/resource.ts'
import { COMMON_HEADERS, createFailureSchema, type Json, RETRY_HEADERS } from './openapi-components.ts'
import type { Schema } from './openapi-names.ts'

interface Media {
  schema: Schema
  example?: unknown
}

export interface ResponseObject extends Json {
  content?: Record<string, Media>
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Json
}

export interface Operation extends Json {
  operationId?: string
  tags?: string[]
  parameters?: ({ $ref: string } | Parameter)[]
  requestBody?: { description?: string; required: boolean; content: Record<string, Media> }
  responses: Record<string, ResponseObject | { $ref: string }>
}

export function describeRoute({ querystring, params, headers, body, response, ...schema }: FastifySchema): Operation {
  const { summary, tags, description } = schema
  const parameters = [
    ...listParameters('query', querystring),
    ...listParameters('path', params),
    ...listParameters('header', headers),
  ]
  return {
    ...(summary && { summary }),
    ...(tags && { tags: [...tags] }),
    ...(description && { description }),
    ...(body !== undefined && { requestBody: { required: true, content: { 'application/json': toMedia(body) } } }),
    ...(parameters.length > 0 && { parameters }),
    responses: Object.fromEntries(
      Object.entries(response as Record<string, Schema>).map(([status, schema]) => [status, toResponse(schema)]),
    ),
  }
}

function listParameters(location: 'query' | 'path' | 'header', schema: unknown): Parameter[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => {
    const { schema, ...example } = toMedia(property)
    const { description, ...rest } = schema
    return {
      schema: rest,
      ...example,
      in: location,
      name,
      required: required.includes(name),
      ...(description !== undefined && { description: description as string }),
    }
  })
}

/** A schema with `content` describes non-JSON responses. */
function toResponse(schema: Schema): ResponseObject {
  const description = (schema.description as string | undefined) ?? 'Success'
  if ('content' in schema) return { description, content: toPlainJson(schema.content as Record<string, Media>) }
  if (schema.type === 'null') return { description }
  return { description, content: { 'application/json': toMedia(schema) } }
}

/** Moves the single example of a body or parameter from its schema to the media object. */
function toMedia(source: unknown): Media {
  const { examples, ...schema } = toPlainJson(source as Schema & { examples?: unknown[] })
  return { schema, ...(examples && { example: examples[0] }) }
}

/**
 * Copies a schema to plain JSON for all OpenAPI tools: TypeBox writes a record as `patternProperties` and a single
 * value as `const`.
 */
const toPlainJson = <T>(source: T): T =>
  JSON.parse(JSON.stringify(source), (_key, value) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
    const { const: only, patternProperties, ...schema } = value
    if (patternProperties) schema.additionalProperties = Object.values(patternProperties)[0]
    if (only !== undefined) schema.enum = [only]
    return schema
  })

const CREDENTIALS: ErrorCode[] = ['AUTHENTICATION_REQUIRED', 'MISSING_AUTH', 'INVALID_API_KEY', 'INVALID_TOKEN']
const PROJECT: ErrorCode[] = ['VALIDATION_ERROR', 'PROJECT_NOT_FOUND', 'PROJECT_ORGANIZATION_MISMATCH']

/** Lists the error codes of the operation by status, in the order of the list of all codes. */
export function listFailures(route: DeclaredRoute): Map<number, ErrorCode[]> {
  const codes = new Set([...listAccessFailures(route), ...listShapeFailures(route), ...route.errors])
  codes.add(route.failure).add('SERVICE_UNAVAILABLE')
  if (route.isIdempotent) codes.add('IDEMPOTENCY_CONFLICT')
  const inOrder = (Object.keys(STATUS) as ErrorCode[]).filter((code) => codes.has(code))
  const byStatus = Map.groupBy(inOrder, (code) => STATUS[code])
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}

function listAccessFailures({ access, method }: DeclaredRoute): ErrorCode[] {
  if ('public' in access) return access.isPolled ? [] : ['RATE_LIMIT_EXCEEDED']
  return [
    'RATE_LIMIT_EXCEEDED',
    ...CREDENTIALS,
    ...(isWrite(method) ? (['READ_ONLY_API_KEY'] as const) : []),
    ...(access.session ? (['JWT_REQUIRED'] as const) : []),
    ...(access.permission !== 'can_view' ? (['INSUFFICIENT_PERMISSIONS'] as const) : []),
    ...(access.scope === 'project' ? PROJECT : []),
  ]
}

/** A body is read, and refused if it is invalid, even by routes that need no body. */
function listShapeFailures({ schema, method, takesAnyBody }: DeclaredRoute): ErrorCode[] {
  if (isWrite(method) && !takesAnyBody) return ['VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE']
  return schema.params || schema.querystring ? ['VALIDATION_ERROR'] : []
}

/** Operations with the same failures share one response component, named after its codes. */
export function addSharedFailure(
  responses: Record<string, Json>,
  status: number,
  codes: readonly ErrorCode[],
): { $ref: string } {
  const name = codes.join('.')
  responses[name] ??= createFailureResponse(status, codes)
  return { $ref: `#/components/responses/${name}` }
}

function createFailureResponse(status: number, codes: readonly ErrorCode[]): Json {
  const canRetry = status === 429 || status === 503
  const example = {
    success: false,
    error: {
      code: codes[0],
      message: 'Description of the error and the expected value',
      ...(canRetry && { retryAfter: 5 }),
    },
  }
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: canRetry ? RETRY_HEADERS : COMMON_HEADERS,
    content: { 'application/json': { schema: createFailureSchema(codes, canRetry), example } },
  }
}
