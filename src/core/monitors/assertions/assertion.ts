/** Assertions about a response: conditions on its JSON, its headers, its body, its size and its time. */
import { type Static, Type } from 'typebox'
import { ONE_LINE } from '../../platform/fields/schema.ts'
import { DESCRIPTION_KEY } from '../../platform/validation/schema-words.ts'
import { findPathProblem } from './json-path.ts'

const SOURCES = ['json', 'header', 'body', 'body_size', 'response_time'] as const
type AssertionSource = (typeof SOURCES)[number]

export const ASSERTION_COMPARISONS = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'one_of',
  'exists',
  'not_exists',
  'greater',
  'less',
] as const
type AssertionComparison = (typeof ASSERTION_COMPARISONS)[number]

const MAX_ASSERTIONS = 20
const MAX_VALUES = 20
const MAX_TEXT = 500

const Value = Type.Union([Type.String({ minLength: 1, maxLength: MAX_TEXT }), Type.Number(), Type.Boolean()], {
  title: 'Value',
  description: 'Expected value. {{name}} inserts a variable of the project',
  examples: ['UP'],
})

const Assertion = Type.Object(
  {
    source: Type.Enum([...SOURCES], {
      title: 'Source',
      description:
        'Part of the response\n\n`json` is a value of its JSON. `body` is its decoded text, without white space at both ends. `body_size` is the number of bytes of that text, and `response_time` the duration of the check in milliseconds.',
    }),
    path: Type.Optional(
      Type.String({
        title: 'JSON path',
        minLength: 1,
        maxLength: MAX_TEXT,
        description:
          'Such as $.status or $.checks[*].status. If it finds several values, each must match\n\nA path of RFC 9535 without `match()` and `search()`. Only for `json`.',
        examples: ['$.status'],
      }),
    ),
    name: Type.Optional(
      Type.String({
        title: 'Header',
        [ONE_LINE]: true,
        pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$",
        [DESCRIPTION_KEY]: "a header name: only letters, digits and !#$%&'*+-.^_`|~ are allowed",
        minLength: 1,
        maxLength: 100,
        description: 'Several headers with this name are joined by a comma\n\nOnly for `header`.',
        examples: ['X-Cache'],
      }),
    ),
    comparison: Type.Enum([...ASSERTION_COMPARISONS], {
      title: 'Comparison',
      description: 'A missing value fails every comparison except not_exists',
    }),
    value: Type.Optional(Value),
    values: Type.Optional(
      Type.Array(Value, {
        title: 'Values',
        minItems: 1,
        maxItems: MAX_VALUES,
        description: 'Accepted values\n\nOnly for `one_of`.',
        examples: [['UP', 'STARTING']],
      }),
    ),
    effect: Type.Optional(
      Type.Enum(['down', 'degraded'], {
        title: 'Effect',
        default: 'down',
        description: 'Result of the check if the value does not match',
      }),
    ),
  },
  { additionalProperties: false },
)
export type Assertion = Static<typeof Assertion>
export type AssertionValue = Static<typeof Value>

/** Absent for most monitors, so that their settings stay small. */
export const Assertions = Type.Optional(
  Type.Array(Assertion, {
    title: 'Assertions',
    maxItems: MAX_ASSERTIONS,
    description: 'Conditions on the response, all of which must hold',
    examples: [[{ source: 'json', path: '$.status', comparison: 'equals', value: 'UP' }]],
  }),
)

/** Sources of numbers, which always exist. */
const NUMBER_SOURCES: ReadonlySet<AssertionSource> = new Set(['body_size', 'response_time'])

/** Comparisons of a source of numbers. */
const NUMBER_COMPARISONS: readonly AssertionComparison[] = ['equals', 'not_equals', 'one_of', 'greater', 'less']

const WITHOUT_VALUE: ReadonlySet<AssertionComparison> = new Set(['exists', 'not_exists'])

const NUMERIC = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** Returns the number that a text is; null for other texts. */
export function toNumeric(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && NUMERIC.test(value.trim()) ? Number(value) : null
}

/** @param maxBodyBytes number of bytes of a body that a check reads; a larger size cannot be expected */
export function findAssertionIssue(
  assertions: readonly Assertion[],
  maxBodyBytes: number,
): { key: string; message: string } | null {
  for (const [index, assertion] of assertions.entries()) {
    const issue = findPlaceIssue(assertion) ?? findValueIssue(assertion, maxBodyBytes)
    if (issue) return { key: `assertions.${index}.${issue[0]}`, message: issue[1] }
  }
  return null
}

type FieldIssue = [field: keyof Assertion, message: string]

function findPlaceIssue({ source, path, name, comparison }: Assertion): FieldIssue | null {
  if (source === 'json' && path === undefined) return ['path', 'is required for json, such as $.status']
  if (source !== 'json' && path !== undefined) return ['path', `is only for json, not for ${source}`]
  if (source === 'header' && name === undefined) return ['name', 'is required for header, such as X-Cache']
  if (source !== 'header' && name !== undefined) return ['name', `is only for header, not for ${source}`]
  if (NUMBER_SOURCES.has(source) && !NUMBER_COMPARISONS.includes(comparison))
    return ['comparison', `must be one of ${NUMBER_COMPARISONS.join(', ')} for ${source}`]
  const problem = path === undefined ? null : findPathProblem(path)
  return problem === null ? null : ['path', `is not a valid JSON path: ${problem}`]
}

function findValueIssue({ source, comparison, value, values }: Assertion, maxBodyBytes: number): FieldIssue | null {
  const isList = comparison === 'one_of'
  if (!isList && values !== undefined) return ['values', 'is only for one_of']
  if (isList && values === undefined) return ['values', 'is required for one_of, such as ["UP", "STARTING"]']
  if (isList && value !== undefined) return ['value', 'is not for one_of, which has values']
  if (WITHOUT_VALUE.has(comparison)) return value === undefined ? null : ['value', `is not for ${comparison}`]
  if (!isList && value === undefined) return ['value', `is required for ${comparison}`]
  const needsNumber = NUMBER_SOURCES.has(source) || comparison === 'greater' || comparison === 'less'
  const numbers = (values ?? [value]).map((one) => (hasReference(one) ? 0 : toNumeric(one)))
  const field = isList ? 'values' : 'value'
  if (needsNumber && numbers.includes(null)) return [field, 'must be a number']
  if (source === 'body_size' && numbers.some((number) => number! > maxBodyBytes))
    return [field, `must be at most ${maxBodyBytes}: no more of a body is read`]
  return null
}

/** The value of a variable is not known when the assertion is saved. */
const hasReference = (value: unknown): boolean => typeof value === 'string' && value.includes('{{')
