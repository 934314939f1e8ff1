/** Conditions of Gatus, such as `[STATUS] == 200`. */
import type { Item } from '../conversion.ts'
import { ALL_STATUS_CODES, parseDuration } from '../units.ts'
import { toText } from '../values.ts'

/** The meaning of all conditions of an endpoint. */
export interface Expectations {
  /** Null when no condition is about the status: Gatus then accepts every status. */
  statusCodes: number[] | null
  /** Response time above which Gatus fails, in ms. */
  slowMs: number | null
  keywords: { text: string; shouldContain: boolean }[]
  /** Values of a DNS record. */
  records: string[]
  certificateDays: number[] | null
  domainDays: number[] | null
}

/** The first operator ends the subject. A pattern with spaces around the parts would take cubic time on many spaces. */
const OPERATOR = /[=!<>]=|[<>]/

function splitCondition(text: string): { subject: string; operator: string; value: string } {
  const { 0: operator = '', index = text.length } = OPERATOR.exec(text) ?? {}
  return { subject: text.slice(0, index).trim(), operator, value: text.slice(index + operator.length).trim() }
}

export function readConditions(conditions: readonly unknown[], isLookup: boolean, item: Item): Expectations {
  const found: Expectations = {
    statusCodes: null,
    slowMs: null,
    keywords: [],
    records: [],
    certificateDays: null,
    domainDays: null,
  }
  for (const condition of conditions) {
    const text = toText(condition) ?? ''
    const { subject, operator, value } = splitCondition(text)
    if (!readCondition(found, isLookup, subject, operator, value))
      item.note(`The condition "${text}" is not checked.`, 'Use a keyword, if a text of the response shows the state.')
  }
  if (found.slowMs !== null) item.note('A slow response makes the monitor degraded, not down.')
  if (found.certificateDays || found.domainDays)
    item.note('A certificate or domain that expires soon sends a warning; the monitor stays up.')
  return found
}

/** Returns whether the condition has a counterpart. */
function readCondition(
  found: Expectations,
  isLookup: boolean,
  subject: string,
  operator: string,
  value: string,
): boolean {
  switch (subject) {
    case '[STATUS]':
      return readStatus(found, operator, value)
    case '[RESPONSE_TIME]': {
      const limit = Number(value)
      if (!operator.startsWith('<') || !Number.isFinite(limit)) return false
      found.slowMs = Math.min(found.slowMs ?? limit, limit)
      return true
    }
    case '[BODY]':
      return isLookup ? readRecord(found, operator, value) : readBody(found, operator, value)
    case '[CERTIFICATE_EXPIRATION]':
      found.certificateDays = readDays(operator, value)
      return found.certificateDays !== null
    case '[DOMAIN_EXPIRATION]':
      found.domainDays = readDays(operator, value)
      return found.domainDays !== null
    case '[CONNECTED]':
      return operator === '==' && value === 'true'
    case '[DNS_RCODE]':
      return operator === '==' && value === 'NOERROR'
    default:
      return false
  }
}

function readStatus(found: Expectations, operator: string, value: string): boolean {
  const list = (/^any\((.*)\)$/s.exec(value)?.[1] ?? value).split(',').map(Number)
  if (!list.every(Number.isInteger)) return false
  const [first = 0] = list
  const codes = new Set(list)
  const holds: Readonly<Record<string, (code: number) => boolean>> = {
    '==': (code) => codes.has(code),
    '!=': (code) => !codes.has(code),
    '<': (code) => code < first,
    '<=': (code) => code <= first,
    '>': (code) => code > first,
    '>=': (code) => code >= first,
  }
  found.statusCodes = (found.statusCodes ?? [...ALL_STATUS_CODES]).filter(holds[operator]!)
  return true
}

/** A pattern with a plain word, such as `pat(*ready*)`, is a keyword. */
function readBody(found: Expectations, operator: string, value: string): boolean {
  const [, word] = /^pat\(\*([^*?[\]\\]+)\*\)$/s.exec(value) ?? []
  if (word === undefined || !/^[!=]=$/.test(operator)) return false
  found.keywords.push({ text: word, shouldContain: operator === '==' })
  return true
}

function readRecord(found: Expectations, operator: string, value: string): boolean {
  const values = (/^any\((.*)\)$/s.exec(value)?.[1] ?? value).split(',').map((record) => record.trim())
  if (operator !== '==' || values.some((record) => record === '' || /[()*]/.test(record))) return false
  found.records.push(...values)
  return true
}

function readDays(operator: string, value: string): number[] | null {
  const ms = parseDuration(value)
  return operator.startsWith('>') && ms !== null ? [Math.min(365, Math.max(1, Math.ceil(ms / 86_400_000)))] : null
}
