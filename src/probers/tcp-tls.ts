/** How the port of a TCP monitor comes to speak TLS. Pure. */
import type { TlsTerms } from '../core/monitors/tls-terms.ts'
import type { TlsWish } from '../net/connection/dial.ts'
import { HTTP_ALPN } from '../net/http/http1.ts'
import { START_TLS, type StartTls } from './starttls.ts'
import type { TcpSettings } from './tcp.ts'

/** At once, after a word of the protocol, or never. */
export type TlsWay = 'direct' | StartTls | 'none'

/** Where TLS comes first by custom, whatever follows. Source: the port numbers of IANA, and the last ones by habit */
const DIRECT_PORTS: ReadonlySet<number> = new Set([
  443, // https
  465, // submissions
  563, // nntps
  636, // ldaps
  853, // domain-s
  989, // ftps-data
  990, // ftps
  992, // telnets
  993, // imaps
  995, // pop3s
  2083, // radsec
  3269, // msft-gc-ssl
  5061, // sips
  5223, // xmpp
  5671, // amqps
  5986, // wsmans
  6514, // syslog-tls
  6697, // ircs-u
  8443, // pcsync-https
  8883, // secure-mqtt
  9443, // tungsten-https
])

/**
 * Without a certificate watch only a check that validates https shakes hands. With one, every protocol that knows TLS
 * does, and what is generic is taken to speak it at once.
 */
export function tlsWayOf({ port, protocol, protocolValidation }: TcpSettings, terms: TlsTerms | undefined): TlsWay {
  if (!terms?.handshake) return protocol === 'https' && protocolValidation?.enabled ? 'direct' : 'none'
  if (protocol === 'ssh') return 'none'
  if (protocol === 'https' || protocol === 'generic' || DIRECT_PORTS.has(port)) return 'direct'
  return protocol === 'http' ? 'none' : START_TLS[protocol]
}

/** A handshake for its own sake is judged as its watch says; one that https needs must be good, as ever. */
export const wishOf = ({ protocol }: TcpSettings, terms: TlsTerms | undefined): TlsWish => ({
  verify: terms?.handshake ? terms.verify === true : true,
  ...((protocol === 'https' || protocol === 'http') && { alpn: HTTP_ALPN }),
})
