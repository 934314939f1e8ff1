/** Variables of a project: values that the settings of its monitors refer to by name. */
import Type, { type Static } from 'typebox'
import type { Issue } from '../platform/errors.ts'
import { describeResource, type ProjectResource } from '../platform/fields/resource.ts'
import { Description } from '../platform/fields/schema.ts'
import { DESCRIPTION_KEY } from '../platform/validation/schema-words.ts'

export const VARIABLE_NAME = '[a-zA-Z_][a-zA-Z0-9_]{0,63}'

/** Maximum number of variables of a project. */
export const MAX_VARIABLES = 200

/** As long as the value of a header, the shortest limit of the settings that use variables. */
const MAX_VALUE_LENGTH = 4096

export const VARIABLE = describeResource(
  'variable',
  Type.Object({
    name: Type.String({
      pattern: `^${VARIABLE_NAME}$`,
      [DESCRIPTION_KEY]: 'a name of at most 64 letters, digits and underscores that does not begin with a digit',
      maxLength: 64,
      description:
        'Unique in the project. Letters, digits and underscores. Monitors keep their references to a renamed variable',
      examples: ['api_token'],
    }),
    value: Type.String({
      minLength: 1,
      maxLength: MAX_VALUE_LENGTH,
      writeOnly: true,
      description: 'Replaces the references as it is, without quoting',
      examples: ['eu-1'],
    }),
    isSecret: Type.Boolean({
      default: false,
      description:
        'Stored encrypted, never shown again, and masked where a target repeats it. A secret has at least 4 characters',
    }),
    description: Description(),
  }),
  { secrets: ['value'] },
)
export type VariableDraft = Static<typeof VARIABLE.schema>

export type Variable = Omit<VariableDraft, 'value'> &
  Omit<ProjectResource, 'organizationId'> & {
    /** Null when no key of this service opens it. */
    value: string | null
  }

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
