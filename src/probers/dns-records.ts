/** Compares DNS records in presentation format with the expected ones. Pure. */
import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Failure, toFailedVerdict, type Verdict } from '../core/results/verdict.ts'
import { escapeControls, formatText } from '../net/dns/dns-record.ts'

export const RECORD_TYPES = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'SRV', 'CAA', 'PTR'] as const
export type WatchedType = (typeof RECORD_TYPES)[number]

export const MATCH_MODES = ['any', 'all', 'exact'] as const
type MatchMode = (typeof MATCH_MODES)[number]

/** Expected values of one record type. Without values, any record matches. */
interface RecordEntry {
  recordType: WatchedType
  expectedValues?: string[]
  matchMode?: MatchMode
}

/** Record types whose host may be expected without the preceding numbers. */
const HOST_LAST: ReadonlySet<WatchedType> = new Set(['MX', 'SRV'])

/**
 * @param values values as in `DnsRecord`
 * @returns null when they match
 */
export function judgeEntry(name: string, entry: RecordEntry, values: readonly string[]): Verdict | null {
  const { recordType, expectedValues: expected = [], matchMode = 'any' } = entry
  if (values.length === 0) return toFailedVerdict(failNoRecord(name, recordType))
  if (expected.length === 0 || isMatch(entry, expected, values)) return null
  const detail = `${WANTED[matchMode]} ${formatList(expected)}, got ${formatList(values)}`
  return toFailedVerdict({ cause: 'dns_validation_error', message: `resolve ${recordType} ${name}: ${detail}` })
}

const failNoRecord = (name: string, type: WatchedType): Failure => ({
  cause: 'dns_error',
  message: `resolve ${type} ${name}: the name has no ${type} record`,
})

const WANTED: Record<MatchMode, string> = { any: 'wanted any of', all: 'wanted all of', exact: 'wanted exactly' }

function isMatch(
  { recordType, matchMode }: RecordEntry,
  expected: readonly string[],
  values: readonly string[],
): boolean {
  // The usual case: exactly the expected values, as written
  if (values.length === expected.length && values.every((value, i) => value === expected[i])) return true
  const known = values.map((value) => listForms(recordType, value))
  const all = expected.map((value) => listSpellings(recordType, value))
  const isPresent = (spellings: string[]): boolean => known.some((forms) => hasCommon(forms, spellings))
  const isWanted = (forms: string[]): boolean => all.some((spellings) => hasCommon(forms, spellings))
  if (matchMode === 'all') return all.every(isPresent)
  if (matchMode === 'exact') return all.every(isPresent) && known.every(isWanted)
  return all.some(isPresent)
}

const hasCommon = (forms: string[], spellings: string[]): boolean => forms.some((form) => spellings.includes(form))

/** All forms in which a record may be expected. */
function listForms(type: WatchedType, value: string): string[] {
  const whole = toCanonical(type, value)
  return HOST_LAST.has(type) ? [whole, whole.slice(whole.lastIndexOf(' ') + 1)] : [whole]
}

/**
 * Possible meanings of an expected value: quotes and backslashes may be zone file syntax, or part of the text. A value
 * may also be a whole line of a zone file or of dig.
 */
function listSpellings(type: WatchedType, value: string): string[] {
  const data = removeOwner(type, value)
  const spellings = data === value ? [value] : [value, data]
  if (data.includes('\\')) spellings.push(decodeEscapes(data))
  if (type === 'TXT' && QUOTED_STRINGS.test(removeParentheses(data)))
    spellings.push(removeQuotes(removeParentheses(data)))
  if (type === 'SOA') spellings.push(readSoa(data))
  return spellings.map((spelling) => toCanonical(type, spelling))
}

/** `www.example.com. 3600 IN A 192.0.2.7`: only the data counts. */
const removeOwner = (type: WatchedType, line: string): string =>
  line.replace(new RegExp(`^\\s*\\S+\\s+(?:\\d+[smhdw]?\\s+)?IN\\s+(?:\\d+[smhdw]?\\s+)?${type}\\s+`, 'i'), '')

/** Parentheses continue a record on further lines. */
const removeParentheses = (value: string): string => value.replace(/^\s*\(([\s\S]*)\)\s*$/, '$1')

/** `"v=spf1 include:" "_spf.example.com"` */
const QUOTED_STRINGS = /^(?:\s*"(?:[^"\\]|\\.)*")+\s*$/s

const removeQuotes = (value: string): string =>
  decodeEscapes([...value.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, text = '']) => text).join(''))

/** `\;` is a semicolon, and `\059` the byte 59. Source: RFC 1035, section 5.1 */
function decodeEscapes(text: string): string {
  const bytes = Buffer.from(text).toString('latin1')
  const plain = bytes.replace(/\\(?:(\d{3})|(.))/gs, (_, digits: string | undefined, character: string) =>
    digits === undefined ? character : String.fromCharCode(Number(digits) & 0xff),
  )
  return formatText(Buffer.from(plain, 'latin1'))
}

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }

/** A record over several lines, with comments and times such as `1h30m`. Source: the zone files of BIND */
const readSoa = (value: string): string =>
  value
    .replace(/;[^\n]*/g, '')
    .replace(/[()]/g, ' ')
    .replace(/(?<=\s)(?:\d+[smhdw])+(?=\s|$)/gi, (time) =>
      String(
        [...time.matchAll(/(\d+)(\w)/g)].reduce(
          (sum, [, n, unit]) => sum + Number(n) * SECONDS[unit!.toLowerCase()]!,
          0,
        ),
      ),
    )

/** Ignores case, quotes, trailing dots and double spaces; addresses get their shortest form. TXT stays unchanged. */
function toCanonical(type: WatchedType, value: string): string {
  if (type === 'TXT') return escapeControls(value)
  if (type === 'A') return value.trim()
  if (type === 'AAAA') return isIPv6(value) ? ipaddr.parse(value).toString() : value
  return value
    .trim()
    .toLowerCase()
    .replace(/\\?"/g, '')
    .split(/\s+/)
    .map((word) => word.replace(/\.$/, ''))
    .join(' ')
}

/** Maximum of values in a message, and maximum characters of each. */
const VALUES_SHOWN = 5
const VALUE_LENGTH = 80

function formatList(values: readonly string[]): string {
  const shown = values.slice(0, VALUES_SHOWN).map(truncateValue).join(', ')
  return values.length > VALUES_SHOWN ? `${shown} and ${values.length - VALUES_SHOWN} more` : shown
}

const truncateValue = (value: string): string =>
  value.length > VALUE_LENGTH ? `${value.slice(0, VALUE_LENGTH)}…` : value
