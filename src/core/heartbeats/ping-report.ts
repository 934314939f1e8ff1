/**
 * Reports of a job besides the path of its ping: parameters by which clients of other services report success, a
 * start or a failure. A failure always wins, because a failed job must never count as a success.
 */
import { toOneLine, truncateTo } from '../platform/text/plain-text.ts'
import { SECOND_MS } from '../platform/time/time.ts'
import type { Signal } from './heartbeat-state.ts'

type Outcome = Pick<Signal, 'exitStatus'> & { kind: 'success' | 'start' | 'fail' }

/** A parameter of the query, or a field of the body. */
interface PingParameter {
  name: string
  value: string
}

/** A parameter whose value has no known meaning. Its message explains it to the author of the job. */
export class PingParameterError extends Error {
  readonly parameter: string

  constructor(parameter: string, message: string) {
    super(message)
    this.parameter = parameter
  }
}

const WORDS: ReadonlyMap<string, Outcome['kind']> = new Map(
  Object.entries({
    success: 'up ok okay success successful succeeded complete completed done finish finished pass passed healthy',
    start: 'start started starting begin run running in_progress in-progress inprogress',
    fail: 'down fail failed failing failure error errored err critical crash crashed abort aborted timeout unhealthy',
  }).flatMap(([kind, names]) => names.split(' ').map((word) => [word, kind as Outcome['kind']] as const)),
)

/** Returns null for a value without a known meaning. */
type ReadOutcome = (value: string) => Outcome | null

const readWord: ReadOutcome = (value) => toOutcome(WORDS.get(value.toLowerCase()))

const readFlag: ReadOutcome = (value) => {
  if (/^(true|1|yes)$/i.test(value)) return toOutcome('success')
  return /^(false|0|no)$/i.test(value) ? toOutcome('fail') : null
}

const toOutcome = (kind: Outcome['kind'] | undefined): Outcome | null => (kind ? { kind, exitStatus: null } : null)

/**
 * Reads an exit status: 0 is success, any other number is failure. Windows has numbers of 32 bits, with or without a
 * sign. A number that is not exact in JavaScript is a failure without a number.
 */
export function readExitStatus(text: string): Outcome | null {
  if (!/^[+-]?\d{1,100}$/.test(text)) return null
  const status = Number(text) || 0 // no negative zero
  return { kind: status === 0 ? 'success' : 'fail', exitStatus: Number.isSafeInteger(status) ? status : null }
}

/** Reads the last part of the path of a ping: an exit status, or a word in any case, such as `Start`, `failed` or `log`. */
export const readPathEnd = (text: string): Pick<Signal, 'kind' | 'exitStatus'> | null =>
  text.toLowerCase() === 'log' ? { kind: 'log', exitStatus: null } : readExitStatusOrWord(text)

const readExitStatusOrWord: ReadOutcome = (value) => readExitStatus(value) ?? readWord(value)

/** Parameters that state the outcome. An empty value states nothing. */
const OUTCOMES: Readonly<Record<string, { read: ReadOutcome; expected: string }>> = {
  status: { read: readWord, expected: 'up, down, ok, error or in_progress' }, // Uptime Kuma, Peekaping, Sentry
  state: { read: readWord, expected: 'run, complete, ok or fail' }, // Cronitor
  s: { read: readExitStatusOrWord, expected: 'an exit status such as 0 or 1' }, // Dead Man's Snitch
  success: { read: readFlag, expected: 'true or false' }, // Gatus
  status_code: { read: readExitStatus, expected: 'an exit status such as 0 or 1' }, // Cronitor
  exit_code: { read: readExitStatus, expected: 'an exit status such as 0 or 1' }, // Honeybadger, Oh Dear
  exit_status: { read: readExitStatus, expected: 'an exit status such as 0 or 1' },
}

/** Texts of a job, the most specific first. `error` is a failure unless another parameter states the outcome. */
const MESSAGES = ['error', 'failure_message', 'msg', 'message', 'm', 'text'] as const

/** Values of `error` that state that there is none, and values without a text. */
const NO_ERROR = /^(?:|0|false|no|none|null|nil|undefined)$/i
const ERROR_FLAG = /^(?:1|true|yes)$/i

const readMs = (value: string): number | null => (/^\d{1,15}(\.\d*)?$/.test(value) ? Number(value) : null)

const UNIT_MS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: SECOND_MS,
  ms: 1,
  us: 0.001,
  µs: 0.001,
  μs: 0.001,
  ns: 0.000_001,
}

/** Reads seconds, or a duration of Go such as `1m30s`, as milliseconds. */
function readDuration(value: string): number | null {
  const seconds = readMs(value)
  if (seconds !== null) return seconds * SECOND_MS
  const parts = [...value.matchAll(/(\d{1,15}(?:\.\d*)?)(h|ms|m|s|us|µs|μs|ns)/gy)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== value) return null
  return parts.reduce((sum, [, number, unit]) => sum + Number(number) * UNIT_MS[unit!]!, 0)
}

const DURATIONS: Readonly<Record<string, { read: (value: string) => number | null; expected: string }>> = {
  ping: { read: readMs, expected: 'milliseconds such as 250' }, // Uptime Kuma
  duration: { read: readDuration, expected: 'seconds such as 12.5, or a duration such as 1m30s' }, // Sentry, Gatus
  runtime: { read: readDuration, expected: 'seconds such as 12.5' }, // Oh Dear
}

/** A longer duration is no measurement. 366 days. */
const MAX_DURATION_MS = 366 * 24 * 3_600_000

/** Parameters of this service itself. */
const OWN = ['rid']

/** Parts of a report. */
interface Report {
  outcomes: Outcome[]
  /** Without control characters and line breaks; null when the job sent no text. */
  message: string | null
  durationMs: number | null
  /** Names of parameters without a meaning. */
  ignored: string[]
}

const MAX_MESSAGE_LENGTH = 500
const MAX_IGNORED = 20
const MAX_NAME_LENGTH = 60

/**
 * Reads the parameters of a query, with names and values in any case.
 *
 * @throws PingParameterError
 */
export function readQuery(parameters: readonly PingParameter[]): Report {
  const ignored = new Set<string>()
  const report = readParameters(parameters, (name, kind) => {
    if (kind === 'unknown') return void ignored.add(truncateTo(MAX_NAME_LENGTH, toOneLine(name)) || '?')
    const { expected } = (OUTCOMES[name] ?? DURATIONS[name])!
    throw new PingParameterError(name, `is not understood: send ${expected}`)
  })
  return { ...report, ignored: [...ignored].slice(0, MAX_IGNORED) }
}

function readParameters(
  parameters: readonly PingParameter[],
  onMeaningless: (name: string, kind: 'unknown' | 'value') => void,
): Report {
  const outcomes: Outcome[] = []
  const texts = new Map<string, string>()
  let durationMs: number | null = null
  for (const { name: written, value: raw } of parameters) {
    const [name, value] = [written.trim().toLowerCase(), raw.trim()]
    if (isOneOf(MESSAGES, name)) {
      if (value !== '') texts.set(name, value)
    } else if (Object.hasOwn(OUTCOMES, name)) {
      const outcome = value === '' ? null : OUTCOMES[name]!.read(value)
      if (outcome) outcomes.push(outcome)
      else if (value !== '') onMeaningless(name, 'value')
    } else if (Object.hasOwn(DURATIONS, name)) {
      const ms = value === '' ? null : DURATIONS[name]!.read(value)
      if (ms !== null && ms <= MAX_DURATION_MS) durationMs = Math.round(ms)
      else if (value !== '') onMeaningless(name, 'value')
    } else if (!OWN.includes(name)) onMeaningless(written, 'unknown')
  }
  const error = texts.get('error') ?? ''
  if (!NO_ERROR.test(error) && outcomes.length === 0) outcomes.push({ kind: 'fail', exitStatus: null })
  if (NO_ERROR.test(error) || ERROR_FLAG.test(error)) texts.delete('error')
  const text = MESSAGES.map((name) => texts.get(name)).find((one) => one !== undefined)
  const message = text === undefined ? null : truncateTo(MAX_MESSAGE_LENGTH, toOneLine(text)) || null
  return { outcomes, message, durationMs, ignored: [] }
}

const isOneOf = (names: readonly string[], name: string): boolean => names.includes(name)

/** Fields of a body in which clients of other services put their report. */
const ENVELOPES = ['check_in', 'prtg'] // Honeybadger, PRTG

/**
 * Reads the body of a ping, if it is a report: a JSON object, a form, or the XML of PRTG. Any other body is a log.
 * Fields without a known meaning belong to the log, too: a job may send any body. `status_code` is usually a status of
 * HTTP there.
 */
export function readBody(text: string): Report | null {
  const parameters = listFields(text.trim())
  if (!parameters) return null
  const known = parameters.filter(({ name }) => name.toLowerCase() !== 'status_code')
  const report = readParameters(known, () => {})
  return report.outcomes.length > 0 ? report : null
}

function listFields(text: string): PingParameter[] | null {
  if (text.startsWith('{')) return listJsonFields(text)
  if (/^(?:<\?xml[^>]*>\s*)?<prtg>/i.test(text))
    return [...text.matchAll(/<(error|text)>([^<]*)<\/\1>/gi)].map(([, name, value]) => ({
      name: name!,
      value: value!,
    }))
  return isForm(text) ? [...new URLSearchParams(text)].map(([name, value]) => ({ name, value })) : null
}

/** A log of several lines, or one that begins with another word, is no form. */
const isForm = (text: string): boolean => {
  const [, first = ''] = /^(\w+)=[^\n\r]*$/.exec(text) ?? []
  return Object.hasOwn(OUTCOMES, first.toLowerCase()) || isOneOf(MESSAGES, first.toLowerCase())
}

function listJsonFields(text: string): PingParameter[] | null {
  try {
    const body = JSON.parse(text) as Record<string, unknown>
    const inner = ENVELOPES.map((name) => body[name]).find((one) => typeof one === 'object' && one !== null)
    return Object.entries(inner ?? body).flatMap(([name, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [{ name, value: String(value) }] : [],
    )
  } catch {
    return null
  }
}

/** The worst of several outcomes counts. */
const RANK = ['success', 'start', 'fail'] as const

/**
 * Combines the path of a ping with the reports in its query and its body. A `log` ping changes no state, so its
 * outcomes are ignored.
 *
 * @param path signal of the path
 */
export function mergeSignals(path: Signal, query: Report, body: Report | null): Signal {
  const details = {
    message: query.message ?? body?.message ?? null,
    durationMs: query.durationMs ?? body?.durationMs ?? null,
    ignored: query.ignored,
  }
  if (path.kind === 'log') return { ...path, ...details }
  const outcomes = [path, ...query.outcomes, ...(body?.outcomes ?? [])] as Outcome[]
  const kind = RANK[Math.max(...outcomes.map((outcome) => RANK.indexOf(outcome.kind)))]!
  const statuses = outcomes.filter((outcome) => outcome.kind === kind && outcome.exitStatus !== null)
  return { kind, exitStatus: statuses[0]?.exitStatus ?? null, ...details }
}
