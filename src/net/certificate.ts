/** What is wrong with a certificate or a handshake, in words for people. */
import { checkServerIdentity, type DetailedPeerCertificate, type TLSSocket } from 'node:tls'
import type { CertificateError } from '../core/certificate.ts'

type Reason = (chain: DetailedPeerCertificate[], host: string) => string

/** OpenSSL's codes for a certificate that did not convince. Others are told as they are. */
const REASONS: Record<string, Reason> = {
  CERT_HAS_EXPIRED: expired,
  CERT_NOT_YET_VALID: notYetValid,
  DEPTH_ZERO_SELF_SIGNED_CERT: () => 'self-signed certificate',
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  CERT_UNTRUSTED: unknownAuthority,
  CERT_REVOKED: () => 'certificate revoked',
  INVALID_CA: () => 'certificate signed by one that is no authority',
  INVALID_PURPOSE: () => 'certificate not meant for servers',
  ERR_TLS_CERT_ALTNAME_INVALID: wrongHost,
  ERR_TLS_CERT_ALTNAME_FORMAT: wrongHost,
}

/** Why the certificate shown in a finished handshake is not good for this host; null when it is. */
export function certificateProblem(socket: TLSSocket, host: string): string | null {
  if (socket.authorized) return null
  return explain(codeOf(socket), chainOf(socket), host)
}

/** Node keeps the code here, whatever the type says. */
const codeOf = (socket: TLSSocket): string => String(socket.authorizationError)

/** What the verification ended with; null when the certificate is good. */
export const problemCode = (socket: TLSSocket): string | null => (socket.authorized ? null : codeOf(socket))

/** All that is known to be wrong: what the verification ended with, and whether the host is another one besides. */
export function certificateErrors(socket: TLSSocket, host: string): CertificateError[] {
  const code = problemCode(socket)
  if (code === null) return []
  const chain = chainOf(socket)
  const otherHost = chain[0] && (checkServerIdentity(host, chain[0]) as NodeJS.ErrnoException | undefined)
  const codes = new Set([code, ...(otherHost?.code ? [otherHost.code] : [])])
  return [...codes].map((code) => ({ code, message: explain(code, chain, host) }))
}

const explain = (code: string, chain: DetailedPeerCertificate[], host: string): string =>
  REASONS[code]?.(chain, host) ?? code

/** From the leaf up. A root names itself as its issuer, which ends the walk. */
function chainOf(socket: TLSSocket): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = []
  let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true)
  while (next?.valid_to && !chain.includes(next)) {
    chain.push(next)
    next = next.issuerCertificate
  }
  return chain
}

/** The certificate that ends first is out of date for sure, be it the leaf or an authority above it. */
function expired(chain: DetailedPeerCertificate[]): string {
  const first = byDate(chain, 'valid_to').at(0)
  return first ? `${nameOf(first, chain)} expired on ${day(first.valid_to)}` : 'certificate expired'
}

function notYetValid(chain: DetailedPeerCertificate[]): string {
  const last = byDate(chain, 'valid_from').at(-1)
  return last ? `${nameOf(last, chain)} not valid before ${day(last.valid_from)}` : 'certificate not yet valid'
}

const byDate = (chain: DetailedPeerCertificate[], field: 'valid_from' | 'valid_to') =>
  chain.toSorted((a, b) => Date.parse(a[field]) - Date.parse(b[field]))

const nameOf = (certificate: DetailedPeerCertificate, chain: DetailedPeerCertificate[]): string =>
  certificate === chain[0] ? 'certificate' : `authority ${quoted(commonName(certificate.subject))}`

const day = (date: string): string => new Date(date).toISOString().slice(0, 10)

function unknownAuthority(chain: DetailedPeerCertificate[]): string {
  const top = chain.at(-1)
  return top ? `certificate from an unknown authority, ${quoted(commonName(top.issuer))}` : 'unknown authority'
}

/** Most names shown, and most characters of each. */
const NAMES_SHOWN = 5
const NAME_LENGTH = 64

function wrongHost(chain: DetailedPeerCertificate[], host: string): string {
  const names = chain[0] ? namesOf(chain[0]) : []
  const shown = names.slice(0, NAMES_SHOWN).map(clipped).join(', ')
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : ''
  return `certificate is for ${shown || 'no name'}${more}, not for ${host}`
}

/** `DNS:a.example, IP Address:192.0.2.7`. The common name has not counted for years (RFC 9525). */
const namesOf = ({ subjectaltname }: DetailedPeerCertificate): string[] =>
  (subjectaltname ?? '')
    .split(', ')
    .filter((name) => name !== '')
    .map((name) => name.replace(/^(?:DNS|IP Address|URI|email):/, ''))

type Subject = DetailedPeerCertificate['subject']

/** A certificate may hold any name any number of times, or none. */
const commonName = (subject: Subject | undefined): string => String(subject?.CN ?? subject?.O ?? 'unnamed')

const quoted = (name: string): string => `"${clipped(name)}"`

const clipped = (name: string): string => (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH)}…` : name)

/** What a server says that does not speak TLS looks like this to OpenSSL. */
const NOT_TLS = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_UNKNOWN_PROTOCOL'])

/** OpenSSL's own reason for a broken handshake; null for an error that is not from TLS. */
export function handshakeProblem(error: Error): string | null {
  const { code = '', reason } = error as Error & { code?: string; reason?: string }
  if (NOT_TLS.has(code)) return 'the answer is not TLS'
  return code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') ? (reason ?? code) : null
}
