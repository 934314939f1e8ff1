/** A step of a check in lines for people. Pure. What comes from a target is made harmless where the lines are written. */
import { daysRemaining, type SeenCertificate } from '../../core/results/certificate.ts'
import type {
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
import { errorWords, inMs } from '../text.ts'

export type Tone = 'plain' | 'strong' | 'dim' | 'good' | 'bad' | 'warn'

export interface Line {
  text: string
  tone: Tone
  /** Cut off rather than broken: of what is long and not ours. */
  isClipped?: boolean
}

/** What stands in the column before the lines: how long it took, and what it was. */
export interface ShownStep {
  ms: number | null
  label: string
  lines: Line[]
}

const line = (text: string, tone: Tone = 'plain'): Line => ({ text, tone })
const clipped = (text: string, tone: Tone = 'dim'): Line => ({ text, tone, isClipped: true })
const failure = (error: string | null): Line[] => (error === null ? [] : [line(errorWords(error), 'bad')])
const some = (...texts: (string | null | false)[]): string => texts.filter(Boolean).join(', ')

/** @param now Unix ms, for what is said of a certificate */
export function showStep(step: TraceStep, now: number): ShownStep {
  const ms = 'ms' in step ? step.ms : null
  return { ms, label: LABELS[step.kind] ?? step.kind, lines: linesOf(step, now) }
}

const LABELS: Partial<Record<TraceStep['kind'], string>> = { search: 'keywords' }

function linesOf(step: TraceStep, now: number): Line[] {
  switch (step.kind) {
    case 'resolve':
      return resolveLines(step)
    case 'refused':
      return [line(step.address), line(`${step.error}, which the egress policy refuses (WK_EGRESS)`, 'bad')]
    case 'connect':
      return connectLines(step)
    case 'tls':
      return tlsLines(step, now)
    case 'send':
      return sendLines(step)
    case 'receive':
      return receiveLines(step)
    case 'redirect':
      return redirectLines(step)
    case 'talk':
      return talkLines(step)
    case 'search':
      return searchLines(step)
    case 'ping':
      return pingLines(step)
  }
}

/** Records shown; the JSON has all. */
const RECORDS_SHOWN = 20

function resolveLines(step: ResolveStep): Line[] {
  const { name, recordType, answers, error } = step
  const wanted = answers.filter(({ type }) => type === recordType)
  const aliases = answers.filter(({ type }) => type !== recordType)
  const values = wanted.map(({ value }) => value)
  const isShort = values.length > 0 && values.join(', ').length <= 40
  const shown = isShort ? [] : values.slice(0, RECORDS_SHOWN).map((value) => line(value))
  const more =
    isShort || values.length <= RECORDS_SHOWN ? [] : [line(`and ${values.length - RECORDS_SHOWN} more`, 'dim')]
  return [
    line(isShort ? `${recordType} ${name} → ${values.join(', ')}` : `${recordType} ${name}`),
    ...aliases.map((alias) => clipped(`${alias.name} is an alias of ${alias.value}`)),
    ...shown,
    ...more,
    ...failure(error),
    line(some(sourceOf(step), ...factsOf(step)), 'dim'),
    ...triesOf(step),
  ].filter(({ text }) => text !== '')
}

function sourceOf({ source, server, transport }: ResolveStep): string | null {
  if (source === 'cache') return 'known from before'
  if (source === 'last_known') return 'from an earlier answer, because the name servers have trouble'
  if (source === 'hosts_file') return 'from the hosts file'
  if (source === 'localhost') return 'known without asking'
  return server === null ? null : `${server}${transport === null ? '' : ` over ${transport.toUpperCase()}`}`
}

/** What did not work at once. */
function triesOf({ asked, complaints, server, rcode }: ResolveStep): Line[] {
  const isOneAnswer = complaints === `${server} ${rcode}`
  return [
    ...(asked.length > 1 || server === null ? [line(asked.length > 0 ? `asked ${asked.join(', ')}` : '', 'dim')] : []),
    ...(complaints === null || isOneAnswer ? [] : [line(`no use: ${complaints}`, 'warn')]),
  ]
}

function factsOf({ rcode, answers, flags }: ResolveStep): (string | null)[] {
  const times = answers.map(({ ttlSeconds }) => ttlSeconds).filter((ttl) => ttl !== null)
  return [rcode, times.length > 0 ? `TTL ${Math.min(...times)} s` : null, flags.length > 0 ? flags.join(' ') : null]
}

const connectLines = ({ address, port, error }: ConnectStep): Line[] => [
  line(address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`),
  ...failure(error),
]

function tlsLines(step: TlsStep, now: number): Line[] {
  const { protocol, cipher, keyExchange, alpn, serverName, certificate, error, isVerified } = step
  const agreed = some(protocol, cipher, keyExchange, alpn)
  return [
    ...(agreed ? [line(agreed)] : []),
    ...failure(error),
    ...(serverName === null ? [] : [line(`server name ${serverName}`, 'dim')]),
    ...(certificate ? certificateLines(certificate, isVerified, now) : []),
  ]
}

function certificateLines(certificate: SeenCertificate, isVerified: boolean, now: number): Line[] {
  const { subject, issuer, sans, fingerprint256, errors, chain } = certificate
  const blame = isVerified ? 'bad' : 'warn'
  const told = errors.map(({ message }) => line(isVerified ? message : `${message} (not held against it)`, blame))
  return [
    clipped(subject || 'a certificate without a name', 'plain'),
    ...told,
    line(`${validity(certificate, now)}${errors.length === 0 ? ', good' : ''}`, 'dim'),
    clipped(`for ${sans.join(', ') || 'no name'}`),
    clipped(`by ${issuer}`),
    ...chain.slice(1).map((above) => clipped(`sent too: ${above.subject}, ${validity(above, now)}`)),
    clipped(`SHA-256 ${fingerprint256}`),
  ]
}

function validity({ validFrom, validTo }: { validFrom: number; validTo: number }, now: number): string {
  const left =
    validTo < now
      ? `ended ${count(daysRemaining(now, validTo), 'day')} ago`
      : `${count(daysRemaining(validTo, now), 'day')} left`
  return `${day(validFrom)} to ${day(validTo)}, ${left}`
}

const day = (time: number): string => new Date(time).toISOString().slice(0, 10)

const headerLines = (headers: HeaderLine[]): Line[] => headers.map(([name, value]) => clipped(`${name}: ${value}`))

const sendLines = ({ requestLine, headers, bodyBytes }: SendStep): Line[] => [
  clipped(requestLine, 'plain'),
  ...headerLines(headers),
  ...(bodyBytes > 0 ? [line(`and ${count(bodyBytes, 'byte')} of body`, 'dim')] : []),
]

function receiveLines(step: ReceiveStep): Line[] {
  const { statusLine, headers, start, error } = step
  return [
    ...(statusLine === null ? [] : [clipped(statusLine, 'plain')]),
    ...headerLines(headers),
    ...(statusLine === null ? [] : [line(bodyWords(step), 'dim')]),
    ...excerpt(start),
    ...failure(error),
  ]
}

const excerpt = (start: string | null): Line[] =>
  start === null || start.trim() === '' ? [] : [clipped(`> ${start.trim().replace(/\s+/g, ' ')}`)]

function bodyWords({ body, bodyBytes, firstByteMs }: ReceiveStep): string {
  const first = firstByteMs === null ? '' : `first byte after ${inMs(firstByteMs)} ms; `
  if (body === 'unread') return `${first}body not read`
  if (body === 'cut') return `${first}${count(bodyBytes, 'byte')} of body, and no more was read`
  return `${first}${count(bodyBytes, 'byte')} of body${body === 'broken_off' ? ', not all of it' : ''}`
}

/** `1,204 bytes`. Not by the system's own words for numbers: to load those takes longer than most checks. */
const count = (number: number, noun: string): string =>
  `${String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')} ${noun}${number === 1 ? '' : 's'}`

const redirectLines = ({ status, method, url, withheld }: RedirectStep): Line[] => [
  line(`${status} → ${method} ${url}`),
  ...(withheld.length > 0 ? [line(`without ${withheld.join(', ')}: not meant for there`, 'warn')] : []),
]

function talkLines({ said, heard, heardBytes, error }: TalkStep): Line[] {
  return [
    ...(said === null ? [] : [clipped(`said  ${said}`, 'plain')]),
    ...(heardBytes === 0
      ? []
      : heard
          .trimEnd()
          .split('\n')
          .map((text, i) => clipped(`${i === 0 ? 'heard' : '     '} ${text.replace(/\r$/, '')}`, 'plain'))),
    ...failure(error),
  ]
}

const searchLines = ({ characters, start, keywords }: SearchStep): Line[] => [
  ...keywords.map(({ text, shouldContain, isFound }) =>
    line(
      `"${text}" ${isFound ? 'found' : 'not found'}${isFound === shouldContain ? '' : shouldContain ? ', but wanted' : ', but not wanted'}`,
      isFound === shouldContain ? 'good' : 'bad',
    ),
  ),
  line(`in ${count(characters, 'character')}`, 'dim'),
  ...excerpt(start),
]

const pingLines = ({ number, address, bytes, ttl, error }: PingStep): Line[] => [
  line(`${number}. packet to ${address}, ${count(bytes, 'byte')}, TTL ${ttl}`),
  ...failure(error),
]
