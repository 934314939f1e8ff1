/**
 * Judges requests by their schemas. Query and path parameters are text, so they are coerced and defaulted; a body is
 * taken as it is. Validators are compiled when first used: start-up does not wait for routes nobody calls.
 */
import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifySchema, FastifySchemaCompiler } from 'fastify'
import { isUuid } from '../core/id.ts'
import { withNul } from './body.ts'
import { explain } from './explain.ts'
import { findNul } from './nul.ts'
import { LOWER_CASE } from './schemas.ts'

type Validate = (data: unknown) => { value: unknown } | { error: Error }

// What a browser takes in <input type=email>. Source: HTML Standard, valid e-mail address
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

// Source: RFC 3339, section 5.6. A time without an offset would mean something else on every machine
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

const isDateTime = (text: string): boolean =>
  DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)) && isDay(text.slice(0, 10))

/** `Date` takes the 30th of February for the 2nd of March. */
const isDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)

const bodies = makeAjv({ coerceTypes: false, useDefaults: false })
const parameters = makeAjv({ coerceTypes: 'array', useDefaults: true })

/** Compiles nothing yet: gives Fastify a validator that compiles itself at its first request. */
export const compileValidator: FastifySchemaCompiler<FastifySchema> = ({ schema, httpPart }) => {
  let check: ValidateFunction | undefined
  const isBody = httpPart === 'body'
  const validate: Validate = (data) => {
    const nul = httpPart === 'querystring' ? findNul(data) : null // a body was searched when it was read
    if (nul !== null) return { error: withNul(nul) }
    check ??= (isBody ? bodies : parameters).compile(schema as object)
    const value = isBody ? (data ?? {}) : data // an empty body has no fields, and needs none where none is required
    return check(value) ? { value } : { error: explain(check.errors ?? [], NAMES[httpPart ?? '']) }
  }
  return validate as ReturnType<FastifySchemaCompiler<FastifySchema>>
}

/** What the whole of a request's part is called in a message. */
const NAMES: Record<string, string> = { body: 'The body', querystring: 'The query', params: 'The path' }

function makeAjv(options: { coerceTypes: false | 'array'; useDefaults: boolean }): Ajv {
  const ajv = new Ajv({ ...options, allErrors: true, verbose: true, strict: false, removeAdditional: false })
  ajv.addFormat('uuid', isUuid)
  ajv.addFormat('email', EMAIL)
  ajv.addFormat('date-time', isDateTime)
  ajv.addKeyword({ keyword: LOWER_CASE, type: 'string', modifying: true, errors: false, validate: lowerCase })
  return ajv
}

interface Place {
  parentData: Record<string | number, unknown>
  parentDataProperty: string | number
}

function lowerCase(_on: unknown, text: string, _schema: unknown, place?: Place): boolean {
  if (place) place.parentData[place.parentDataProperty] = text.toLowerCase()
  return true
}
