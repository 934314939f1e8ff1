/**
 * Validates requests by their schemas. Query and path parameters are text, so they are coerced and get defaults; bodies
 * are not changed. Validators are compiled when first used, so that start-up does not wait for unused routes.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchema, FastifySchemaCompiler } from 'fastify'
import { toAsciiDomain } from '../../../core/accounts/credential.ts'
import { createInvalid, type ErrorCode, type Issue, Problem, REFUSED_AS } from '../../../core/platform/errors.ts'
import { isUuid } from '../../../core/platform/id.ts'
import { findNearestWord } from '../../../core/platform/text/nearest.ts'
import { joinLines } from '../../../core/platform/text/plain-text.ts'
import { describe, type JsonSchema, NAMES_KEY } from '../../../core/platform/validation/schema-words.ts'
import { createNulProblem } from '../http/body.ts'
import { LOWER_CASE, ONE_LINE } from '../schemas.ts'

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

/**
 * Maximum number of errors read. It exceeds the number of issues in a response, because a union adds the errors of its
 * branches.
 */
const MAX_ERRORS = 300

/**
 * Explains validation errors with messages that state the expected value.
 *
 * @param errors of Ajv, with `verbose`
 * @param whole name of the validated value itself, used when there is no field
 */
function explain(errors: readonly ErrorObject[], whole = 'The request'): Problem {
  const issues = new Map<string, Issue>()
  const relevant = omitBranchErrors(errors.slice(0, MAX_ERRORS))
  for (const error of relevant) {
    const field = toFieldPath(error)
    const message = describeError(error)
    if (!issues.has(field)) issues.set(field, { field, message: field ? message : `${whole} ${message}` })
  }
  const problem = createInvalid([...issues.values()])
  const code = relevant[0] && findErrorCode(relevant[0])
  return code ? new Problem(code, problem.message, problem.details) : problem
}

/** Returns the error code that the schema defines for the violated keyword. */
const findErrorCode = ({ keyword, parentSchema }: ErrorObject): ErrorCode | undefined =>
  (parentSchema?.[REFUSED_AS] as Record<string, ErrorCode> | undefined)?.[keyword]

/**
 * Converts `/keyword_config/keywords/0/text` to `keyword_config.keywords.0.text`, and appends a missing or unknown
 * field.
 */
function toFieldPath({ instancePath, params, propertyName }: ErrorObject): string {
  const path = instancePath.split('/').slice(1).map(decodePointer)
  const last = params.missingProperty ?? params.additionalProperty ?? params.propertyName ?? propertyName
  return (last === undefined ? path : [...path, String(last)]).join('.')
}

// Source: RFC 6901, section 3
const decodePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

function describeError(error: ErrorObject): string {
  const parent = error.parentSchema as JsonSchema
  if (error.keyword === 'additionalProperties') return describeUnknownField(parent, error.params.additionalProperty)
  if (error.keyword === 'required') return describeMissingField(parent, error.params.missingProperty)
  if (error.keyword === 'uniqueItems')
    return `must not have duplicate entries: ${error.params.j} and ${error.params.i} are equal`
  return `must be ${describe(parent)}`
}

function describeUnknownField(parent: JsonSchema, name: string): string {
  if (parent[NAMES_KEY]) return `is not ${parent[NAMES_KEY]}`
  const known = Object.keys(parent.properties ?? {})
  const nearest = findNearestWord(name, known)
  if (nearest !== null) return `is an unknown field; did you mean ${nearest}?`
  return known.length > 0
    ? `is an unknown field; known ${known.length === 1 ? 'field is' : 'fields are'} ${known.join(', ')}`
    : 'is an unknown field'
}

const describeMissingField = (parent: JsonSchema, name: string): string => {
  const schema = parent.properties?.[name]
  return schema ? `is required: ${describe(schema)}` : 'is required'
}

/**
 * Keeps the useful errors of a union. A value that fits no branch violates rules of every branch. If its type matches
 * exactly one branch, the errors of that branch are kept; otherwise only the error of the union.
 */
function omitBranchErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const dropped = new Set<ErrorObject>()
  for (const union of errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')) {
    const inside = errors.filter((error) => !dropped.has(error) && isInside(error, union))
    const meant = findIntendedBranch(union, inside)
    for (const error of inside) if (!meant?.includes(error)) dropped.add(error)
    if (meant) dropped.add(union)
  }
  return errors.filter((error) => !dropped.has(error))
}

const isInside = (error: ErrorObject, union: ErrorObject): boolean =>
  error.schemaPath.startsWith(`${union.schemaPath}/`) &&
  (error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`))

function findIntendedBranch(union: ErrorObject, inside: ErrorObject[]): ErrorObject[] | null {
  const branches = Map.groupBy(inside, (error) => error.schemaPath.slice(union.schemaPath.length + 1).split('/')[0])
  const fitting = [...branches.values()].filter(
    (branch) => !branch.some((error) => error.instancePath === union.instancePath && isOtherKeyword(error.keyword)),
  )
  return fitting.length === 1 ? fitting[0]! : null
}

const isOtherKeyword = (keyword: string): boolean => keyword === 'type' || keyword === 'const' || keyword === 'enum'
