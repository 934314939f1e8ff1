/** Validators for responses, compiled from the API's own document. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { isUuid } from '../../../../src/core/platform/id.ts'

export type Schema = Record<string, unknown>

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}

export interface Response {
  $ref?: string
  description: string
  headers?: Record<string, { $ref: string }>
  content?: Record<string, { schema: Schema; example?: unknown }>
}

export interface Operation {
  /** `GET /api/monitors/{id}` */
  name: string
  method: string
  path: string
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema; example: unknown }> }
  responses: Record<string, Response>
}

/** Whether the operation answers with an event stream that does not end by itself. */
export const isStream = ({ responses }: Operation): boolean => {
  const content = responses[200]?.content
  return content?.['text/event-stream'] !== undefined && content['application/json'] === undefined
}

export interface ApiDocument {
  openapi: string
  info: { version: string; contact: { url: string }; license: { name: string } }
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<'schemas' | 'responses' | 'headers' | 'parameters', Record<string, unknown>>
}

const DOCUMENT = 'api'

/** Resolves a reference of the document. */
export const resolve = <T>(document: ApiDocument, part: { $ref?: string } | T): T => {
  const reference = (part as { $ref?: string }).$ref
  if (reference === undefined) return part as T
  const steps = reference.slice(2).split('/').map(decodePointer)
  return steps.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], document) as T
}

// Source: RFC 6901, section 3
const decodePointer = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')
const escapePointer = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1')

/** Lists every operation with its references resolved, except references to schemas. */
export const listOperations = (document: ApiDocument): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters: (operation.parameters ?? []).map((parameter) => resolve<Parameter>(document, parameter)),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [
          status,
          resolve<Response>(document, response),
        ]),
      ),
    })),
  )

/** Lists the error codes of an operation by status. */
export function listErrorCodes({ responses }: Operation): Map<number, string[]> {
  const failures = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  return new Map(
    failures.map(([status, response]) => {
      const schema = response.content!['application/json']!.schema as unknown as ErrorSchema
      return [Number(status), schema.allOf[1].properties.error.properties.code.enum]
    }),
  )
}

interface ErrorSchema {
  allOf: [unknown, { properties: { error: { properties: { code: { enum: string[] } } } } }]
}

export interface SchemaValidator {
  /** Describes how the value violates the schema at this place of the document; null when it does not. */
  findViolation(place: readonly string[], value: unknown): string | null
}

/**
 * Validates values against the schemas of the document. An object must not have properties that its schema does not
 * list. The document itself allows them, so that clients tolerate new fields.
 */
export function createSchemaValidator(document: ApiDocument): SchemaValidator {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS })
  ajv.addSchema(closeObjects(document) as object, DOCUMENT)
  const validators = new Map<string, ValidateFunction>()

  return {
    findViolation(place, value) {
      const pointer = `${DOCUMENT}#/${place.map(escapePointer).map(encodeURIComponent).join('/')}`
      const validate = validators.get(pointer) ?? ajv.compile({ $ref: pointer })
      validators.set(pointer, validate)
      return validate(value)
        ? null
        : ajv.errorsText(validate.errors, { dataVar: 'the value' }) + describeExtraProperties(validate)
    },
  }
}

/** Names the extra properties, because the `additionalProperties` error does not. */
const describeExtraProperties = ({ errors }: ValidateFunction): string => {
  const extra = errors?.map(({ params }) => params.additionalProperty).filter(Boolean) ?? []
  return extra.length > 0 ? ` (${extra.join(', ')})` : ''
}

/** A format without an entry is not validated, so a test checks that every format of the document has one. */
export const FORMATS = {
  uuid: isUuid,
  email: /^[^\s@]+@[^\s@]+$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  uri: (text: string) => /^[a-z][a-z\d+.-]*:/i.test(text) && /^[!-~]+$/.test(text) && URL.canParse(text),
}

/** Copies a schema with every object closed, unless it states `additionalProperties`. */
function closeObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeObjects)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closeObjects(inner)]))
  const isObject = copy.properties !== undefined && [copy.type].flat().includes('object')
  return isObject && copy.additionalProperties === undefined && copy.patternProperties === undefined
    ? { ...copy, additionalProperties: false }
    : copy
}
