/**
 * Valid and invalid certificates for tests, created in memory. This encodes just enough of X.509 (RFC 5280) in DER. A
 * library would add a dozen packages for a nested list of bytes.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface Certificate {
  /** PEM of only the certificate. */
  cert: string
  /** PEM of the private key. */
  key: string
  name: string
}

export interface CertificateOptions {
  /** Host names and addresses; the first is the common name too. */
  names?: string[]
  /** Another common name; null leaves the subject empty. */
  commonName?: string | null
  /** Bits of an RSA key; absent for an elliptic key, which is faster to create. */
  rsaBits?: number
  /** Curve of an elliptic key. */
  curve?: 'P-256' | 'P-384'
  /** Reuses the private key of this certificate. */
  keyOf?: Certificate
  digest?: Digest
  notBefore?: Date
  notAfter?: Date
  /** Absent for a self-signed certificate. */
  issuer?: Certificate
  isAuthority?: boolean
  /** Encodes addresses among the names as DNS names. */
  hasOnlyDnsNames?: boolean
  /** Domain to which an authority is limited (name constraints). */
  onlyFor?: string
}

export type Digest = 'sha256' | 'sha1' | 'md5'

const DAY_MS = 86_400_000

/** One moment for all certificates, so that midnight during a test changes nothing. */
const NOW = Date.now()

export const toDateInDays = (days: number): Date => new Date(NOW + days * DAY_MS)

export function createCertificate(options: CertificateOptions = {}): Certificate {
  const { names = ['localhost'], issuer, isAuthority = false, digest = 'sha256' } = options
  const { notBefore = toDateInDays(-1), notAfter = toDateInDays(90) } = options
  const name = options.commonName === undefined ? names[0]! : (options.commonName ?? '')
  const key = createKey(options)
  const signer = issuer ? createPrivateKey(issuer.key) : key
  const algorithm = ALGORITHMS[`${signer.asymmetricKeyType}-${digest}`]!
  const encodeName = options.hasOnlyDnsNames ? encodeDnsName : encodeSubjectAlternative
  const extensions = [
    encodeExtension('551d13', encodeSequence(isAuthority ? encodeDer(0x01, [0xff]) : Buffer.alloc(0))),
    ...(names.length > 0 ? [encodeExtension('551d11', encodeSequence(...names.map(encodeName)))] : []),
    ...(options.onlyFor === undefined ? [] : [encodeExtension('551d1e', encodeNameConstraints(options.onlyFor))]),
  ]
  const body = encodeSequence(
    encodeDer(0xa0, encodeInteger([2])),
    encodeInteger([0x01, ...randomBytes(8)]),
    algorithm,
    encodeDistinguishedName(issuer?.name ?? name),
    encodeSequence(encodeTime(notBefore), encodeTime(notAfter)),
    encodeDistinguishedName(name),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    encodeDer(0xa3, encodeSequence(...extensions)),
  )
  const certificate = encodeSequence(body, algorithm, encodeDer(0x03, [0, ...sign(digest, body, signer)]))
  return { cert: encodePem('CERTIFICATE', certificate), key: exportKey(key), name }
}

function createKey({ rsaBits, keyOf, curve = 'P-256' }: CertificateOptions): KeyObject {
  if (keyOf) return createPrivateKey(keyOf.key)
  if (rsaBits) return generateKeyPairSync('rsa', { modulusLength: rsaBits }).privateKey
  return generateKeyPairSync('ec', { namedCurve: curve }).privateKey
}

export const createAuthority = (name = 'Test Authority', options: CertificateOptions = {}): Certificate =>
  createCertificate({ ...options, names: [name], isAuthority: true })

export const createExpiredCertificate = (issuer: Certificate): Certificate =>
  createCertificate({ issuer, notBefore: toDateInDays(-90), notAfter: toDateInDays(-1) })

export const createFutureCertificate = (issuer: Certificate): Certificate =>
  createCertificate({ issuer, notBefore: toDateInDays(2) })

/** Encodes tag, length and content. A length over 127 is preceded by a byte with the number of its bytes. */
function encodeDer(tag: number, content: ArrayLike<number>): Buffer {
  const bytes = Buffer.from(Array.from(content))
  const { length } = bytes
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  const head = length < 0x80 ? [tag, length] : [tag, ...long]
  return Buffer.concat([Buffer.from(head), bytes])
}

const encodeSequence = (...parts: Buffer[]): Buffer => encodeDer(0x30, Buffer.concat(parts))
const encodeInteger = (bytes: number[]): Buffer => encodeDer(0x02, bytes)
const encodeObjectId = (hex: string): Buffer => encodeDer(0x06, Buffer.from(hex, 'hex'))
const encodeUtf8 = (text: string): Buffer => encodeDer(0x0c, Buffer.from(text))

const NULL = encodeDer(0x05, [])

/** ecdsa-with-… is 1.2.840.10045.4, …WithRSAEncryption 1.2.840.113549.1.1 */
const ALGORITHMS: Record<string, Buffer> = {
  'ec-sha256': encodeSequence(encodeObjectId('2a8648ce3d040302')),
  'ec-sha1': encodeSequence(encodeObjectId('2a8648ce3d0401')),
  'rsa-sha256': encodeSequence(encodeObjectId('2a864886f70d01010b'), NULL),
  'rsa-sha1': encodeSequence(encodeObjectId('2a864886f70d010105'), NULL),
  'rsa-md5': encodeSequence(encodeObjectId('2a864886f70d010104'), NULL),
}

/** Encodes only a common name (2.5.4.3), or an empty name. */
const encodeDistinguishedName = (name: string): Buffer =>
  name === ''
    ? encodeSequence()
    : encodeSequence(encodeDer(0x31, encodeSequence(encodeObjectId('550403'), encodeUtf8(name))))

/** GeneralizedTime: `20260131120000Z` */
const encodeTime = (at: Date): Buffer => encodeDer(0x18, Buffer.from(at.toISOString().replace(/\.\d+|[-:T]/g, '')))

const encodeExtension = (id: string, value: Buffer): Buffer =>
  encodeSequence(encodeObjectId(id), encodeDer(0x04, value))

/** dNSName is [2], iPAddress is [7]. */
const encodeSubjectAlternative = (name: string): Buffer =>
  isIP(name) ? encodeDer(0x87, ipaddr.parse(name).toByteArray()) : encodeDnsName(name)

const encodeDnsName = (name: string): Buffer => encodeDer(0x82, Buffer.from(name))

/** Source: RFC 5280, section 4.2.1.10 */
const encodeNameConstraints = (domain: string): Buffer =>
  encodeSequence(encodeDer(0xa0, encodeSequence(encodeDnsName(domain))))

const encodePem = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`

const exportKey = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }) as string
