/** DNS records as people write them, and whether they are the ones that were wanted. Pure. */
import type { Answer, CaaData, SoaData, SrvData, TxtData } from 'dns-packet'
import ipaddr from 'ipaddr.js'
import { type Failure, failed, type Verdict } from '../core/verdict.ts'

export const RECORD_TYPES = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'SRV', 'CAA', 'PTR'] as const
export type WatchedType = (typeof RECORD_TYPES)[number]

export const MATCH_MODES = ['any', 'all', 'exact'] as const
export type MatchMode = (typeof MATCH_MODES)[number]

/** What is wanted of one record type. Without values, any record will do. */
export interface RecordEntry {
  recordType: WatchedType
  expectedValues?: string[]
  matchMode?: MatchMode
}

/** `10 mail.example.com`, `0 issue "ca.example"`, the strings of a TXT record put together. */
export function textOf({ type, data }: Extract<Answer, { data: unknown }>): string {
  switch (type) {
    case 'MX':
      return `${data.preference ?? 0} ${data.exchange}`
    case 'TXT':
      return joined(data)
    case 'SOA':
      return soaText(data)
    case 'SRV':
      return srvText(data)
    case 'CAA':
      return caaText(data)
    default:
      return String(data)
  }
}

const joined = (data: TxtData): string =>
  Buffer.concat([data].flat().map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))).toString()

const soaText = ({ mname, rname, serial, refresh, retry, expire, minimum }: SoaData): string =>
  [mname, rname, serial, refresh, retry, expire, minimum].join(' ')

const srvText = ({ priority = 0, weight = 0, port, target }: SrvData): string =>
  `${priority} ${weight} ${port} ${target}`

const caaText = ({ flags = 0, tag, value }: CaaData): string => `${flags} ${tag} "${value}"`

/** Records whose last word, the host, may be wanted without the numbers before it. */
const HOST_LAST: ReadonlySet<WatchedType> = new Set(['MX', 'SRV'])

/**
 * @param values of the records, as `textOf` has them
 * @returns null when they are as they should be
 */
export function judgeEntry(name: string, entry: RecordEntry, values: readonly string[]): Verdict | null {
  const { recordType, expectedValues: wanted = [], matchMode = 'any' } = entry
  if (values.length === 0) return failed(noRecord(name, recordType))
  if (wanted.length === 0 || matches(entry, wanted, values)) return null
  const words = `${WANTED[matchMode]} ${listed(wanted)}, got ${listed(values)}`
  return failed({ cause: 'dns_validation_error', message: `resolve ${recordType} ${name}: ${words}` })
}

const noRecord = (name: string, type: WatchedType): Failure => ({
  cause: 'dns_error',
  message: `resolve ${type} ${name}: the name has no ${type} record`,
})

const WANTED: Record<MatchMode, string> = { any: 'wanted any of', all: 'wanted all of', exact: 'wanted exactly' }

function matches(
  { recordType, matchMode }: RecordEntry,
  wanted: readonly string[],
  values: readonly string[],
): boolean {
  const forms = values.map((value) => formsOf(recordType, value))
  const all = wanted.map((value) => canonical(recordType, value))
  const isThere = (value: string): boolean => forms.some((known) => known.includes(value))
  if (matchMode === 'all') return all.every(isThere)
  if (matchMode === 'exact')
    return all.every(isThere) && forms.every((known) => known.some((form) => all.includes(form)))
  return all.some(isThere)
}

/** Every spelling by which a record may be wanted. */
function formsOf(type: WatchedType, value: string): string[] {
  const whole = canonical(type, value)
  return HOST_LAST.has(type) ? [whole, whole.slice(whole.lastIndexOf(' ') + 1)] : [whole]
}

/** Without case, quotes, dots at the end and doubled spaces; addresses in their shortest form. TXT stays as it is. */
function canonical(type: WatchedType, value: string): string {
  if (type === 'TXT') return value
  const text = value
    .trim()
    .toLowerCase()
    .replaceAll('"', '')
    .split(/\s+/)
    .map((word) => word.replace(/\.$/, ''))
    .join(' ')
  return (type === 'A' || type === 'AAAA') && ipaddr.isValid(text) ? ipaddr.parse(text).toString() : text
}

/** Most values named in a message, and most characters of each. */
const VALUES_SHOWN = 5
const VALUE_LENGTH = 80

function listed(values: readonly string[]): string {
  const shown = values.slice(0, VALUES_SHOWN).map(clipped).join(', ')
  return values.length > VALUES_SHOWN ? `${shown} and ${values.length - VALUES_SHOWN} more` : shown
}

const clipped = (value: string): string => (value.length > VALUE_LENGTH ? `${value.slice(0, VALUE_LENGTH)}…` : value)
