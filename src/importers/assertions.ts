/** Conditions of other products on the response, as assertions. */
import { type Assertion, toNumeric } from '../core/monitors/assertions/assertion.ts'

/** A step of a path: `.name`, `[0]` or `['name']`. */
const STEP = /\.([^.[\]'"*\s]+)|\[(\d+)\]|\['([^'\\]*)'\]/y
const SHORT_NAME = /^[a-z_]\w*$/i

/**
 * Converts a path without functions, filters and wildcards, such as `data[0].name` or `$.status`.
 *
 * @returns null for other paths
 */
export function toJsonPath(path: string): string | null {
  const [rest] = /^\$?(.*)$/s.exec(path.trim())!.slice(1) as [string]
  const written = rest === '' || /^[.[]/.test(rest) ? rest : `.${rest}`
  let converted = '$'
  STEP.lastIndex = 0
  for (let at = 0; at < written.length; at = STEP.lastIndex) {
    const [, plain, index, quoted] = STEP.exec(written) ?? []
    const name = plain ?? quoted
    if (name === undefined && index === undefined) return null
    converted += name === undefined ? `[${index}]` : SHORT_NAME.test(name) ? `.${name}` : `['${name}']`
  }
  return converted
}

type Place = Pick<Assertion, 'source' | 'path' | 'name'>

const COMPARISONS: Readonly<Record<string, Assertion['comparison']>> = {
  '==': 'equals',
  '!=': 'not_equals',
  '>': 'greater',
  '<': 'less',
  contains: 'contains',
  not_contains: 'not_contains',
}

/** A number on the other side of every number that is equal: `>= 12` is `> 11.999999999999998`. */
const toNeighbor = (number: number, isBelow: boolean): number =>
  number + (isBelow ? -1 : 1) * Math.max(Math.abs(number) * Number.EPSILON, Number.MIN_VALUE)

/**
 * Returns the assertion of a comparison.
 *
 * @param operator `==`, `!=`, `<`, `<=`, `>`, `>=`, `contains` or `not_contains`
 * @returns null if there is none with the same meaning
 */
export function toAssertion(place: Place, operator: string, value: string): Assertion | null {
  const number = toNumeric(value)
  const isRange = operator.startsWith('<') || operator.startsWith('>')
  if (isRange && number === null) return null
  if (isRange && operator.endsWith('=')) {
    const isMinimum = operator === '>='
    return { ...place, comparison: isMinimum ? 'greater' : 'less', value: toNeighbor(number!, isMinimum) }
  }
  const comparison = COMPARISONS[operator]
  return comparison
    ? { ...place, comparison, value: number !== null && String(number) === value ? number : value }
    : null
}

/** Returns the assertion that the length of a value in JSON compares with a number; null for the whole document. */
export const toLengthAssertion = (path: string, operator: string, value: string): Assertion | null =>
  path === '$' || !/^(?:[=!<>]=|[<>])$/.test(operator) || toNumeric(value) === null
    ? null
    : {
        source: 'json',
        path: `$[?length(${path}) ${operator} ${toNumeric(value)}]`,
        comparison: 'exists',
      }
