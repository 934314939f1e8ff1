/**
 * Validates requests by their schemas. Query and path parameters are text, so they are coerced and get defaults; bodies
 * are not changed. Validators are compiled when first used, so that start-up does not wait for unused routes.
 */
import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifySchema, FastifySchemaCompiler } from 'fastify'
import { toAsciiDomain } from '../../../core/accounts/email.ts'
import { isUuid } from '../../../core/platform/id.ts'
import { joinLines } from '../../../core/platform/plain-text.ts'
import { createNulProblem } from '../http/body.ts'
import { LOWER_CASE, ONE_LINE } from '../schemas.ts'
import { explain } from './explain.ts'

type Validate = (data: unknown) => { value: unknown } | { error: Error }

// The pattern of browsers for <input type=email>. Source: HTML Standard, valid e-mail address
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

// Source: RFC 3339, section 5.6. An offset is required, because a local time depends on the machine
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

const isDateTime = (text: string): boolean =>
  DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)) && isDay(text.slice(0, 10))

/** `Date` accepts 30 February as 2 March. */
const isDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)

const BODIES = { coerceTypes: false, useDefaults: false } as const
const PARAMETERS = { coerceTypes: 'array', useDefaults: true } as const

/** Markers of texts that the validator converts. */
const CONVERSIONS: [keyword: string, convert: (text: string) => string][] = [
  [LOWER_CASE, (text) => text.toLowerCase()],
  [ONE_LINE, joinLines],
]

/** Limits of lengths in characters. The library would count each character of a long text; a character has one or two units. */
const LENGTHS: [keyword: string, fits: (text: string, limit: number) => boolean][] = [
  ['maxLength', (text, limit) => text.length <= limit || (text.length <= 2 * limit && countCharacters(text) <= limit)],
  ['minLength', (text, limit) => text.length >= 2 * limit || countCharacters(text) >= limit],
]

const countCharacters = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

interface Validators {
  /** Finds every error. The cost grows with the value. */
  all: Ajv
  /** Stops at the first error. Sizes are validated before contents, so the schema bounds the cost. */
  first: Ajv
}

const bodies: Validators = { all: createAjv(BODIES, true), first: createAjv(BODIES, false) }
const parameters: Validators = { all: createAjv(PARAMETERS, true), first: createAjv(PARAMETERS, false) }

/** Returns a validator that is compiled at its first request. */
export const createValidator: FastifySchemaCompiler<FastifySchema> = ({ schema, httpPart }) => {
  const checks: Partial<Record<keyof Validators, ValidateFunction>> = {}
  const isBody = httpPart === 'body'
  const validators = isBody ? bodies : parameters
  const validate: Validate = (data) => {
    const nul = httpPart === 'querystring' ? findNul(data) : null // bodies are checked when they are read
    if (nul !== null) return { error: createNulProblem(nul) }
    const value = isBody ? (data ?? {}) : data // an empty body has no fields, and is valid if none is required
    const mode = isSmall(value) ? 'all' : 'first'
    checks[mode] ??= validators[mode].compile(schema as object)
    const check = checks[mode]
    return check(value) ? { value } : { error: explain(check.errors ?? [], NAMES[httpPart ?? '']) }
  }
  return validate as ReturnType<FastifySchemaCompiler<FastifySchema>>
}

/** Names of the whole parts of a request in messages. */
const NAMES: Record<string, string> = { body: 'The body', querystring: 'The query', params: 'The path' }

/** Entries and characters of a value up to which all issues are collected. */
const MAX_ENTRIES = 1_000
const MAX_CHARACTERS = 65_536

/** Whether all errors of a value may be collected, because the cost grows with the possible number of errors. */
function isSmall(value: unknown): boolean {
  let entries = MAX_ENTRIES
  let characters = MAX_CHARACTERS
  const fitsBudget = (one: unknown): boolean => {
    if (typeof one === 'string') characters -= one.length
    if (typeof one !== 'object' || one === null) return characters >= 0
    const inner = Array.isArray(one) ? one : null
    entries -= inner?.length ?? 0
    if (inner) return entries >= 0 && inner.every(fitsBudget)
    for (const name in one) {
      characters -= name.length
      if (--entries < 0 || !fitsBudget((one as Record<string, unknown>)[name])) return false
    }
    return characters >= 0
  }
  return fitsBudget(value)
}

function createAjv(options: { coerceTypes: false | 'array'; useDefaults: boolean }, allErrors: boolean): Ajv {
  const ajv = new Ajv({ ...options, allErrors, verbose: true, strict: false, removeAdditional: false })
  ajv.addFormat('uuid', isUuid)
  ajv.addFormat('email', (text: string) => EMAIL.test(toAsciiDomain(text)))
  ajv.addFormat('date-time', isDateTime)
  for (const [keyword, fits] of LENGTHS) {
    ajv.removeKeyword(keyword)
    ajv.addKeyword({
      keyword,
      type: 'string',
      schemaType: 'number',
      before: 'pattern',
      compile: (limit: number) => (text: string) => fits(text, limit),
    })
  }
  for (const [keyword, convert] of CONVERSIONS)
    ajv.addKeyword({ keyword, type: 'string', modifying: true, errors: false, validate: toConversion(convert) })
  return ajv
}

interface ValuePosition {
  parentData: Record<string | number, unknown>
  parentDataProperty: string | number
}

function toConversion(convert: (text: string) => string) {
  return (_on: unknown, text: string, _schema: unknown, position?: ValuePosition): boolean => {
    if (position) position.parentData[position.parentDataProperty] = convert(text)
    return true
  }
}

/** @returns the dotted path of the first text with U+0000, which PostgreSQL cannot store; null if there is none */
function findNul(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return value.includes('\0') ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const below = path ? `${path}.${name}` : name
    const found = name.includes('\0') ? below : findNul(inner, below)
    if (found !== null) return found
  }
  return null
}
