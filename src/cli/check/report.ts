/** The output of `watchkeeper check`: text lines during the check, or one JSON document at its end. */
import { toCertificate } from '../../api/expiry/certificate-json.ts'
import { toCheckResult } from '../../api/results/check-result.ts'
import { toApiName } from '../../core/platform/fields/translate.ts'
import { isSecretLike, MASK } from '../../core/platform/sealing/sealed-fields.ts'
import { hideSecretSetting } from '../../core/platform/secret-settings.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { RecordedStep, TraceStep } from '../../core/results/trace-step.ts'
import type { CheckStatus, Timings } from '../../core/results/verdict.ts'
import { formatEndpoint } from '../../net/connection/connection.ts'
import type { ProberOutcome } from '../../probers/run-check.ts'
import { escapeJson, formatMs, toVisible, truncate, wrap } from '../text.ts'
import type { CheckPlan } from './arguments.ts'
import { type Line, type ShownStep, showStep, type Tone } from './steps.ts'

export interface Layout {
  /** Characters per line. */
  width: number
  hasColours: boolean
}

/** ECMA-48, select graphic rendition. */
const COLOURS: Record<Tone, string> = { plain: '', strong: '1', dim: '2', good: '32', bad: '31', warn: '33' }

/** Width of the time column: ` 12.3 ms connect `. */
const TIME_WIDTH = 7
const LABEL_WIDTH = 10
const INDENT = TIME_WIDTH + ' ms  '.length + LABEL_WIDTH

export function renderHeadline(plan: CheckPlan, layout: Layout): string {
  return renderRows(
    [{ text: `${describeTarget(plan)}, timeout ${plan.timeoutMs} ms`, tone: 'strong' }],
    0,
    layout,
  ).join('\n')
}

/** `TCP mail.example.com:25` */
const describeTarget = ({ type, target, settings: { port } }: CheckPlan): string =>
  `${type} ${typeof port === 'number' ? formatEndpoint(target, port) : target}`

export function renderStep({ step }: RecordedStep, now: number, layout: Layout): string {
  return renderShownStep(showStep(step, now), layout)
}

function renderShownStep({ ms, label, lines }: ShownStep, layout: Layout): string {
  const [first = '', ...others] = renderRows(lines, INDENT, layout)
  const took = ms === null ? ''.padStart(TIME_WIDTH + 3) : `${formatMs(ms).padStart(TIME_WIDTH)} ms`
  const tone = label.toLowerCase() in TONES ? TONES[label.toLowerCase() as CheckStatus] : 'plain'
  const head = `${took}  ${addColour(label.padEnd(LABEL_WIDTH), tone, layout)}`
  return [head + first, ...others.map((text) => ' '.repeat(INDENT) + text)].join('\n').replace(/ +$/gm, '')
}

function renderRows(lines: readonly Line[], indent: number, layout: Layout): string[] {
  const width = Math.max(20, layout.width - indent)
  return lines.flatMap(({ text, tone, isClipped }) => {
    const harmless = toVisible(text)
    const parts = isClipped ? [truncate(harmless, width)] : wrap(harmless, width)
    return parts.map((part) => addColour(part, tone, layout))
  })
}

const addColour = (text: string, tone: Tone, { hasColours }: Layout): string =>
  hasColours && COLOURS[tone] ? `\x1b[${COLOURS[tone]}m${text}\x1b[0m` : text

const TONES: Record<CheckStatus, Tone> = { up: 'good', down: 'bad', degraded: 'warn', inconclusive: 'warn' }

/** Renders the last lines: the result, its reason, and the timings. */
export function renderVerdict(outcome: ProberOutcome, layout: Layout): string {
  const { status, responseTimeMs, timings, extras } = outcome
  const time = extras?.kind === 'ping' ? '' : describeTimings(timings)
  const lines = [...listVerdictLines(outcome), ...(time === '' ? [] : [{ text: time, tone: 'dim' } as const])]
  return renderShownStep(
    { ms: responseTimeMs, label: status === 'inconclusive' ? 'UNKNOWN' : status.toUpperCase(), lines },
    layout,
  )
}

function listVerdictLines(outcome: ProberOutcome): Line[] {
  const { status, statusCode, errorType, errorMessage, extras } = outcome
  if (status === 'inconclusive')
    return [
      { text: errorMessage ?? '', tone: 'warn' },
      { text: 'a local problem, so the state of the target is unknown', tone: 'dim' },
    ]
  const pings = extras?.kind === 'ping' ? [{ text: describePing(extras), tone: 'plain' } as const] : []
  if (errorMessage !== null) return [{ text: `${errorType}: ${errorMessage}`, tone: TONES[status] }, ...pings]
  if (pings.length > 0) return pings
  return [{ text: statusCode === null ? 'all checks passed' : `status ${statusCode}`, tone: 'plain' }]
}

function describePing({ packetLossPercent, roundTrip }: Extract<ProberOutcome['extras'], { kind: 'ping' }>): string {
  const lost = `${packetLossPercent} % lost`
  if (roundTrip === null) return lost
  const { minMs, avgMs, maxMs, jitterMs } = roundTrip
  return `${lost}; min ${formatMs(minMs)}, avg ${formatMs(avgMs)}, max ${formatMs(maxMs)}, jitter ${formatMs(jitterMs)} ms`
}

const PHASES: [key: keyof Timings, name: string][] = [
  ['dnsMs', 'dns'],
  ['connectMs', 'connect'],
  ['tlsMs', 'tls'],
  ['firstByteMs', 'first byte'],
  ['downloadMs', 'download'],
]

function describeTimings(timings: Timings): string {
  const parts = PHASES.flatMap(([key, name]) => (timings[key] === null ? [] : [`${name} ${formatMs(timings[key])}`]))
  return parts.length > 0 ? `${parts.join(' + ')} ms` : ''
}

/** Renders the verdict in one line, like a monitoring plug-in. */
export function renderQuietLine(plan: CheckPlan, outcome: ProberOutcome): string {
  const { status, responseTimeMs, statusCode, errorMessage } = outcome
  const facts = [statusCode !== null && errorMessage === null && `status ${statusCode}`, errorMessage]
  const took = responseTimeMs === null ? [] : [`${formatMs(responseTimeMs)} ms`]
  const word = status === 'inconclusive' ? 'UNKNOWN' : status.toUpperCase()
  return toVisible(`${word} ${describeTarget(plan)}: ${[...facts.filter(Boolean), ...took].join(', ')}`)
}

interface CompletedCheck {
  id: string
  region: string
  startedAt: UnixMs
  outcome: ProberOutcome
  steps: readonly RecordedStep[]
}

/** Renders the check with the field names and units of the API. */
export function renderJson({ type, target, settings, timeoutMs }: CheckPlan, ran: CompletedCheck): string {
  const { outcome, steps, ...rest } = ran
  const document = {
    request: { type, target, timeout_ms: timeoutMs, settings: toApiNames(omitSecrets(settings)) },
    steps: steps.map(({ atMs, step }) => ({ at_ms: roundMs(atMs), ...toApiStep(step, rest.startedAt) })),
    result: toCheckResult({ ...rest, ...outcome }),
  }
  return escapeJson(JSON.stringify(document, null, 2))
}

function omitSecrets(settings: CheckPlan['settings']): CheckPlan['settings'] {
  const hidden = Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [key, hideSecretSetting(key, value, () => false)]),
  )
  if (!settings.headers) return hidden
  const headers = Object.entries(settings.headers).map(([name, value]) => [
    name,
    isSecretLike(name.toLowerCase()) ? MASK : value,
  ])
  return { ...hidden, headers: Object.fromEntries(headers) }
}

function toApiStep(step: TraceStep, now: number): object {
  const fields = toApiNames(step) as object
  return step.kind === 'tls' && step.certificate
    ? { ...fields, certificate: toCertificate(step.certificate, now) }
    : fields
}

/** Converts field names but keeps header names. */
function toApiNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toApiNames)
  if (typeof value === 'number') return Number.isInteger(value) ? value : roundMs(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [toApiName(key), key === 'headers' ? inner : toApiNames(inner)]),
  )
}

/** Rounds to 10 µs, like the API. */
const roundMs = (ms: number): number => Math.round(ms * 100) / 100
