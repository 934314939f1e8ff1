/** Compares DNS records in presentation format with the expected ones. Pure. */
import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Failure, toFailedVerdict, type Verdict } from '../core/results/verdict.ts'
import { escapeControls } from '../net/dns/dns-record.ts'

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
  const { recordType, expectedValues: wanted = [], matchMode = 'any' } = entry
  if (values.length === 0) return toFailedVerdict(failNoRecord(name, recordType))
  if (wanted.length === 0 || isMatch(entry, wanted, values)) return null
  const detail = `${WANTED[matchMode]} ${formatList(wanted)}, got ${formatList(values)}`
  return toFailedVerdict({ cause: 'dns_validation_error', message: `resolve ${recordType} ${name}: ${detail}` })
}

const failNoRecord = (name: string, type: WatchedType): Failure => ({
  cause: 'dns_error',
  message: `resolve ${type} ${name}: the name has no ${type} record`,
})

const WANTED: Record<MatchMode, string> = { any: 'wanted any of', all: 'wanted all of', exact: 'wanted exactly' }

function isMatch(
  { recordType, matchMode }: RecordEntry,
  wanted: readonly string[],
  values: readonly string[],
): boolean {
  // The usual case: exactly the expected values, as written
  if (values.length === wanted.length && values.every((value, i) => value === wanted[i])) return true
  const known = values.map((value) => listForms(recordType, value))
  const all = wanted.map((value) => listSpellings(recordType, value))
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

/** Possible meanings of an expected value: quotes around a text may be zone file syntax, or part of the text. */
function listSpellings(type: WatchedType, value: string): string[] {
  const whole = toCanonical(type, value)
  return type === 'TXT' && QUOTED_STRINGS.test(value) ? [whole, toCanonical(type, removeQuotes(value))] : [whole]
}

/** `"v=spf1 include:" "_spf.example.com"` */
const QUOTED_STRINGS = /^(?:\s*"(?:[^"\\]|\\.)*")+\s*$/s

const removeQuotes = (value: string): string =>
  [...value.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, text = '']) => text.replace(/\\(["\\])/g, '$1')).join('')

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
