/** Conditions of Gatus, such as `[STATUS] == 200`. */
import type { Assertion } from '../../core/monitors/assertions/assertion.ts'
import { toAssertion, toJsonPath, toLengthAssertion } from '../assertions.ts'
import type { Item } from '../conversion.ts'
import { ALL_STATUS_CODES, parseDuration, toText } from '../values.ts'

/** Part of the target that a check reads: `answer` is the text of a port, and `greeting` the first line of a protocol. */
export type Subject = 'web' | 'lookup' | 'answer' | 'greeting' | 'ping'

interface Endpoint {
  subject: Subject
  hasTls: boolean
  /** Whether the expiry of its domain can be watched. */
  hasDomain: boolean
}

/** The meaning of all conditions of an endpoint. */
export interface Expectations {
  /** Null when no condition is about the status: Gatus then accepts every status. */
  statusCodes: number[] | null
  /** Response time above which Gatus fails, in ms. */
  slowMs: number | null
  keywords: { text: string; shouldContain: boolean }[]
  assertions: Assertion[]
  /** Values of a DNS record. */
  records: string[]
  certificateDays: number[] | null
  domainDays: number[] | null
  /** Why the product cannot expect the same; null when it can. */
  impossible: string | null
}

interface Condition {
  subject: string
  operator: string
  value: string
}

/** The first operator ends the subject. A pattern with spaces around the parts would take cubic time on many spaces. */
const OPERATOR = /[=!<>]=|[<>]/
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

function splitCondition(text: string): Condition {
  const { 0: operator = '', index = text.length } = OPERATOR.exec(text) ?? {}
  const [left, right] = [text.slice(0, index).trim(), text.slice(index + operator.length).trim()]
  const isMirrored = !hasPlaceholder(left) && hasPlaceholder(right)
  return isMirrored
    ? { subject: right, operator: MIRRORED[operator] ?? operator, value: left }
    : { subject: left, operator, value: right }
}

const hasPlaceholder = (text: string): boolean => /^(?:len\(|has\()?\[[a-z_]+\]/i.test(text)

export function readConditions(conditions: readonly unknown[], endpoint: Endpoint, item: Item): Expectations {
  const found: Expectations = {
    statusCodes: null,
    slowMs: null,
    keywords: [],
    assertions: [],
    records: [],
    certificateDays: null,
    domainDays: null,
    impossible: null,
  }
  for (const one of conditions) {
    const text = toText(one) ?? ''
    const condition = splitCondition(text)
    const outcome = readCondition(found, endpoint, condition)
    if (outcome === 'lost')
      item.noteUnchecked(
        `The condition "${text}" is not checked.`,
        endpoint.subject === 'web' && condition.subject.includes('[BODY]')
          ? 'Add an assertion, or a keyword if a text of the response shows the state.'
          : null,
      )
    if (
      outcome === 'kept' &&
      endpoint.subject === 'web' &&
      /^\[BODY\]./i.test(condition.subject) &&
      condition.operator === '!='
    )
      item.note(`A response without the value fails "${text}"; in Gatus it passes.`)
    if (typeof outcome === 'object')
      item.noteUnchecked(`The condition "${text}" is checked in part: the response must contain ${outcome.texts}.`)
    if (outcome === 'kept' && endpoint.subject === 'web') noteNumbers(condition, item)
  }
  if (endpoint.subject !== 'web' && found.slowMs !== null)
    item.noteUnchecked('The response time of this type has no limit besides the timeout.')
  else if (found.slowMs !== null) item.note('A slow response makes the monitor degraded, not down.')
  if (found.certificateDays || found.domainDays)
    item.note('A certificate or domain that expires soon sends a warning; the monitor stays up.')
  return found
}

/** Notes where Gatus compares a number or a length of JSON differently: it compares integers. */
function noteNumbers({ subject, operator }: Condition, item: Item): void {
  const found = /^(?:(len)\()?\[BODY\][.[)]/i.exec(subject)
  if (!found) return
  if (/[<>]/.test(operator))
    item.note('Gatus drops decimals before it compares, and counts a missing value or a text as 0.')
  if (found[1]) item.note('The length of an object is its number of fields; Gatus takes the length of its JSON.')
}

/** The texts that are searched in place of a condition. */
type Outcome = 'kept' | 'lost' | { texts: string }

function readCondition(found: Expectations, endpoint: Endpoint, condition: Condition): Outcome {
  const { operator, value } = condition
  const [, name = '', path = ''] = /^\[(\w+)\](.*)$/s.exec(condition.subject) ?? []
  switch (path === '' || name.toUpperCase() === 'BODY' ? name.toUpperCase() : '') {
    case 'STATUS':
      return endpoint.subject === 'web' ? readStatus(found, operator, value) : 'lost'
    case 'RESPONSE_TIME':
      return readLimit(found, operator, value)
    case 'BODY':
      return endpoint.subject === 'web'
        ? readWebBody(found, path, condition)
        : readBody(found, endpoint.subject, path, condition)
    case 'CERTIFICATE_EXPIRATION':
      found.certificateDays = endpoint.hasTls ? readDays(operator, value) : null
      return found.certificateDays === null ? 'lost' : 'kept'
    case 'DOMAIN_EXPIRATION':
      found.domainDays = endpoint.hasDomain ? readDays(operator, value) : null
      return found.domainDays === null ? 'lost' : 'kept'
    case 'CONNECTED':
      return expectSuccess(found, condition, ['true'], 'It expects no connection; here a connection must succeed.')
    case 'DNS_RCODE':
      return expectSuccess(found, condition, ['NOERROR'], `It expects ${value}; here a lookup must succeed.`)
    default:
      return readField(found, endpoint.subject, condition)
  }
}

/** A check always expects success. */
function expectSuccess(found: Expectations, { operator, value }: Condition, good: string[], reason: string): Outcome {
  const isGood = listAlternatives(value).some((one) => good.includes(one))
  if (operator !== '==' && operator !== '!=') return 'lost'
  if (isGood !== (operator === '==')) found.impossible = reason
  return 'kept'
}

const listAlternatives = (value: string): string[] =>
  (/^any\((.*)\)$/s.exec(value)?.[1] ?? value).split(',').map((one) => one.trim())

function readLimit(found: Expectations, operator: string, value: string): Outcome {
  const limit = parseDuration(value) ?? Number(value)
  if (!operator.startsWith('<') || value === '' || !Number.isFinite(limit)) return 'lost'
  found.slowMs = Math.min(found.slowMs ?? limit, limit)
  return 'kept'
}

function readStatus(found: Expectations, operator: string, value: string): Outcome {
  const holds = toStatusRule(operator, value)
  if (!holds) return 'lost'
  found.statusCodes = (found.statusCodes ?? [...ALL_STATUS_CODES]).filter(holds)
  return 'kept'
}

function toStatusRule(operator: string, value: string): ((code: number) => boolean) | null {
  const matches = toStatusPattern(value)
  if (operator === '==') return matches
  if (operator === '!=') return matches && ((code) => !matches(code))
  const limit = Number(value)
  if (value === '' || !Number.isInteger(limit)) return null
  const rules: Readonly<Record<string, (code: number) => boolean>> = {
    '<': (code) => code < limit,
    '<=': (code) => code <= limit,
    '>': (code) => code > limit,
    '>=': (code) => code >= limit,
  }
  return rules[operator] ?? null
}

/** Reads `200`, `any(200, 204)` and `pat(2*)`. A code has three digits, so a star matches at most three. */
function toStatusPattern(value: string): ((code: number) => boolean) | null {
  const pattern = /^pat\(([\d*?]{1,20})\)$/.exec(value)?.[1]
  if (pattern !== undefined) {
    const expression = new RegExp(`^${pattern.replace(/\*+/g, '\\d{0,3}').replaceAll('?', '\\d')}$`)
    return (code) => expression.test(String(code))
  }
  const codes = new Set(listAlternatives(value).map((one) => (one === '' ? Number.NaN : Number(one))))
  return [...codes].every(Number.isInteger) ? (code) => codes.has(code) : null
}

/** The parts of `pat(*a*b*)`; null for another value, and for a pattern with other signs. */
function readPattern(value: string): string[] | null {
  const [, pattern] = /^pat\(([^?[\]\\]+)\)$/s.exec(value) ?? []
  return pattern === undefined ? null : pattern.split('*').filter((one) => one !== '')
}

/** A response of a website: the whole body, or a value of its JSON. */
function readWebBody(found: Expectations, path: string, { operator, value }: Condition): Outcome {
  const jsonPath = toJsonPath(path)
  if (jsonPath === null || hasPlaceholder(value) || value === '') return 'lost'
  const place = path === '' ? ({ source: 'body' } as const) : ({ source: 'json', path: jsonPath } as const)
  const parts = readPattern(value)
  if (parts !== null) return readParts(found, place, parts, { operator, value })
  const alternatives = /^any\(/.test(value) ? listAlternatives(value) : null
  if (/^\w+\(.*\)$/s.test(value) && (alternatives === null || alternatives.some((one) => /[()]/.test(one))))
    return 'lost'
  if (alternatives !== null && operator === '==')
    return addAssertions(found, [{ ...place, comparison: 'one_of', values: alternatives }])
  if (alternatives !== null && operator !== '!=') return 'lost'
  return addAssertions(
    found,
    (alternatives ?? [value]).map((one) => toAssertion(place, operator, one)),
  )
}

function addAssertions(found: Expectations, assertions: readonly (Assertion | null)[]): Outcome {
  const known = assertions.filter((one) => one !== null)
  if (known.length < assertions.length) return 'lost'
  found.assertions.push(...known)
  return 'kept'
}

/** Reads `pat(*a*)`. A pattern with several parts, or with a start or an end, is checked in part. */
function readParts(
  found: Expectations,
  place: Pick<Assertion, 'source' | 'path'>,
  parts: string[],
  { operator, value }: Pick<Condition, 'operator' | 'value'>,
): Outcome {
  const isWhole = parts.length === 1 && value === `pat(*${parts[0]}*)`
  if (parts.length === 0 || (operator !== '==' && !(isWhole && operator === '!='))) return 'lost'
  const shouldContain = operator === '=='
  if (place.source === 'body') found.keywords.push(...parts.map((text) => ({ text, shouldContain })))
  else {
    const comparison = shouldContain ? ('contains' as const) : ('not_contains' as const)
    found.assertions.push(...parts.map((part) => ({ ...place, comparison, value: part })))
  }
  return isWhole ? 'kept' : { texts: parts.join(' and ') }
}

function readBody(found: Expectations, subject: Subject, path: string, condition: Condition): Outcome {
  if (path !== '') return 'lost'
  if (subject === 'lookup') return readRecord(found, condition)
  if (subject !== 'answer') return 'lost'
  const { operator, value } = condition
  const parts = readPattern(value)
  if (parts?.length === 1 && value === `pat(*${parts[0]}*)` && /^[!=]=$/.test(operator)) {
    found.keywords.push({ text: parts[0]!, shouldContain: operator === '==' })
    return 'kept'
  }
  if (operator !== '==') return 'lost'
  if (parts !== null) return search(found, parts)
  return /^\w+\(.*\)$/s.test(value) || value === '' ? 'lost' : search(found, [value])
}

/** Reads `has([BODY].name) == true` and `len([BODY].list) > 0`. */
function readField(found: Expectations, subject: Subject, { subject: text, operator, value }: Condition): Outcome {
  const [, name = '', written = ''] = /^(has|len)\(\[BODY\](.*)\)$/is.exec(text) ?? []
  const path = toJsonPath(written)
  if (subject !== 'web' || path === null || path === '$') return 'lost'
  if (name.toLowerCase() === 'len') return addAssertions(found, [toLengthAssertion(path, operator, value)])
  if (!/^[!=]=$/.test(operator) || !/^(?:true|false)$/.test(value)) return 'lost'
  const isRequired = (operator === '==') === (value === 'true')
  // A value null counts as missing
  return addAssertions(found, [
    isRequired
      ? { source: 'json', path, comparison: 'not_equals', value: 'null' }
      : { source: 'json', path: `$[?${path} && ${path} != null]`, comparison: 'not_exists' },
  ])
}

/** Searches for texts that are in every answer for which the condition holds. */
function search(found: Expectations, texts: readonly string[]): Outcome {
  if (texts.length === 0) return 'lost'
  found.keywords.push(...texts.map((text) => ({ text, shouldContain: true })))
  return { texts: texts.join(' and ') }
}

function readRecord(found: Expectations, { operator, value }: Condition): Outcome {
  const values = listAlternatives(value)
  const isPlain = operator === '==' && values.every((record) => record !== '' && !/[()*]/.test(record))
  // A second condition would have to hold as well, and the expected values are alternatives
  if (!isPlain || found.records.length > 0) return 'lost'
  found.records.push(...values)
  return 'kept'
}

function readDays(operator: string, value: string): number[] | null {
  const ms = parseDuration(value)
  return operator.startsWith('>') && ms !== null ? [Math.min(365, Math.max(1, Math.ceil(ms / 86_400_000)))] : null
}
