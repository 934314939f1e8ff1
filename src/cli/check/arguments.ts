/** Parses the arguments of `watchkeeper check`. Pure. */

import { Option } from 'commander'
import { DEFAULT_TIMEOUT_MS, type TlsTerms } from '../../core/monitors/monitor.ts'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import { describeSuggestion } from '../../core/platform/text/nearest.ts'
import type { ProbeKind } from '../../core/probes/protocol.ts'
import { PROBERS } from '../../probers/index.ts'
import type { TcpSettings } from '../../probers/tcp.ts'
import { findTlsMode } from '../../probers/tcp.ts'
import { type ProgramCommand, TextOption, UsageError } from '../command.ts'
import { quoteText } from '../text.ts'
import { type CheckOption, type Draft, listOptions } from './options.ts'
import { completeSettings, judgeTarget, setSetting, splitTarget } from './settings.ts'

export interface GivenOption {
  name: string
  /** Empty for a switch. */
  text: string
}

export interface CheckLine {
  operands: readonly string[]
  /** Options in command-line order. */
  given: readonly GivenOption[]
}

const isGiven = ({ given }: CheckLine, name: string): boolean => given.some((option) => option.name === name)

/** Returns the value of an option. The last one counts if it is repeated. */
const getOptionText = ({ given }: CheckLine, name: string): string | undefined =>
  given.findLast((option) => option.name === name)?.text

export interface CheckPlan {
  type: ProbeKind
  target: string
  /** Typed by the prober's schema, with defaults filled in. */
  settings: Draft
  /** Terms of certificate monitoring. */
  tls: TlsTerms | undefined
  timeoutMs: number
  output: 'text' | 'quiet' | 'json'
}

export const TYPES = Object.keys(PROBERS) as ProbeKind[]
export const TYPE_NAMES = TYPES.map((type) => type.toLowerCase())

const MAX_TIMEOUT_MS = 300_000

interface CommonOption {
  value: string | null
  help: string
  /** The only type that takes this option, which is not a setting of that type. */
  only?: ProbeKind
}

/** Options that are not settings. */
export const COMMON: Record<string, CommonOption> = {
  timeout: { value: 'MS', help: `timeout of the whole check (default: ${DEFAULT_TIMEOUT_MS})` },
  tls: {
    value: null,
    help: 'tcp only: also do a TLS handshake to check the certificate, with STARTTLS where the protocol has it',
    only: 'TCP',
  },
  setting: { value: 'KEY=VALUE', help: 'any setting of the type, named as in the API, or JSON; may be repeated' },
  json: { value: null, help: 'print one JSON document: the request, its steps and the result' },
  quiet: { value: null, help: 'print only the result, on one line' },
}

const OPTIONS: Record<ProbeKind, CheckOption[]> = Object.fromEntries(
  TYPES.map((type) => [type, listOptions(type)]),
) as Record<ProbeKind, CheckOption[]>

/**
 * Declares the options of all types. They are validated against the type once it is known.
 *
 * @param given receives every option of the command line
 */
export function defineOptions(command: ProgramCommand, given: GivenOption[]): void {
  const flagsOf = (name: string, value: string | null) => (value === null ? `--${name}` : `--${name} <VALUE>`)
  const ofTypes = TYPES.flatMap((type) => OPTIONS[type]).map(({ name, value }) => new TextOption(flagsOf(name, value)))
  const common = Object.entries(COMMON).map(([name, { value }]) => new Option(flagsOf(name, value)))
  const options = new Map([...ofTypes, ...common].map((option) => [option.name(), option]))
  for (const [name, option] of options) {
    command.addOption(option)
    command.on(`option:${name}`, (text?: string) => given.push({ name, text: text ?? '' }))
  }
}

/** @throws UsageError */
export function parseCheck(line: CheckLine, egress: EgressPolicy): CheckPlan {
  const [word, target] = line.operands
  if (word === undefined)
    throw new UsageError(
      `the type is missing, as in: watchkeeper check http https://example.com; types are ${listTypes()}`,
    )
  const type = parseType(word)
  if (target === undefined)
    throw new UsageError(`the target is missing, as in: watchkeeper check ${word} ${getExample(type)}`)
  const output = isGiven(line, 'json') ? 'json' : isGiven(line, 'quiet') ? 'quiet' : 'text'
  const isTls = isGiven(line, 'tls')
  if (isTls && type !== 'TCP') throw new UsageError(`--tls works only with tcp, not ${word.toLowerCase()}`)
  const tls = isTls ? { handshake: true, verify: true } : undefined
  const checked = validateCheck(type, target, line, egress)
  if (type === 'TCP') refuseIgnoredOptions(checked.settings as TcpSettings, tls)
  return { type, ...checked, tls, timeoutMs: parseTimeout(line), output }
}

const listTypes = (): string => TYPE_NAMES.join(', ')

export const getExample = (type: ProbeKind): string =>
  ({ HTTP: 'https://example.com', KEYWORD: 'https://example.com --keyword TEXT', TCP: 'example.com:25' })[
    type as string
  ] ?? 'example.com'

/** Case does not matter. */
export function parseType(word: string): ProbeKind {
  const type = TYPES.find((known) => known.toLowerCase() === word.toLowerCase())
  if (type) return type
  if (word.toLowerCase() === 'heartbeat')
    throw new UsageError('a heartbeat cannot be checked: it waits for pings from a job')
  if (word.includes('://'))
    throw new UsageError(`the type is missing, as in: watchkeeper check http ${quoteText(word).slice(1, -1)}`)
  throw new UsageError(
    `unknown type ${quoteText(word)}${describeSuggestion(word.toLowerCase(), TYPE_NAMES)}; types are ${listTypes()}`,
  )
}

function validateCheck(type: ProbeKind, word: string, { given }: CheckLine, egress: EgressPolicy) {
  const draft: Draft = {}
  for (const { name, text } of given) apply(type, draft, name, text)
  const target = splitTarget(type, word, draft)
  judgeTarget(type, target, egress)
  return { target, settings: completeSettings(type, target, draft, egress) }
}

/** Rejects options that would be ignored, and an UP that verifies less than the user requested. */
function refuseIgnoredOptions({ port, protocol, protocolValidation }: TcpSettings, tls: TlsTerms | undefined): void {
  const hasWords = protocolValidation?.send !== undefined || protocolValidation?.expect !== undefined
  if (protocol !== 'generic' && hasWords)
    throw new UsageError(`--send and --expect cannot be used with --protocol ${protocol}`)
  if (tls && findTlsMode({ port, protocol, protocolValidation }, tls) === 'none')
    throw new UsageError(
      `--tls finds no certificate: ${protocol} does not use TLS${protocol === 'http' ? '; use https' : ''}`,
    )
}

function apply(type: ProbeKind, draft: Draft, name: string, text: string): void {
  const option = OPTIONS[type].find((own) => own.name === name)
  if (name === 'setting') setSetting(type, draft, text)
  else if (option) option.apply(draft, text)
  else if (!(name in COMMON)) throw new UsageError(describeMisplaced(type, name))
}

function describeMisplaced(type: ProbeKind, name: string): string {
  const others = TYPES.filter((other) => OPTIONS[other].some((own) => own.name === name))
  return `--${name} works only with ${others.join(' and ').toLowerCase()}, not ${type.toLowerCase()}`
}

function parseTimeout(line: CheckLine): number {
  const text = getOptionText(line, 'timeout')
  if (text === undefined) return DEFAULT_TIMEOUT_MS
  const ms = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (ms >= 1 && ms <= MAX_TIMEOUT_MS) return ms
  throw new UsageError(`--timeout must be a whole number of ms from 1 to ${MAX_TIMEOUT_MS}, not ${quoteText(text)}`)
}
