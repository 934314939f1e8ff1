/** TCP modules: an open port, a greeting, STARTTLS, or a text that is sent and an expected answer. */

import { isIP } from 'node:net'
import type { Fields, Item } from '../conversion.ts'
import { isTlsPort, type Protocol, STARTTLS_PORTS, type TlsStart, toGreeting } from '../greetings.ts'
import type { MonitorDraft } from '../monitor-draft.ts'
import { listFields, splitHostPort, toFields, toFlag, toText } from '../values.ts'
import { STEP, TCP, TLS } from './fields.ts'

export type Check = Pick<
  MonitorDraft,
  'type' | 'settings' | 'target' | 'certificateDays' | 'acceptsAnyCertificate' | 'usesHostForTls'
>

/** Starts of the expected greeting. */
const GREETINGS: readonly (readonly [RegExp, Protocol])[] = [
  [/^\^?SSH-2/, 'ssh'],
  [/^\^?\\?\+OK/, 'pop3'],
  [/^\^?(\\\* )?OK/, 'imap'],
  [/^\^?220/, 'smtp'],
]
/** FTP greets as SMTP does. */
const FTP_PORTS: ReadonlySet<number> = new Set([21, 990])

/** @param hostname name for TLS that the job states; null for the target */
export function readExchange(tcp: Fields, target: string, hostname: string | null, item: Item): Check {
  const { host, port } = splitHostPort(target)
  const tls = toFields(tcp.tls_config)
  const steps = listFields(tcp.query_response)
  const start = toFlag(tcp.tls) ? 'at once' : steps.some(({ starttls }) => starttls === true) ? 'STARTTLS' : 'none'
  item.noteFields(tcp, TCP)
  item.noteFields(tls, TLS, { path: 'tls_config.' })
  for (const step of steps) item.noteFields(step, STEP, { path: 'query_response.' })
  reportFamily(tcp, host, item)
  const name = toText(tls.server_name) ?? hostname
  if (start !== 'none' && name !== null && name !== host)
    item.note(
      `TLS uses the name of the target, not ${name}.`,
      'Use this name as the target, if it leads to the server.',
    )
  const { settings, certificateDays } = readSteps(steps, port ?? 0, start, item)
  return {
    type: 'TCP',
    target: host,
    settings,
    ...(certificateDays !== undefined && { certificateDays }),
    ...(certificateDays !== undefined && toFlag(tls.insecure_skip_verify) && { acceptsAnyCertificate: true }),
  }
}

type Steps = Pick<MonitorDraft, 'settings' | 'certificateDays'>

const readExpected = (step: Fields | undefined): string | null =>
  toText(step?.expect) ?? (toText(step?.expect_bytes) === null ? null : escapePattern(toText(step!.expect_bytes)!))

const escapePattern = (text: string): string => text.replace(/[^\w\s]/g, '\\$&')

function readSteps(steps: readonly Fields[], port: number, start: TlsStart, item: Item): Steps {
  const plain = { settings: { port }, ...(start === 'at once' && { certificateDays: null }) }
  const [first, second] = steps
  const greeting = readExpected(first)
  const found = greeting === null ? undefined : GREETINGS.find(([pattern]) => pattern.test(greeting))
  const protocol = found?.[1] === 'smtp' && FTP_PORTS.has(port) ? 'ftp' : (found?.[1] ?? null)
  if (protocol !== null && !(protocol === 'ssh' && start !== 'none')) {
    if (steps.length > 1 || parsePlainPattern(greeting!) === null)
      item.noteUnchecked('Only the greeting of the protocol is checked, and STARTTLS if TLS is used.')
    return toGreeting(port, protocol, start)
  }
  if (start === 'STARTTLS') return startByPort(port, item)
  if (steps.length === 0) return plain
  const sent = toText(first?.send)
  const expected = greeting ?? readExpected(second)
  const expect = expected === null ? null : parsePlainPattern(expected)
  const isPlain = steps.length <= (sent === null ? 1 : 2) && (expected === null || expect !== null)
  if (!isPlain) {
    item.noteUnchecked(
      'Its conversation is not repeated: only the port must be open.',
      'Send one text and expect one answer.',
    )
    return plain
  }
  if (expect === null) {
    item.note('The text is not sent: only the connection must succeed, as in blackbox_exporter.')
    return plain
  }
  // blackbox_exporter ends each line
  const validation = { enabled: true, ...(sent !== null && { send: `${sent}\n` }), expect }
  return { ...plain, settings: { port, protocolValidation: validation } }
}

/** Reads a conversation with STARTTLS whose greeting is not known: the protocol follows from the port. */
function startByPort(port: number, item: Item): Steps {
  const protocol = STARTTLS_PORTS[port]
  if (protocol !== undefined && !isTlsPort(port, protocol)) {
    item.noteUnchecked('Only the greeting of the protocol is checked, and STARTTLS if TLS is used.')
    return toGreeting(port, protocol, 'STARTTLS')
  }
  item.noteUnchecked(
    'Its conversation is not repeated, and TLS does not begin: only the port must be open.',
    'Set the protocol of the monitor, and monitor its certificate.',
  )
  return { settings: { port } }
}

/**
 * Returns the text that a regular expression without special characters finds, such as `220 ready` for `^220 ready`.
 *
 * @returns null for other expressions
 */
export function parsePlainPattern(pattern: string): string | null {
  const [, body = ''] = /^(?:\(\?[a-z]+\))?\^?(.*?)\$?$/s.exec(pattern) ?? []
  if (/^\(\?/.test(pattern)) return null
  const unescaped = body.replace(/\\([^\w\s])/g, (_, char: string) => `\0${char.codePointAt(0)}\0`)
  if (unescaped === '' || /[\\^$.|?*+()[\]{}]/.test(unescaped)) return null
  return unescaped.replace(/\0(\d+)\0/g, (_, code: string) => String.fromCodePoint(Number(code)))
}

/** blackbox_exporter prefers IPv6 unless it is configured; here IPv4 is tried first. */
export function reportFamily(settings: Fields, host: string, item: Item): void {
  if (isIP(host.replace(/[[\]]/g, '')) !== 0) return
  if (settings.ip_protocol_fallback === false) item.note('Addresses of the other IP version are tried too.')
  else if (settings.preferred_ip_protocol === 'ip6') item.note('IPv4 addresses are tried before IPv6 addresses.')
}
