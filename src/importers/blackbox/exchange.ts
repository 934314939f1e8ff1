/** TCP modules: an open port, a greeting, STARTTLS, or a text that is sent and an expected answer. */
import type { TCP_PROTOCOLS } from '../../probers/tcp.ts'
import type { Fields, Item } from '../conversion.ts'
import type { MonitorDraft } from '../monitors.ts'
import { splitHostPort } from '../units.ts'
import { listFields, toFields, toFlag, toText } from '../values.ts'
import { IP_SETTINGS, reportCertificates, reportFamily } from './losses.ts'
import { parsePlainPattern } from './plain-pattern.ts'

export type Check = Pick<MonitorDraft, 'type' | 'settings' | 'target' | 'certificateDays' | 'acceptsAnyCertificate'>

type Protocol = (typeof TCP_PROTOCOLS)[number]

/** Starts of the expected greeting, and the ports of protocols with STARTTLS. */
const GREETINGS: readonly (readonly [RegExp, Protocol])[] = [
  [/^\^?SSH-2/, 'ssh'],
  [/^\^?\\?\+OK/, 'pop3'],
  [/^\^?(\\\* )?OK/, 'imap'],
  [/^\^?220/, 'smtp'],
]
const TCP_SETTINGS = new Set(['query_response', 'tls', 'tls_config', ...IP_SETTINGS])
const PORTS: Readonly<Record<number, Protocol>> = { 21: 'ftp', 990: 'ftp' }

export function readExchange(tcp: Fields, target: string, item: Item): Check {
  const { host, port } = splitHostPort(target)
  const tls = toFields(tcp.tls_config)
  const usesTls = toFlag(tcp.tls) || listFields(tcp.query_response).some(({ starttls }) => starttls === true)
  item.noteUnused(tcp, TCP_SETTINGS)
  reportFamily(tcp, host, item)
  reportCertificates(tls, item)
  if (listFields(tcp.query_response).some(({ labels }) => labels !== undefined))
    item.note('Parts of the answer do not become labels.')
  return {
    type: 'TCP',
    target: host,
    settings: { port: port ?? 0, ...readSteps(listFields(tcp.query_response), port, item) },
    ...(usesTls && { certificateDays: null }),
    ...(usesTls && toFlag(tls.insecure_skip_verify) && { acceptsAnyCertificate: true }),
  }
}

function readSteps(steps: readonly Fields[], port: number | null, item: Item): Fields {
  if (steps.length === 0) return {}
  const greeting = toText(steps[0]?.expect)
  const found = greeting === null ? undefined : GREETINGS.find(([pattern]) => pattern.test(greeting))
  if (found) {
    if (steps.length > 1 || parsePlainPattern(greeting!) === null)
      item.note('Only the greeting of the protocol is checked, and STARTTLS if TLS is used.')
    return { protocol: PORTS[port ?? 0] ?? found[1], protocolValidation: { enabled: true } }
  }
  const [first, second] = steps
  const sent = toText(first?.send)
  const expected = toText(first?.expect) ?? toText(second?.expect)
  const expect = expected === null ? null : parsePlainPattern(expected)
  const isPlain = steps.length <= (sent === null ? 1 : 2) && (expected === null || expect !== null)
  if (!isPlain) {
    item.note('Its conversation is not repeated: only the port must be open.', 'Send one text and expect one answer.')
    return {}
  }
  return {
    // blackbox_exporter ends each line
    protocolValidation: {
      enabled: true,
      ...(sent !== null && { send: `${sent}\n` }),
      ...(expect !== null && { expect }),
    },
  }
}
