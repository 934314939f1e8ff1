/** Compares a response with its assertions. */

import { isSecretLike, MASK } from '../../platform/sealing/sealed-fields.ts'
import { truncateTo } from '../../platform/text/plain-text.ts'
import { type Assertion, type AssertionValue, toNumeric } from './assertion.ts'
import { JsonPathError, MAX_JSON_DEPTH, measureDepth, selectNodes } from './json-path.ts'

/** Maximum characters of a JSON document. */
const MAX_JSON_LENGTH = 1024 * 1024

/** Maximum characters that a message shows of a value, and of a path. */
const VALUE_SHOWN = 120

/** Maximum of broken assertions in a message. */
const ASSERTIONS_SHOWN = 3

/** A response, as assertions see it. */
export interface AssertedResponse {
  /** Decoded text of the body; empty if no assertion needs it. */
  text: string
  /** Bytes of the decoded body. */
  bodyBytes: number
  durationMs: number
  /** Returns the values of a header; null without the header. The name is in any case. */
  findHeader(name: string): string | null
  /** Removes secrets that the target repeats. */
  hide(text: string): string
}

/** An assertion with its result. */
interface AssertionResult {
  assertion: Assertion
  /** `$.queue.depth is 180, expected less than 100`; null if the assertion holds. */
  problem: string | null
}

/** Returns whether a text has a part. Keywords and assertions search with it. */
export function createFinder(text: string, isCaseSensitive: boolean): (part: string) => boolean {
  const normalizeCase = (value: string): string => (isCaseSensitive ? value : value.toLowerCase())
  const searched = normalizeCase(text)
  return (part) => searched.includes(normalizeCase(part))
}

/** Whether an assertion reads the body, so that a check must keep it. */
export const hasBodySource = ({ source }: Assertion): boolean =>
  source === 'json' || source === 'body' || source === 'body_size'

export function judgeAssertions(assertions: readonly Assertion[], response: AssertedResponse): AssertionResult[] {
  const document = createDocument(response)
  return assertions.map((assertion) => ({ assertion, problem: findProblem(assertion, response, document) }))
}

/** Joins the problems of all assertions with an effect; null if all of them hold. */
export function describeBroken(results: readonly AssertionResult[], effect: 'down' | 'degraded'): string | null {
  const problems = results.flatMap(({ assertion, problem }) =>
    problem !== null && (assertion.effect ?? 'down') === effect ? [problem] : [],
  )
  if (problems.length === 0) return null
  const more = problems.length - ASSERTIONS_SHOWN
  const shown = problems.slice(0, ASSERTIONS_SHOWN).join('; ')
  return more > 0 ? `${shown}; ${more} more` : shown
}

/** Returns `$.queue.depth: less than 100`. */
export const describeAssertion = (assertion: Assertion): string =>
  `${describeSubject(assertion)}: ${describeExpected(assertion)}`

/** The document of a body, or why there is none. */
type Document = () => { value: unknown } | { problem: string }

/** Parses the body at the first use. */
function createDocument(response: AssertedResponse): Document {
  let document: ReturnType<Document> | undefined
  return () => {
    document ??= parseDocument(response)
    return document
  }
}

function parseDocument({ text, hide }: AssertedResponse): ReturnType<Document> {
  if (text.length > MAX_JSON_LENGTH) return { problem: 'the body has more than 1 MiB' }
  if (text.trim() === '') return { problem: 'the body is empty' }
  if (hasManyBrackets(text) && measureDepth(text) > MAX_JSON_DEPTH)
    return { problem: `the JSON has more than ${MAX_JSON_DEPTH} levels` }
  try {
    return { value: JSON.parse(text) }
  } catch {
    const start = truncateTo(40, hide(text.slice(0, 1024)).trim())
    return { problem: `the body is not JSON, it begins with ${JSON.stringify(start)}` }
  }
}

/** Whether a text opens more lists and objects than the allowed levels. Most texts do not, and need not be measured. */
function hasManyBrackets(text: string): boolean {
  let left = MAX_JSON_DEPTH
  for (const bracket of ['[', '{'])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) if (left-- === 0) return true
  return false
}

const SUBJECTS = { body: 'body', body_size: 'body size', response_time: 'response time' } as const
const UNITS: Readonly<Record<string, string>> = { body_size: ' bytes', response_time: ' ms' }

function describeSubject({ source, path = '', name = '' }: Assertion): string {
  if (source === 'json') return truncateTo(VALUE_SHOWN, path)
  return source === 'header' ? `header ${name.toLowerCase()}` : SUBJECTS[source]
}

function findProblem(assertion: Assertion, response: AssertedResponse, document: Document): string | null {
  const { source, path = '' } = assertion
  if (source !== 'json') {
    const seen = readValue(assertion, response)
    return describeProblem(assertion, response, seen === null ? [] : [seen])
  }
  const parsed = document()
  if ('problem' in parsed) return `${describeSubject(assertion)} cannot be read: ${parsed.problem}`
  try {
    return describeProblem(assertion, response, selectNodes(path, parsed.value))
  } catch (error) {
    if (error instanceof JsonPathError) return `${describeSubject(assertion)} cannot be read: ${error.message}`
    throw error
  }
}

function readValue({ source, name = '' }: Assertion, response: AssertedResponse): unknown {
  if (source === 'header') return response.findHeader(name)
  if (source === 'body') return response.text.trim()
  return source === 'body_size' ? response.bodyBytes : Math.round(response.durationMs)
}

/** @param seen all values of the subject; each must match */
function describeProblem(assertion: Assertion, { hide }: AssertedResponse, seen: readonly unknown[]): string | null {
  const { comparison, source } = assertion
  const subject = describeSubject(assertion)
  const expected = () => `expected ${truncateTo(2 * VALUE_SHOWN, hide(describeExpected(assertion)))}`
  if (comparison === 'not_exists' ? seen.length === 0 : comparison === 'exists' && seen.length > 0) return null
  if (seen.length === 0) return `${subject} is missing, ${expected()}`
  // Equal values are compared once: a path may select a long text thousands of times
  const broken = comparison === 'not_exists' ? seen : [...new Set(seen)].filter((value) => !matches(value, assertion))
  if (broken.length === 0) return null
  const value = isSecret(assertion) ? MASK : truncateTo(VALUE_SHOWN, hide(formatValue(broken[0])))
  const others = seen.length > 1 ? ` (${seen.indexOf(broken[0]) + 1}. of ${seen.length} values)` : ''
  return `${subject} is ${value}${UNITS[source] ?? ''}${others}, ${expected()}`
}

/** Whether the header is named like a credential, such as Set-Cookie. */
const isSecret = ({ source, name = '' }: Assertion): boolean => source === 'header' && isSecretLike(name.toLowerCase())

function matches(seen: unknown, { comparison, value = '', values = [] }: Assertion): boolean {
  switch (comparison) {
    case 'equals':
      return isSame(seen, value)
    case 'not_equals':
      return !isSame(seen, value)
    case 'one_of':
      return values.some((one) => isSame(seen, one))
    case 'contains':
      return hasPart(seen, value)
    case 'not_contains':
      return !hasPart(seen, value)
    default: {
      const [number, limit] = [toNumeric(seen), toNumeric(value)]
      return number !== null && limit !== null && (comparison === 'greater' ? number > limit : number < limit)
    }
  }
}

/** Numbers are compared as numbers, all other values as texts. Objects and lists equal no value. */
function isSame(seen: unknown, value: AssertionValue): boolean {
  if (typeof seen === 'object' && seen !== null) return false
  const number = typeof seen === 'number' ? toNumeric(value) : null
  return number === null ? String(seen) === String(value) : number === seen
}

/** A list contains its entries, and a value contains the parts of its text. */
function hasPart(seen: unknown, value: AssertionValue): boolean {
  if (Array.isArray(seen)) return seen.some((entry) => isSame(entry, value))
  return (typeof seen !== 'object' || seen === null) && createFinder(String(seen), true)(String(value))
}

function describeExpected({ comparison, value = '', values = [] }: Assertion): string {
  const shown = formatExpected(value)
  switch (comparison) {
    case 'equals':
      return shown
    case 'not_equals':
      return `not ${shown}`
    case 'contains':
      return `to contain ${shown}`
    case 'not_contains':
      return `not to contain ${shown}`
    case 'one_of':
      return `one of ${values.map(formatExpected).join(', ')}`
    case 'exists':
      return 'to exist'
    case 'not_exists':
      return 'not to exist'
    default:
      return `${comparison} than ${shown}`
  }
}

/** A text that equals a number or a word of JSON has no quotes, because it matches both. */
const formatExpected = (value: AssertionValue): string =>
  typeof value === 'string' && toNumeric(value) === null && !/^(?:true|false|null)$/.test(value)
    ? JSON.stringify(value)
    : String(value)

/** Maximum characters of a value that are searched for secrets: more than the longest secret. */
const SCANNED = 32 * 1024

/** Formats the beginning of a value as JSON, without visiting the rest. JSON has no infinite number, but 1e999 is one. */
function formatValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, SCANNED))
  if (typeof value !== 'object' || value === null) return String(value)
  const isList = Array.isArray(value)
  let text = isList ? '[' : '{'
  for (const [key, entry] of Object.entries(value)) {
    if (text.length > VALUE_SHOWN) break
    const name = isList ? '' : `${JSON.stringify(key)}:`
    text += `${text.length > 1 ? ',' : ''}${name}${formatValue(entry)}`
  }
  return text + (isList ? ']' : '}')
}
