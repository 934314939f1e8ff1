/** TCP checks of services that greet, with or without TLS. */
import { findTlsMode, type TCP_PROTOCOLS } from '../probers/tcp.ts'
import type { Fields } from './conversion.ts'
import type { MonitorDraft } from './monitor-draft.ts'

export type Protocol = (typeof TCP_PROTOCOLS)[number]

/** `at once`: the connection begins with TLS. `STARTTLS`: after a command of the protocol. */
export type TlsStart = 'none' | 'at once' | 'STARTTLS'

/** Texts that greetings of protocols with TLS contain. Sources: RFC 5321, RFC 1939, RFC 3501, RFC 959 */
const GREETINGS: Partial<Record<Protocol, string>> = { smtp: '220', pop3: '+OK', imap: 'OK', ftp: '220', ssh: 'SSH-' }

/** Protocols by the ports on which TLS begins with a command. */
export const STARTTLS_PORTS: Readonly<Record<number, Protocol>> = {
  21: 'ftp',
  25: 'smtp',
  110: 'pop3',
  143: 'imap',
  587: 'smtp',
  2525: 'smtp',
}

/** Whether a connection to this port begins with TLS by convention. */
export const isTlsPort = (port: number, protocol: Protocol): boolean =>
  findTlsMode({ port, protocol }, { handshake: true }) === 'direct'

/**
 * Returns the check of a greeting. A service with TLS at once on an unusual port becomes a generic one. Its greeting must
 * contain the text of the protocol.
 */
export function toGreeting(
  port: number,
  protocol: Protocol,
  tls: TlsStart,
): Pick<MonitorDraft, 'settings' | 'certificateDays'> {
  const watch = tls === 'none' ? {} : { certificateDays: null }
  const isGeneric = tls === 'at once' && !isTlsPort(port, protocol)
  const settings: Fields = isGeneric
    ? { port, protocolValidation: { enabled: true, expect: GREETINGS[protocol] ?? '' } }
    : { port, protocol, protocolValidation: { enabled: true } }
  return { settings, ...watch }
}
