/** Builds the operation of a route from the schemas of the route. */
import type { FastifySchema } from 'fastify'
import type { Json } from './openapi-components.ts'
import type { Schema } from './openapi-schemas.ts'

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
