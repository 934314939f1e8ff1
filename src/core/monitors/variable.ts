/** Variables of a project: values that the settings of its monitors refer to by name. */
import type { Issue } from '../platform/errors.ts'
import type { Managed } from '../platform/managed.ts'

export interface Variable extends Managed {
  id: string
  projectId: string
  /** Unique in the project; see `VARIABLE_NAME`. */
  name: string
  /** Null when no key of this service opens it. */
  value: string | null
  /** Whether no response may contain the value. */
  isSecret: boolean
  description: string
  /** Unix ms. */
  createdAt: number
  updatedAt: number
}

export const VARIABLE_NAME = '[a-zA-Z_][a-zA-Z0-9_]{0,63}'

/** Maximum number of variables of a project. */
export const MAX_VARIABLES = 200

/** As long as the value of a header, the shortest limit of the settings that use variables. */
export const MAX_VALUE_LENGTH = 4096

/** A shorter secret would occur in unrelated text, so it could not be masked in responses of targets. */
const MIN_SECRET_LENGTH = 4

/** Returns values by name; a value that no key opens is left out. */
export const toVariableValues = (variables: Iterable<Variable>): Map<string, string> =>
  new Map([...variables].flatMap(({ name, value }) => (value === null ? [] : [[name, value] as const])))

/**
 * Returns why a variable cannot have this value.
 *
 * @param before null at creation
 */
export function findValueIssue(before: Variable | null, after: Variable): Issue | null {
  const refuse = (message: string): Issue => ({ field: 'value', message })
  if (before?.isSecret && !after.isSecret && after.value === before.value)
    return refuse('is required when a secret becomes readable')
  if (after.isSecret && after.value !== null && after.value.length < MIN_SECRET_LENGTH)
    return refuse(`must have at least ${MIN_SECRET_LENGTH} characters to be masked in the responses of targets`)
  return null
}
