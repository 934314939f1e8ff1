/**
 * The options of `watchkeeper check`. They are derived from the settings schema of each monitor type; a new type needs
 * no change here. Exceptions, such as shorter names and settings split into several options, are listed below.
 */

import { readFileSync } from 'node:fs'
import type { TObject, TSchema } from 'typebox'
import { ASSERTION_COMPARISONS } from '../../core/monitors/assertions/assertion.ts'
import { toStatusCodes } from '../../core/monitors/status-codes.ts'
import { toApiName } from '../../core/platform/fields/translate.ts'
import { describe, type JsonSchema } from '../../core/platform/validation/schema-words.ts'
import type { ProbeKind } from '../../core/probes/protocol.ts'
import { PROBERS } from '../../probers/index.ts'
import { TCP_PROTOCOLS } from '../../probers/tcp.ts'
import { UsageError } from '../command.ts'
import { quoteText } from '../text.ts'
import { decodeEscapes, omitNull, parseAssertion, parseSetting } from './values.ts'

export type Draft = Record<string, unknown>

export interface CheckOption {
  name: string
  /** The setting that the option sets. */
  key: string
  /** The field of a nested setting, in API names. */
  field?: string
  /** The placeholder after the option, such as `CODES`; null for a switch. */
  value: string | null
  help: string
  /** @throws UsageError */
  apply(draft: Draft, text: string): void
}

/** Option names that read better than the names of the settings. */
const NAMES: Record<string, string> = {
  headers: 'header',
  body: 'data',
  expectedStatus: 'expect-status',
  followRedirects: 'no-follow',
  verifyTls: 'insecure',
  slowThresholdMs: 'slow',
  matchMode: 'match',
  packetCount: 'count',
  packetSize: 'size',
  timeoutMs: 'reply-timeout',
  maxPacketLossPercent: 'max-loss',
  dnsServer: 'server',
  resolutionTimeoutMs: 'resolution-timeout',
}

/** Help texts that replace the schema's descriptions, which are written for the API. */
const HELP: Record<string, string> = {
  headers: 'request header; may be repeated',
  body: 'request body',
  expectedStatus: 'accepted status codes, such as 200,3xx,401-403 (default: any 2xx)',
  followRedirects: 'do not follow redirects',
  verifyTls: 'accept any certificate',
  caseSensitive: 'match case',
  clientCertificate: 'PEM with the client certificate, and with the authorities that the server needs',
  clientKey: 'PEM with the key of the client certificate, without a passphrase',
  ca: 'PEM with the authorities that are trusted in place of the default ones',
  legacy: 'accept weak keys and signatures, and servers without secure renegotiation',
  slowThresholdMs: 'response time above which the target is degraded, up to 60000 (default: no limit)',
}

const ASSERT_HELP = `must hold: a JSON path, "header NAME", body, body_size or response_time, then a comparison (${ASSERTION_COMPARISONS.join(', ')}) and a value; one_of takes a JSON list or values separated by commas; may be repeated`

const PROTOCOL_NAMES = TCP_PROTOCOLS.filter((name) => name !== 'generic').join(', ')

const ASSERTION_OPTIONS: CheckOption[] = [
  {
    name: 'assert',
    key: 'assertions',
    value: "'$.status equals UP'",
    help: ASSERT_HELP,
    apply: (draft, text) => listIn(draft, 'assertions').push(parseAssertion('--assert', text, 'down')),
  },
  {
    name: 'assert-degraded',
    key: 'assertions',
    value: "'response_time less 500'",
    help: 'the same; the target is degraded if it does not hold',
    apply: (draft, text) => listIn(draft, 'assertions').push(parseAssertion('--assert-degraded', text, 'degraded')),
  },
]

/** Settings that are split into several options. */
const PARTS: Partial<Record<ProbeKind, CheckOption[]>> = {
  HTTP: ASSERTION_OPTIONS,
  KEYWORD: [
    ...ASSERTION_OPTIONS,
    {
      name: 'keyword',
      key: 'keywords',
      value: 'TEXT',
      help: 'must be in the response; may be repeated',
      apply: (draft, text) => listIn(draft, 'keywords').push({ text, shouldContain: true }),
    },
    {
      name: 'not-keyword',
      key: 'keywords',
      value: 'TEXT',
      help: 'must not be in the response; may be repeated',
      apply: (draft, text) => listIn(draft, 'keywords').push({ text, shouldContain: false }),
    },
  ],
  TCP: [
    {
      name: 'protocol',
      key: 'protocol',
      value: 'NAME',
      help: `protocol to verify: ${PROTOCOL_NAMES} (default: only that the port is open)`,
      apply: (draft, text) => {
        draft.protocol = parseSetting(listProperties('TCP').protocol!, '--protocol', text)
        getValidation(draft)
      },
    },
    {
      name: 'send',
      key: 'protocolValidation',
      value: 'TEXT',
      help: 'text sent after connecting, without --protocol; \\r, \\n, \\t, \\\\ and \\x41 are unescaped',
      apply: (draft, text) => {
        getValidation(draft).send = decodeEscapes(text)
      },
    },
    {
      name: 'expect',
      key: 'protocolValidation',
      value: 'TEXT',
      help: 'text that the response must contain, without --protocol',
      apply: (draft, text) => {
        getValidation(draft).expect = decodeEscapes(text)
      },
    },
  ],
  DNS: [
    {
      name: 'type',
      key: 'recordEntries',
      value: 'TYPE',
      help: 'record type; may be repeated (default: A, or PTR for an address)',
      apply: (draft, text) => {
        const recordType = parseSetting(listEntryProperties().recordType!, '--type', text)
        const last = listIn(draft, 'recordEntries').at(-1)
        if (last && !last.recordType) last.recordType = recordType
        else listIn(draft, 'recordEntries').push({ recordType })
      },
    },
    {
      name: 'expect',
      key: 'recordEntries',
      value: 'VALUE',
      help: 'expected value of the preceding type, as in a zone file; may be repeated',
      apply: (draft, text) => {
        listIn(getEntry(draft), 'expectedValues').push(text as never)
      },
    },
    {
      name: 'match',
      key: 'recordEntries',
      value: 'MODE',
      help: 'how expected values must match: any, all or exact (default: any)',
      apply: (draft, text) => {
        getEntry(draft).matchMode = parseSetting(listEntryProperties().matchMode!, '--match', text)
      },
    },
  ],
}

function listIn(draft: Draft, key: string): Draft[] {
  draft[key] ??= []
  return draft[key] as Draft[]
}

/** TCP: a protocol or a text to send or expect enables validation. */
function getValidation(draft: Draft): Draft {
  draft.protocolValidation ??= { enabled: true }
  return draft.protocolValidation as Draft
}

/** DNS: the entry of the last record type. An entry without a type gets one later. */
function getEntry(draft: Draft): Draft {
  const entries = listIn(draft, 'recordEntries')
  if (entries.length === 0) entries.push({})
  return entries.at(-1)!
}

const listProperties = (type: ProbeKind): Record<string, TSchema> => (PROBERS[type].settings as TObject).properties

const listEntryProperties = (): Record<string, TSchema> =>
  ((listProperties('DNS').recordEntries as TSchema & { items: TObject }).items as TObject).properties

/** Lists all options of a type, in schema order. */
export function listOptions(type: ProbeKind): CheckOption[] {
  const parts = PARTS[type] ?? []
  return Object.entries(listProperties(type)).flatMap(([key, schema]) => {
    const own = parts.filter((option) => option.key === key)
    const { properties } = omitNull(schema as JsonSchema) as Partial<TObject>
    if (own.length > 0) return own
    return properties ? deriveNestedOptions(key, properties) : [deriveOption(key, schema)]
  })
}

/** Prefixes of the options for the fields of nested settings. */
const PREFIXES: Record<string, string> = { authentication: 'auth' }

/** Names of such fields that are shorter than the names of the settings. */
const NESTED_NAMES: Record<string, string> = { clientCertificate: 'cert', clientKey: 'key' }

/** Texts of several lines, which are read from a file. */
const PEM_SETTINGS: ReadonlySet<string> = new Set(['clientCertificate', 'clientKey', 'ca'])

/** Derives one option for each field of a nested setting, such as `--auth-type`. */
const deriveNestedOptions = (key: string, properties: TObject['properties']): CheckOption[] =>
  Object.entries(properties).map(([field, schema]) => {
    const option = deriveOption(field, schema, `${PREFIXES[key] ?? toKebabCase(key)}-`)
    return {
      ...option,
      key,
      field: toApiName(field),
      ...(PEM_SETTINGS.has(field) && { value: 'FILE' }),
      apply(draft, text) {
        draft[key] ??= {}
        option.apply(draft[key] as Draft, PEM_SETTINGS.has(field) ? readPem(text) : text)
      },
    }
  })

/** @throws UsageError when the file cannot be read */
function readPem(text: string): string {
  if (text.includes('-----BEGIN ')) return text
  try {
    return readFileSync(text, 'utf8')
  } catch (error) {
    throw new UsageError(`cannot read ${quoteText(text)}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

function deriveOption(key: string, schema: TSchema, prefix = ''): CheckOption {
  const shape = omitNull(schema as JsonSchema & { default?: unknown })
  const { default: fallback } = schema as { default?: unknown }
  const isSwitch = shape.type === 'boolean'
  const ownName = isSwitch && fallback === true ? `no-${toKebabCase(key)}` : toKebabCase(key)
  const name = prefix === '' ? (NAMES[key] ?? ownName) : prefix + (NESTED_NAMES[key] ?? ownName)
  return {
    name,
    key,
    value: isSwitch ? null : getPlaceholder(key, shape),
    help: HELP[key] ?? describeOption(shape, fallback, isSwitch),
    apply(draft, text) {
      draft[key] = isSwitch
        ? fallback !== true
        : parseSetting(schema, `--${name}`, key === 'expectedStatus' ? expandCodes(text) : text, draft[key])
    },
  }
}

const expandCodes = (text: string): string => toStatusCodes(text.split(/\s*,\s*/)).join(',')

/** Drops the unit, which the help shows. */
const toKebabCase = (key: string): string =>
  key.replace(/(?:Ms|Percent)$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function getPlaceholder(key: string, { type, enum: choices }: JsonSchema): string {
  if (key === 'headers') return "'NAME: VALUE'"
  if (key === 'expectedStatus') return 'CODES'
  if (key === 'dnsServer') return 'IP[:PORT]'
  if (key.endsWith('Ms')) return 'MS'
  if (key.endsWith('Percent')) return 'PERCENT'
  if (choices) return 'WORD'
  if (type === 'integer' || type === 'number') return 'N'
  return type === 'string' ? 'TEXT' : 'JSON'
}

function describeOption(shape: JsonSchema, fallback: unknown, isSwitch: boolean): string {
  const { description: text } = shape as { description?: string }
  // A form shows the first paragraph only
  const description = text?.replace(/\.?\n\n/g, '. ').replace(/\.$/, '')
  const help = isSwitch
    ? (description ?? '')
    : [describe(shape), description && toLowerFirst(description)].filter(Boolean).join('; ')
  const omitsDefault = isSwitch || fallback === undefined || fallback === null || typeof fallback === 'object'
  return omitsDefault ? help : `${help} (default: ${fallback})`
}

/** Lower-cases a help that follows a semicolon; "IP or IP:port" keeps its case. */
const toLowerFirst = (help: string): string => help.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())
