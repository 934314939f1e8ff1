/** Readable messages for certificate problems. */
import { checkServerIdentity, type DetailedPeerCertificate, type TLSSocket } from 'node:tls'
import { filterRelevantErrors } from '../../core/expiry/certificate-validity.ts'
import type { CertificateError } from '../../core/results/certificate.ts'
import { findWeakness } from './certificate-weakness.ts'

type Reason = (chain: DetailedPeerCertificate[], host: string) => string

/** OpenSSL's codes for an invalid certificate. Other codes are shown unchanged. */
const REASONS: Record<string, Reason> = {
  CERT_HAS_EXPIRED: describeExpired,
  CERT_NOT_YET_VALID: describeNotYetValid,
  DEPTH_ZERO_SELF_SIGNED_CERT: () => 'self-signed certificate',
  SELF_SIGNED_CERT_IN_CHAIN: describeUnknownRoot,
  UNABLE_TO_GET_ISSUER_CERT: describeUnknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: describeUnknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: describeMissingIssuer,
  CERT_UNTRUSTED: describeUnknownAuthority,
  CERT_SIGNATURE_FAILURE: () => 'certificate signature does not match its issuer',
  CERT_REVOKED: () => 'certificate revoked',
  INVALID_CA: describeWrongPurpose,
  INVALID_PURPOSE: describeWrongPurpose,
  ERR_TLS_CERT_ALTNAME_INVALID: describeWrongHost,
  ERR_TLS_CERT_ALTNAME_FORMAT: describeWrongHost,
}

/** Returns why the certificate of a finished handshake is invalid for this host; null when it is valid. */
export function findCertificateProblem(socket: TLSSocket, host: string, acceptsSelfSigned: boolean): string | null {
  if (socket.authorized) return null
  return filterRelevantErrors(listCertificateErrors(socket, host), acceptsSelfSigned)[0]?.message ?? null
}

/** Node's code for results that it has no name for: usually a weak key or digest. */
const UNNAMED = 'UNSPECIFIED'

/** Node stores the code in a field that is declared with a different type. */
function readErrorCode(socket: TLSSocket): string {
  const code = String(socket.authorizationError)
  return code === UNNAMED ? (findSocketWeakness(socket)?.code ?? code) : code
}

function findSocketWeakness(socket: TLSSocket) {
  const leaf = socket.getPeerX509Certificate()
  return leaf ? findWeakness(leaf) : null
}

/** Result code of the verification; null when the certificate is valid. */
export const findProblemCode = (socket: TLSSocket): string | null => (socket.authorized ? null : readErrorCode(socket))

/** All known errors: the result of the verification, and a host name mismatch. */
export function listCertificateErrors(socket: TLSSocket, host: string): CertificateError[] {
  const code = findProblemCode(socket)
  if (code === null) return []
  const chain = readChain(socket)
  const weakness = findSocketWeakness(socket)
  const message =
    weakness?.code === code ? `${describeRole(chain[weakness.chainIndex]!, chain)} ${weakness.fault}` : null
  const first = { code, message: message ?? explain(code, chain, host) }
  const otherHost = findHostProblem(chain[0], host)
  return otherHost === null || otherHost === code
    ? [first]
    : [first, { code: otherHost, message: explain(otherHost, chain, host) }]
}

function findHostProblem(leaf: DetailedPeerCertificate | undefined, host: string): string | null {
  const error = leaf && (checkServerIdentity(host, leaf) as NodeJS.ErrnoException | undefined)
  return error?.code ?? null
}

const explain = (code: string, chain: DetailedPeerCertificate[], host: string): string =>
  REASONS[code]?.(chain, host) ?? code

/** From the leaf up. A root names itself as its issuer, which ends the loop. */
function readChain(socket: TLSSocket): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = []
  let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true)
  while (next?.valid_to && !chain.includes(next)) {
    chain.push(next)
    next = next.issuerCertificate
  }
  return chain
}

/** The certificate that expires first has certainly expired, whether it is the leaf or an authority. */
function describeExpired(chain: DetailedPeerCertificate[]): string {
  const first = sortByDate(chain, 'valid_to').at(0)
  return first ? `${describeRole(first, chain)} expired on ${formatDay(first.valid_to)}` : 'certificate expired'
}

function describeNotYetValid(chain: DetailedPeerCertificate[]): string {
  const last = sortByDate(chain, 'valid_from').at(-1)
  return last
    ? `${describeRole(last, chain)} not valid before ${formatDay(last.valid_from)}`
    : 'certificate not yet valid'
}

const sortByDate = (chain: DetailedPeerCertificate[], field: 'valid_from' | 'valid_to') =>
  chain.toSorted((a, b) => Date.parse(a[field]) - Date.parse(b[field]))

const describeRole = (certificate: DetailedPeerCertificate, chain: DetailedPeerCertificate[]): string =>
  certificate === chain[0] ? 'certificate' : `authority ${quoteName(getCommonName(certificate.subject))}`

const formatDay = (date: string): string => new Date(date).toISOString().slice(0, 10)

function describeUnknownAuthority(chain: DetailedPeerCertificate[]): string {
  return `certificate from an unknown authority, ${formatTopIssuer(chain)}`
}

function describeUnknownRoot(chain: DetailedPeerCertificate[]): string {
  return `${describeUnknownAuthority(chain)}, which is self-signed`
}

/** The server sent only its own certificate. The issuer is unknown: usually the server omits it by mistake. */
function describeMissingIssuer(chain: DetailedPeerCertificate[]): string {
  return `certificate from an unknown authority: its issuer ${formatTopIssuer(chain)} was not sent`
}

const formatTopIssuer = (chain: DetailedPeerCertificate[]): string => quoteName(getCommonName(chain.at(-1)?.issuer))

/** The purpose of the certificate or of an authority above it is wrong; OpenSSL uses one code for both. */
function describeWrongPurpose([, ...authorities]: DetailedPeerCertificate[]): string {
  const impostor = authorities.find(({ ca }) => !ca)
  return impostor
    ? `certificate signed by ${quoteName(getCommonName(impostor.subject))}, which is not a certificate authority`
    : 'certificate not meant for servers'
}

/** Maximum of names shown, and maximum characters of each. */
const NAMES_SHOWN = 5
const NAME_LENGTH = 64

function describeWrongHost(chain: DetailedPeerCertificate[], host: string): string {
  const names = chain[0] ? listNames(chain[0]) : []
  const shown = names.slice(0, NAMES_SHOWN).map(truncateName).join(', ')
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : ''
  return `certificate is for ${shown || 'no name'}${more}, not for ${host}`
}

/** `DNS:a.example, IP Address:192.0.2.7`. The common name has been ignored for years (RFC 9525). */
const listNames = ({ subjectaltname }: DetailedPeerCertificate): string[] =>
  (subjectaltname ?? '')
    .split(', ')
    .filter((name) => name !== '')
    .map((name) => name.replace(/^(?:DNS|IP Address|URI|email):/, ''))

type Subject = DetailedPeerCertificate['subject']

/** A certificate may hold the same name several times, or not at all. */
const getCommonName = (subject: Subject | undefined): string => String(subject?.CN ?? subject?.O ?? 'unnamed')

const quoteName = (name: string): string => `"${truncateName(name)}"`

/** A name may hold any characters, including line breaks and NUL. */
const truncateName = (name: string): string =>
  (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH)}…` : name).replaceAll(/\p{Cc}/gu, '\u{fffd}')
