/**
 * Certificates for tests, good and bad, made in memory. Just enough of X.509 (RFC 5280) in DER: no library, because
 * the ones there are bring a dozen packages for what is a nested list of bytes.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface Certificate {
  /** PEM of the certificate alone. */
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
  /** Bits of an RSA key. Absent: an elliptic one, which is made faster. */
  rsaBits?: number
  /** Shares its private key. */
  keyOf?: Certificate
  digest?: Digest
  notBefore?: Date
  notAfter?: Date
  /** Absent: signs itself. */
  issuer?: Certificate
  isAuthority?: boolean
}

export type Digest = 'sha256' | 'sha1' | 'md5'

const DAY_MS = 86_400_000

/** One moment for all, so that a day which ends meanwhile changes nothing. */
const NOW = Date.now()

export const daysFromNow = (days: number): Date => new Date(NOW + days * DAY_MS)

export function makeCertificate(options: CertificateOptions = {}): Certificate {
  const { names = ['localhost'], issuer, isAuthority = false, digest = 'sha256' } = options
  const { notBefore = daysFromNow(-1), notAfter = daysFromNow(90) } = options
  const name = options.commonName === undefined ? names[0]! : (options.commonName ?? '')
  const key = makeKey(options)
  const signer = issuer ? createPrivateKey(issuer.key) : key
  const algorithm = ALGORITHMS[`${signer.asymmetricKeyType}-${digest}`]!
  const extensions = [
    extension('551d13', sequence(isAuthority ? der(0x01, [0xff]) : Buffer.alloc(0))),
    extension('551d11', sequence(...names.map(subjectAlternative))),
  ]
  const body = sequence(
    der(0xa0, integer([2])),
    integer([0x01, ...randomBytes(8)]),
    algorithm,
    distinguishedName(issuer?.name ?? name),
    sequence(time(notBefore), time(notAfter)),
    distinguishedName(name),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const certificate = sequence(body, algorithm, der(0x03, [0, ...sign(digest, body, signer)]))
  return { cert: pem('CERTIFICATE', certificate), key: exportKey(key), name }
}

function makeKey({ rsaBits, keyOf }: CertificateOptions): KeyObject {
  if (keyOf) return createPrivateKey(keyOf.key)
  if (rsaBits) return generateKeyPairSync('rsa', { modulusLength: rsaBits }).privateKey
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
}

export const makeAuthority = (name = 'Test Authority', options: CertificateOptions = {}): Certificate =>
  makeCertificate({ ...options, names: [name], isAuthority: true })

export const expired = (issuer: Certificate): Certificate =>
  makeCertificate({ issuer, notBefore: daysFromNow(-90), notAfter: daysFromNow(-1) })

export const notYetValid = (issuer: Certificate): Certificate => makeCertificate({ issuer, notBefore: daysFromNow(2) })

/** Tag, length and content. Lengths over 127 take a byte that counts their own bytes. */
function der(tag: number, content: ArrayLike<number>): Buffer {
  const bytes = Buffer.from(Array.from(content))
  const { length } = bytes
  const head = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), bytes])
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, Buffer.concat(parts))
const integer = (bytes: number[]): Buffer => der(0x02, bytes)
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text))

const NULL = der(0x05, [])

/** ecdsa-with-… is 1.2.840.10045.4, …WithRSAEncryption 1.2.840.113549.1.1 */
const ALGORITHMS: Record<string, Buffer> = {
  'ec-sha256': sequence(objectId('2a8648ce3d040302')),
  'ec-sha1': sequence(objectId('2a8648ce3d0401')),
  'rsa-sha256': sequence(objectId('2a864886f70d01010b'), NULL),
  'rsa-sha1': sequence(objectId('2a864886f70d010105'), NULL),
  'rsa-md5': sequence(objectId('2a864886f70d010104'), NULL),
}

/** Only a common name (2.5.4.3), or nothing at all. */
const distinguishedName = (name: string): Buffer =>
  name === '' ? sequence() : sequence(der(0x31, sequence(objectId('550403'), utf8(name))))

/** GeneralizedTime: `20260131120000Z` */
const time = (at: Date): Buffer => der(0x18, Buffer.from(at.toISOString().replace(/\.\d+|[-:T]/g, '')))

const extension = (id: string, value: Buffer): Buffer => sequence(objectId(id), der(0x04, value))

/** dNSName is [2], iPAddress is [7]. */
const subjectAlternative = (name: string): Buffer =>
  isIP(name) ? der(0x87, ipaddr.parse(name).toByteArray()) : der(0x82, Buffer.from(name))

const pem = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`

const exportKey = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }) as string
