/** Explains validation errors with messages that state the expected value. */
import type { ErrorObject } from 'ajv'
import { createInvalid, type ErrorCode, type Issue, Problem, REFUSED_AS } from '../../../core/platform/errors.ts'
import { findNearestWord } from '../../../core/platform/nearest.ts'
import { describe, type JsonSchema, NAMES_KEY } from '../../../core/platform/validation/schema-words.ts'

/**
 * Maximum number of errors read. It exceeds the number of issues in a response, because a union adds the errors of its
 * branches.
 */
const MAX_ERRORS = 300

/**
 * @param errors of Ajv, with `verbose`
 * @param whole name of the validated value itself, used when there is no field
 */
export function explain(errors: readonly ErrorObject[], whole = 'The request'): Problem {
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
