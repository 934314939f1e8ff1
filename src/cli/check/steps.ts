/** Renders a step of a check as text lines. Pure. Text of the target is escaped when the lines are written. */

import { formatCountText } from '../../core/platform/text/plain-text.ts'
import { formatDaysText } from '../../core/platform/time/time.ts'
import { computeDaysRemaining, findFirstToExpire, type SeenCertificate } from '../../core/results/certificate.ts'
import type {
  AssertStep,
  ConnectStep,
  HeaderLine,
  PingStep,
  ReceiveStep,
  RedirectStep,
  ResolveStep,
  SearchStep,
  SendStep,
  TalkStep,
  TlsStep,
  TraceStep,
} from '../../core/results/trace-step.ts'
import { describeErrorCode, formatMs } from '../text.ts'

export type Tone = 'plain' | 'strong' | 'dim' | 'good' | 'bad' | 'warn'

export interface Line {
  text: string
  tone: Tone
  /** Truncated instead of wrapped, for long text that comes from the target. */
  isClipped?: boolean
}

/** A step with its left column: how long it took, and its name. */
export interface ShownStep {
  ms: number | null
  label: string
  lines: Line[]
}

const toLine = (text: string, tone: Tone = 'plain'): Line => ({ text, tone })
const toClippedLine = (text: string, tone: Tone = 'dim'): Line => ({ text, tone, isClipped: true })
const toFailureLines = (error: string | null): Line[] =>
  error === null ? [] : [toLine(describeErrorCode(error), 'bad')]
const joinPresent = (...texts: (string | null | false)[]): string => texts.filter(Boolean).join(', ')

/** @param now Unix ms, for the validity of certificates */
export function showStep(step: TraceStep, now: number): ShownStep {
  const ms = 'ms' in step ? step.ms : null
  return { ms, label: LABELS[step.kind] ?? step.kind, lines: renderLines(step, now) }
}

const LABELS: Partial<Record<TraceStep['kind'], string>> = { search: 'keywords' }

function renderLines(step: TraceStep, now: number): Line[] {
  switch (step.kind) {
    case 'resolve':
      return renderResolveLines(step)
    case 'refused':
      return [toLine(step.address), toLine(`${step.error}, blocked by the egress policy (WK_EGRESS)`, 'bad')]
    case 'connect':
      return renderConnectLines(step)
    case 'tls':
      return renderTlsLines(step, now)
    case 'send':
      return renderSendLines(step)
    case 'receive':
      return renderReceiveLines(step)
    case 'redirect':
      return renderRedirectLines(step)
    case 'talk':
      return renderTalkLines(step)
    case 'search':
      return renderSearchLines(step)
    case 'assert':
      return renderAssertLines(step)
    case 'ping':
      return renderPingLines(step)
  }
}

/** Maximum number of records shown; the JSON output has all. */
const RECORDS_SHOWN = 20

function renderResolveLines(step: ResolveStep): Line[] {
  const { name, recordType, answers, error } = step
  const matching = answers.filter(({ type }) => type === recordType)
  const aliases = answers.filter(({ type }) => type !== recordType)
  const values = matching.map(({ value }) => value)
  const isShort = values.length > 0 && values.join(', ').length <= 40
  const shown = isShort ? [] : values.slice(0, RECORDS_SHOWN).map((value) => toLine(value))
  const more =
    isShort || values.length <= RECORDS_SHOWN ? [] : [toLine(`and ${values.length - RECORDS_SHOWN} more`, 'dim')]
  return [
    toLine(isShort ? `${recordType} ${name} → ${values.join(', ')}` : `${recordType} ${name}`),
    ...aliases.map((alias) => toClippedLine(`${alias.name} is an alias of ${alias.value}`)),
    ...shown,
    ...more,
    ...toFailureLines(error),
    toLine(joinPresent(describeSource(step), ...listFacts(step)), 'dim'),
    ...listTries(step),
  ].filter(({ text }) => text !== '')
}

function describeSource({ source, server, transport }: ResolveStep): string | null {
  if (source === 'cache') return 'from the cache'
  if (source === 'last_known') return 'from an earlier response, because the name servers are failing'
  if (source === 'hosts_file') return 'from the hosts file'
  if (source === 'localhost') return 'no lookup needed'
  return server === null ? null : `${server}${transport === null ? '' : ` over ${transport.toUpperCase()}`}`
}

/** Lists attempts that failed at first. */
function listTries({ asked, rejections, server, rcode }: ResolveStep): Line[] {
  const isOneAnswer = rejections === `${server} ${rcode}`
  return [
    ...(asked.length > 1 || server === null
      ? [toLine(asked.length > 0 ? `queried ${asked.join(', ')}` : '', 'dim')]
      : []),
    ...(rejections === null || isOneAnswer ? [] : [toLine(`failed: ${rejections}`, 'warn')]),
  ]
}

function listFacts({ rcode, answers, flags }: ResolveStep): (string | null)[] {
  const times = answers.map(({ ttlSeconds }) => ttlSeconds).filter((ttl) => ttl !== null)
  return [rcode, times.length > 0 ? `TTL ${Math.min(...times)} s` : null, flags.length > 0 ? flags.join(' ') : null]
}

const renderConnectLines = ({ address, port, error }: ConnectStep): Line[] => [
  toLine(address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`),
  ...toFailureLines(error),
]

function renderTlsLines(step: TlsStep, now: number): Line[] {
  const { protocol, cipher, keyExchange, alpn, serverName, certificate, error, isVerified } = step
  const agreed = joinPresent(protocol, cipher, keyExchange, alpn)
  return [
    ...(agreed ? [toLine(agreed)] : []),
    ...toFailureLines(error),
    ...(serverName === null ? [] : [toLine(`server name ${serverName}`, 'dim')]),
    ...(certificate ? renderCertificateLines(certificate, isVerified, now) : []),
  ]
}

function renderCertificateLines(certificate: SeenCertificate, isVerified: boolean, now: number): Line[] {
  const { subject, issuer, sans, fingerprint256, errors, chain } = certificate
  const blame = isVerified ? 'bad' : 'warn'
  const first = findFirstToExpire(certificate)
  const errorLines = errors.map(({ message }) => toLine(isVerified ? message : `${message} (ignored)`, blame))
  return [
    toClippedLine(subject || 'certificate without a name', 'plain'),
    ...errorLines,
    toLine(`${describeValidity(certificate, now)}${errors.length === 0 ? ', valid' : ''}`, 'dim'),
    ...(first === certificate
      ? []
      : [toClippedLine(`authority that expires first: ${first.subject}, ${describeValidity(first, now)}`)]),
    toClippedLine(`for ${sans.join(', ') || 'no name'}`),
    toClippedLine(`by ${issuer}`),
    ...chain.slice(1).map((above) => toClippedLine(`also sent: ${above.subject}, ${describeValidity(above, now)}`)),
    toClippedLine(`SHA-256 ${fingerprint256}`),
  ]
}

function describeValidity({ validFrom, validTo }: { validFrom: number; validTo: number }, now: number): string {
  const left =
    validTo < now
      ? `expired ${formatDaysText(computeDaysRemaining(now, validTo))} ago`
      : `${formatDaysText(computeDaysRemaining(validTo, now))} left`
  return `${formatDay(validFrom)} to ${formatDay(validTo)}, ${left}`
}

const formatDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

const renderHeaderLines = (headers: HeaderLine[]): Line[] =>
  headers.map(([name, value]) => toClippedLine(`${name}: ${value}`))

const renderSendLines = ({ requestLine, headers, bodyBytes }: SendStep): Line[] => [
  toClippedLine(requestLine, 'plain'),
  ...renderHeaderLines(headers),
  ...(bodyBytes > 0 ? [toLine(`and a body of ${formatCountText(bodyBytes, 'byte')}`, 'dim')] : []),
]

function renderReceiveLines(step: ReceiveStep): Line[] {
  const { statusLine, headers, start, error } = step
  return [
    ...(statusLine === null ? [] : [toClippedLine(statusLine, 'plain')]),
    ...renderHeaderLines(headers),
    ...(statusLine === null ? [] : [toLine(describeBody(step), 'dim')]),
    ...renderExcerpt(start),
    ...toFailureLines(error),
  ]
}

const renderExcerpt = (start: string | null): Line[] =>
  start === null || start.trim() === '' ? [] : [toClippedLine(`> ${start.trim().replace(/\s+/g, ' ')}`)]

function describeBody({ body, bodyBytes, firstByteMs }: ReceiveStep): string {
  const first = firstByteMs === null ? '' : `first byte after ${formatMs(firstByteMs)} ms; `
  if (body === 'unread') return `${first}body not read`
  if (body === 'cut') return `${first}body truncated after ${formatCountText(bodyBytes, 'byte')}`
  return `${first}body of ${formatCountText(bodyBytes, 'byte')}${body === 'broken_off' ? ', incomplete' : ''}`
}

const renderRedirectLines = ({ status, method, url, removedHeaders }: RedirectStep): Line[] => [
  toLine(`${status} → ${method} ${url}`),
  ...(removedHeaders.length > 0
    ? [toLine(`without ${removedHeaders.join(', ')}, which are not sent to another origin`, 'warn')]
    : []),
]

function renderTalkLines({ sent, received, receivedBytes, error }: TalkStep): Line[] {
  return [
    ...(sent === null ? [] : [toClippedLine(`sent     ${sent}`, 'plain')]),
    ...(receivedBytes === 0
      ? []
      : received
          .trimEnd()
          .split('\n')
          .map((text, i) => toClippedLine(`${i === 0 ? 'received' : '        '} ${text.replace(/\r$/, '')}`, 'plain'))),
    ...toFailureLines(error),
  ]
}

const renderSearchLines = ({ characters, start, keywords }: SearchStep): Line[] => [
  ...keywords.map(({ text, shouldContain, isFound }) =>
    toLine(
      `"${text}" ${isFound ? 'found' : 'not found'}${isFound === shouldContain ? '' : shouldContain ? ', but expected' : ', but not expected'}`,
      isFound === shouldContain ? 'good' : 'bad',
    ),
  ),
  toLine(`in ${formatCountText(characters, 'character')}`, 'dim'),
  ...renderExcerpt(start),
]

const renderAssertLines = ({ assertions }: AssertStep): Line[] =>
  assertions.map(({ text, effect, problem }) =>
    toLine(problem ?? `${text} holds`, problem === null ? 'good' : effect === 'down' ? 'bad' : 'warn'),
  )

const renderPingLines = ({ number, address, bytes, ttl, error }: PingStep): Line[] => [
  toLine(`${number}. packet to ${address}, ${formatCountText(bytes, 'byte')}, TTL ${ttl}`),
  ...toFailureLines(error),
]
