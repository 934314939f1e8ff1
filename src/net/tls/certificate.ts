/**
 * Certificate problems in readable messages: hosts, dates, weak keys and digests.
 *
 * Only the alternative names count for a host, and a wildcard matches one whole label. Source: RFC 9525, sections 2 and
 * 6.3. Node's own check is more lenient than browsers: it accepts the common name and wildcards within a label.
 *
 * Node only reports that there is a weakness, and not where.
 */
import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { PeerCertificate, TLSSocket } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { filterRelevantErrors } from '../../core/expiry/certificate-expiry.ts'
import type { CertificateError } from '../../core/results/certificate.ts'
import { buildPath } from './certificate-path.ts'
import type { TlsTrust } from './tls.ts'

/** @param chain the path from the certificate to its root, as far as it is known */
type Reason = (chain: PeerCertificate[], host: string) => string

/** OpenSSL's codes for an invalid certificate. */
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
  PERMITTED_VIOLATION: describeForbiddenName,
  EXCLUDED_VIOLATION: describeForbiddenName,
  ERR_TLS_CERT_ALTNAME_INVALID: describeWrongHost,
}

/** Returns why the certificate of a finished handshake is invalid for this host; null when it is valid. */
export function findCertificateProblem(
  socket: TLSSocket,
  host: string,
  trust: TlsTrust,
  acceptsSelfSigned: boolean,
): string | null {
  if (socket.authorized) return null
  return filterRelevantErrors(listCertificateErrors(socket, host, trust), acceptsSelfSigned)[0]?.message ?? null
}

/** Code of a certificate that is for another host, the same as Node's. */
const WRONG_HOST = 'ERR_TLS_CERT_ALTNAME_INVALID'

const WRONG_HOST_ERROR = Object.assign(new Error('certificate is for another host'), { code: WRONG_HOST })

/** Compares the certificate of a handshake with the host, instead of Node. */
export const checkHost = (host: string, { subjectAltName }: X509Certificate): Error | undefined =>
  isForHost(subjectAltName, host) ? undefined : WRONG_HOST_ERROR

/** Node's code for results that it has no name for. */
const UNNAMED = 'UNSPECIFIED'

/** Codes of OpenSSL for its texts of results that Node has no name for. Source: X509_verify_cert_error_string */
const UNNAMED_CODES: Record<string, string> = {
  'EE certificate key too weak': 'EE_KEY_TOO_SMALL',
  'CA certificate key too weak': 'CA_KEY_TOO_SMALL',
  'CA signature digest algorithm too weak': 'CA_MD_TOO_WEAK',
  'permitted subtree violation': 'PERMITTED_VIOLATION',
  'excluded subtree violation': 'EXCLUDED_VIOLATION',
}

/** Node stores the code in a field that is declared with a different type. */
function readErrorCode(socket: TLSSocket): string {
  const code = String(socket.authorizationError)
  return code === UNNAMED ? readUnnamedCode(socket) : code
}

/** Node keeps only the name of a result, and its handle the text of OpenSSL. */
function readUnnamedCode(socket: TLSSocket): string {
  const { _handle: handle } = socket as unknown as { _handle?: { verifyError?(): Error | null } }
  const text = handle?.verifyError?.()?.message
  if (text === undefined) return UNNAMED
  return UNNAMED_CODES[text] ?? text.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')
}

/** Result code of the verification; null when the certificate is valid. */
export const findProblemCode = (socket: TLSSocket): string | null => (socket.authorized ? null : readErrorCode(socket))

/**
 * All known errors: the result of the verification, and a host name mismatch.
 *
 * @param host for which the certificate must be valid
 */
export function listCertificateErrors(socket: TLSSocket, host: string, trust: TlsTrust): CertificateError[] {
  const code = findProblemCode(socket)
  const leaf = code === null ? undefined : socket.getPeerX509Certificate()
  if (code === null || leaf === undefined) return []
  const path = buildPath(leaf, trust.getAuthorities())
  const chain = path.map((certificate) => certificate.toLegacyObject())
  const weakness = findWeakness(path)
  const message =
    weakness?.code === code ? `${describeRole(chain[weakness.pathIndex]!, chain)} ${weakness.fault}` : null
  const first = { code, message: message ?? explain(code, chain, host) }
  return code === WRONG_HOST || isForHost(leaf.subjectAltName, host)
    ? [first]
    : [first, { code: WRONG_HOST, message: explain(WRONG_HOST, chain, host) }]
}

/** An unknown code is a text of OpenSSL, or one of its names: both are readable in lower case. */
const explain = (code: string, chain: PeerCertificate[], host: string): string =>
  REASONS[code]?.(chain, host) ?? `certificate refused by OpenSSL: ${code.toLowerCase().replaceAll('_', ' ')}`

/** The certificate of the path that expires first has certainly expired, whether it is the leaf or an authority. */
function describeExpired(chain: PeerCertificate[]): string {
  const first = sortByDate(chain, 'valid_to').at(0)
  return first ? `${describeRole(first, chain)} expired on ${formatDay(first.valid_to)}` : 'certificate expired'
}

function describeNotYetValid(chain: PeerCertificate[]): string {
  const last = sortByDate(chain, 'valid_from').at(-1)
  return last
    ? `${describeRole(last, chain)} not valid before ${formatDay(last.valid_from)}`
    : 'certificate not yet valid'
}

const sortByDate = (chain: PeerCertificate[], field: 'valid_from' | 'valid_to') =>
  chain.toSorted((a, b) => Date.parse(a[field]) - Date.parse(b[field]))

const describeRole = (certificate: PeerCertificate, chain: PeerCertificate[]): string =>
  certificate === chain[0] ? 'certificate' : `authority ${quoteName(getCommonName(certificate.subject))}`

const formatDay = (date: string): string => new Date(date).toISOString().slice(0, 10)

function describeUnknownAuthority(chain: PeerCertificate[]): string {
  return `certificate from an unknown authority, ${formatTopIssuer(chain)}`
}

function describeUnknownRoot(chain: PeerCertificate[]): string {
  return `${describeUnknownAuthority(chain)}, which is self-signed`
}

/** The server sent only its own certificate. The issuer is unknown: usually the server omits it by mistake. */
function describeMissingIssuer(chain: PeerCertificate[]): string {
  return `certificate from an unknown authority: its issuer ${formatTopIssuer(chain)} was not sent`
}

const formatTopIssuer = (chain: PeerCertificate[]): string => quoteName(getCommonName(chain.at(-1)?.issuer))

/** The purpose of the certificate or of an authority above it is wrong; OpenSSL uses one code for both. */
function describeWrongPurpose([, ...authorities]: PeerCertificate[]): string {
  const impostor = authorities.find(({ ca }) => !ca)
  return impostor
    ? `certificate signed by ${quoteName(getCommonName(impostor.subject))}, which is not a certificate authority`
    : 'certificate not meant for servers'
}

/** Maximum of names shown, and maximum characters of each. */
const NAMES_SHOWN = 5
const NAME_LENGTH = 64

function describeWrongHost([leaf]: PeerCertificate[], host: string): string {
  const names = parseAlternativeNames(leaf?.subjectaltname)
  if (names.length === 0) return describeNoNames(leaf?.subject)
  if (isIP(host) !== 0 && names.some(({ kind, name }) => kind === 'DNS' && name === host))
    return `certificate has ${host} as a DNS name; an address must be an IP address entry`
  const shown = names.slice(0, NAMES_SHOWN).map(({ name }) => truncateName(name))
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : ''
  return `certificate is for ${shown.join(', ')}${more}, not for ${host}`
}

/** The common name does not count. Source: RFC 9525, section 2 */
const describeNoNames = (subject: Subject | undefined): string =>
  subject?.CN === undefined
    ? 'certificate names no host'
    : `certificate names no host, only the common name ${quoteName(getCommonName(subject))}, which does not count`

/** The names that an authority may issue for are limited. Source: RFC 5280, section 4.2.1.10 */
function describeForbiddenName([leaf, issuer]: PeerCertificate[]): string {
  const names = parseAlternativeNames(leaf?.subjectaltname).slice(0, NAMES_SHOWN)
  const shown = names.map(({ name }) => truncateName(name)).join(', ') || 'the names in it'
  return `an authority of the certificate, such as ${quoteName(getCommonName(issuer?.subject))}, must not issue for ${shown} (name constraints)`
}

type Subject = PeerCertificate['subject']

/** A certificate may hold the same name several times, or not at all. */
const getCommonName = (subject: Subject | undefined): string => String(subject?.CN ?? subject?.O ?? 'unnamed')

const quoteName = (name: string): string => `"${truncateName(name)}"`

/** Formats names of authorities that a server accepts. */
export function formatNames(names: readonly string[]): string {
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : ''
  return names.slice(0, NAMES_SHOWN).map(quoteName).join(', ') + more
}

/** Formats the first certificate of a PEM: `"monitoring" of "Example CA", valid until 2027-01-31`. */
export function describeClientCertificate(pem: string): string {
  const { subject, issuer, valid_to: end } = new X509Certificate(pem).toLegacyObject()
  return `${quoteName(getCommonName(subject))} of ${quoteName(getCommonName(issuer))}, valid until ${formatDay(end)}`
}

/** A name may hold any characters, including line breaks and NUL. */
const truncateName = (name: string): string =>
  (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH)}…` : name).replaceAll(/\p{Cc}/gu, '\u{fffd}')

interface AlternativeName {
  kind: 'DNS' | 'IP Address'
  name: string
}

/** A quoted name contains misleading characters, encoded as JSON. */
const ALTERNATIVE = /(?:^|, )(DNS|IP Address):("(?:[^"\\]|\\.)*"|[^,]*)/g

/**
 * Host names and addresses; other kinds of names are left out.
 *
 * @param text Node's text of the extension: `DNS:a.example, IP Address:192.0.2.7`
 */
export function parseAlternativeNames(text: string | undefined): AlternativeName[] {
  const names: AlternativeName[] = []
  for (const [, kind, name] of (text ?? '').matchAll(ALTERNATIVE))
    names.push(
      kind === 'DNS' ? { kind, name: removeQuotes(name!) } : { kind: 'IP Address', name: toShortAddress(name!) },
    )
  return names
}

const removeQuotes = (name: string): string => (name.startsWith('"') ? (JSON.parse(name) as string) : name)

/** OpenSSL writes IPv6 in full: `0:0:0:0:0:0:0:1` */
const toShortAddress = (address: string): string =>
  address.includes(':') && ipaddr.isValid(address) ? ipaddr.parse(address).toString() : address

/** @param host a name, or a literal address without brackets */
function isForHost(alternativeNames: string | undefined, host: string): boolean {
  const names = parseAlternativeNames(alternativeNames)
  if (isIP(host) !== 0) {
    const address = toShortAddress(host)
    return names.some(({ kind, name }) => kind === 'IP Address' && name === address)
  }
  const searched = normalizeName(host)
  return names.some(({ kind, name }) => kind === 'DNS' && isMatch(normalizeName(name), searched))
}

const normalizeName = (name: string): string => name.replace(/\.$/, '').toLowerCase()

function isMatch(name: string, host: string): boolean {
  if (!name.startsWith('*.')) return name === host
  const domain = name.slice(1)
  // A wildcard for a whole top-level domain would be too broad
  return domain.lastIndexOf('.') > 0 && host.endsWith(domain) && host.indexOf('.') === host.length - domain.length
}

interface Weakness {
  /** Error code of OpenSSL. */
  code: string
  /** Fault of the certificate or authority: `has a key of 1024 bits, too weak`. */
  fault: string
  /** Index in the path; 0 is the target's certificate. */
  pathIndex: number
}

/**
 * Minimum of OpenSSL's default security level: 112 bits of security. Source: SSL_CTX_set_security_level in OpenSSL, and
 * NIST SP 800-57, section 5.6.1
 */
const MIN_RSA_BITS = 2048
const MIN_CURVE_BITS = 224

/** Returns the first weakness, starting with the target's certificate. The self-signature of a root does not matter. */
function findWeakness(path: readonly X509Certificate[]): Weakness | null {
  for (const [pathIndex, certificate] of path.entries()) {
    const bits = findWeakKeyBits(certificate)
    if (bits !== null)
      return {
        code: `${pathIndex === 0 ? 'EE' : 'CA'}_KEY_TOO_SMALL`,
        fault: `has a ${bits}-bit key, which is too weak`,
        pathIndex,
      }
    const digest = certificate.issuer === certificate.subject ? null : findWeakDigest(certificate)
    if (digest !== null)
      return { code: 'CA_MD_TOO_WEAK', fault: `is signed with ${digest}, which is too weak`, pathIndex }
  }
  return null
}

function findWeakKeyBits(certificate: X509Certificate): number | null {
  const { bits, modulus } = certificate.toLegacyObject()
  if (bits === undefined) return null
  return bits < (modulus === undefined ? MIN_CURVE_BITS : MIN_RSA_BITS) ? bits : null
}

/**
 * Returns a weak signature algorithm: `sha1WithRSAEncryption`, `ecdsa-with-SHA1`. Node before 24.9 does not report it.
 */
function findWeakDigest({ signatureAlgorithm }: X509Certificate): string | null {
  const [digest] = /sha1(?!\d)|md[245]/i.exec(signatureAlgorithm ?? '') ?? []
  return digest === undefined ? null : digest.toUpperCase().replace('SHA1', 'SHA-1')
}
