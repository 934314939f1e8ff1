/** What `watchkeeper check` writes: lines for people while the check goes on, or one JSON document at its end. */
import { toCertificate } from '../../api/expiry/certificate-json.ts'
import { toCheckResult } from '../../api/results/check-result.ts'
import { apiName } from '../../core/platform/field-name.ts'
import { MASK, soundsSecret } from '../../core/platform/secret-headers.ts'
import type { RecordedStep, TraceStep } from '../../core/results/trace-step.ts'
import type { CheckStatus, Timings } from '../../core/results/verdict.ts'
import { endpoint } from '../../net/connection/connection.ts'
import type { ProberOutcome } from '../../probers/run-check.ts'
import { clip, harmlessJson, inMs, visible, wrap } from '../text.ts'
import type { CheckPlan } from './arguments.ts'
import { type Line, type ShownStep, showStep, type Tone } from './steps.ts'

export interface Layout {
  /** Characters in a line. */
  width: number
  hasColours: boolean
}

/** ECMA-48, select graphic rendition. */
const COLOURS: Record<Tone, string> = { plain: '', strong: '1', dim: '2', good: '32', bad: '31', warn: '33' }

/** Before the text: `   12.3 ms  connect   `. */
const TIME_WIDTH = 7
const LABEL_WIDTH = 10
const INDENT = TIME_WIDTH + ' ms  '.length + LABEL_WIDTH

export function headline(plan: CheckPlan, layout: Layout): string {
  return rows([{ text: `${nameOf(plan)}, within ${plan.timeoutMs} ms`, tone: 'strong' }], 0, layout).join('\n')
}

/** `TCP mail.example.com:25` */
const nameOf = ({ type, target, settings: { port } }: CheckPlan): string =>
  `${type} ${typeof port === 'number' ? endpoint(target, port) : target}`

export function stepText({ step }: RecordedStep, now: number, layout: Layout): string {
  return shownText(showStep(step, now), layout)
}

function shownText({ ms, label, lines }: ShownStep, layout: Layout): string {
  const [first = '', ...others] = rows(lines, INDENT, layout)
  const took = ms === null ? ''.padStart(TIME_WIDTH + 3) : `${inMs(ms).padStart(TIME_WIDTH)} ms`
  const tone = label.toLowerCase() in TONES ? TONES[label.toLowerCase() as CheckStatus] : 'plain'
  const head = `${took}  ${painted(label.padEnd(LABEL_WIDTH), tone, layout)}`
  return [head + first, ...others.map((text) => ' '.repeat(INDENT) + text)].join('\n').replace(/ +$/gm, '')
}

function rows(lines: readonly Line[], indent: number, layout: Layout): string[] {
  const width = Math.max(20, layout.width - indent)
  return lines.flatMap(({ text, tone, isClipped }) => {
    const harmless = visible(text)
    const parts = isClipped ? [clip(harmless, width)] : wrap(harmless, width)
    return parts.map((part) => painted(part, tone, layout))
  })
}

const painted = (text: string, tone: Tone, { hasColours }: Layout): string =>
  hasColours && COLOURS[tone] ? `\x1b[${COLOURS[tone]}m${text}\x1b[0m` : text

const TONES: Record<CheckStatus, Tone> = { up: 'good', down: 'bad', degraded: 'warn', inconclusive: 'warn' }

/** The last lines: what came out, why, and where the time went. */
export function verdictText(outcome: ProberOutcome, layout: Layout): string {
  const { status, responseTimeMs, timings, extras } = outcome
  const time = extras?.kind === 'ping' ? '' : timingWords(timings)
  const lines = [...verdictLines(outcome), ...(time === '' ? [] : [{ text: time, tone: 'dim' } as const])]
  return shownText(
    { ms: responseTimeMs, label: status === 'inconclusive' ? 'UNKNOWN' : status.toUpperCase(), lines },
    layout,
  )
}

function verdictLines(outcome: ProberOutcome): Line[] {
  const { status, statusCode, errorType, errorMessage, extras } = outcome
  if (status === 'inconclusive')
    return [
      { text: errorMessage ?? '', tone: 'warn' },
      { text: 'trouble on this side says nothing about the target', tone: 'dim' },
    ]
  const pings = extras?.kind === 'ping' ? [{ text: pingWords(extras), tone: 'plain' } as const] : []
  if (errorMessage !== null) return [{ text: `${errorType}: ${errorMessage}`, tone: TONES[status] }, ...pings]
  if (pings.length > 0) return pings
  return [{ text: statusCode === null ? 'all as it should be' : `status ${statusCode}`, tone: 'plain' }]
}

function pingWords({ packetLossPercent, roundTrip }: Extract<ProberOutcome['extras'], { kind: 'ping' }>): string {
  const lost = `${packetLossPercent} % lost`
  if (roundTrip === null) return lost
  const { minMs, avgMs, maxMs, jitterMs } = roundTrip
  return `${lost}; min ${inMs(minMs)}, mean ${inMs(avgMs)}, max ${inMs(maxMs)}, jitter ${inMs(jitterMs)} ms`
}

const PHASES: [key: keyof Timings, name: string][] = [
  ['dnsMs', 'dns'],
  ['connectMs', 'connect'],
  ['tlsMs', 'tls'],
  ['firstByteMs', 'first byte'],
  ['downloadMs', 'download'],
]

function timingWords(timings: Timings): string {
  const parts = PHASES.flatMap(([key, name]) => (timings[key] === null ? [] : [`${name} ${inMs(timings[key])}`]))
  return parts.length > 0 ? `${parts.join(' + ')} ms` : ''
}

/** The verdict in a line, as monitoring plug-ins do. */
export function quietLine(plan: CheckPlan, outcome: ProberOutcome): string {
  const { status, responseTimeMs, statusCode, errorMessage } = outcome
  const facts = [statusCode !== null && errorMessage === null && `status ${statusCode}`, errorMessage]
  const took = responseTimeMs === null ? [] : [`${inMs(responseTimeMs)} ms`]
  const word = status === 'inconclusive' ? 'UNKNOWN' : status.toUpperCase()
  return visible(`${word} ${nameOf(plan)}: ${[...facts.filter(Boolean), ...took].join(', ')}`)
}

interface Ran {
  id: string
  region: string
  /** Unix ms. */
  startedAt: number
  outcome: ProberOutcome
  steps: readonly RecordedStep[]
}

/** In the words and units of the API. */
export function jsonDocument({ type, target, settings, timeoutMs }: CheckPlan, ran: Ran): string {
  const { outcome, steps, ...rest } = ran
  const document = {
    request: { type, target, timeout_ms: timeoutMs, settings: inApiWords(withoutSecrets(settings)) },
    steps: steps.map(({ atMs, step }) => ({ at_ms: rounded(atMs), ...stepInApiWords(step, rest.startedAt) })),
    result: toCheckResult({ ...rest, ...outcome }),
  }
  return harmlessJson(JSON.stringify(document, null, 2))
}

function withoutSecrets(settings: CheckPlan['settings']): CheckPlan['settings'] {
  if (!settings.headers) return settings
  const headers = Object.entries(settings.headers).map(([name, value]) => [
    name,
    soundsSecret(name.toLowerCase()) ? MASK : value,
  ])
  return { ...settings, headers: Object.fromEntries(headers) }
}

function stepInApiWords(step: TraceStep, now: number): object {
  const words = inApiWords(step) as object
  return step.kind === 'tls' && step.certificate
    ? { ...words, certificate: toCertificate(step.certificate, now) }
    : words
}

/** Names of fields change, those of headers do not. */
function inApiWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inApiWords)
  if (typeof value === 'number') return Number.isInteger(value) ? value : rounded(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [apiName(key), key === 'headers' ? inner : inApiWords(inner)]),
  )
}

/** To 10 µs, as the API has it. */
const rounded = (ms: number): number => Math.round(ms * 100) / 100
