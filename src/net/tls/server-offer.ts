/**
 * The offer of a server: version and accepted authorities, read from its first flight of TLS 1.2 or below, which is not
 * encrypted. Pure.
 *
 * Node exposes neither the version of a server that is refused, nor the authorities that a server accepts for client
 * certificates.
 */
import { randomBytes } from 'node:crypto'

export interface ServerOffer {
  /** `1.0`; null when the server did not choose a version. */
  version: string | null
  /** Names of the authorities whose client certificates the server accepts; null when it asked for no certificate. */
  authorities: string[] | null
  /** Whether nothing else is expected. */
  isComplete: boolean
}

/** Source: RFC 5246, appendix A.4 */
const SERVER_HELLO = 2
const CERTIFICATE_REQUEST = 13
const SERVER_HELLO_DONE = 14

const VERSIONS: Readonly<Record<number, string>> = { 769: '1.0', 770: '1.1', 771: '1.2' }

/** Suites that servers of the last twenty years offer, and the signal for secure renegotiation. */
const CIPHERS = 'c02bc02cc02fc030cca9cca8c009c00ac013c014009e009f00330039009c009d002f0035000a000500ff'

/** Curves, point formats and signature algorithms. Source: RFC 8422 and RFC 5246, section 7.4.1.4.1 */
const EXTENSIONS = [
  '000a00080006001d00170018',
  '000b00020100',
  '000d001a0018040305030603080408050806040105010601020302010101',
].join('')

/** Encodes a ClientHello of TLS 1.2. Source: RFC 5246, section 7.4.1.2 */
export function encodeClientHello(serverName: string | null): Buffer {
  const extensions = Buffer.concat([encodeServerName(serverName), Buffer.from(EXTENSIONS, 'hex')])
  const body = Buffer.concat([
    Buffer.from('0303', 'hex'),
    randomBytes(32),
    Buffer.from('00', 'hex'), // no session
    withLength(2, Buffer.from(CIPHERS, 'hex')),
    Buffer.from('0100', 'hex'), // no compression
    withLength(2, extensions),
  ])
  const message = Buffer.concat([Buffer.from('01', 'hex'), withLength(3, body)])
  return Buffer.concat([Buffer.from('160301', 'hex'), withLength(2, message)])
}

/** Source: RFC 6066, section 3 */
function encodeServerName(name: string | null): Buffer {
  if (name === null) return Buffer.alloc(0)
  const entry = Buffer.concat([Buffer.from('00', 'hex'), withLength(2, Buffer.from(name, 'latin1'))])
  return Buffer.concat([Buffer.from('0000', 'hex'), withLength(2, withLength(2, entry))])
}

function withLength(bytes: number, content: Buffer): Buffer {
  const length = Buffer.alloc(bytes)
  length.writeUIntBE(content.length, 0, bytes)
  return Buffer.concat([length, content])
}

/** @param bytes as far as they have arrived; they may be anything */
export function parseServerOffer(bytes: Buffer): ServerOffer {
  const offer: ServerOffer = { version: null, authorities: null, isComplete: false }
  const { handshake, hasEnded } = joinRecords(bytes)
  for (let at = 0; at + 4 <= handshake.length; ) {
    const end = at + 4 + handshake.readUIntBE(at + 1, 3)
    if (end > handshake.length) break
    readMessage(handshake[at]!, handshake.subarray(at + 4, end), offer)
    at = end
  }
  return { ...offer, isComplete: offer.isComplete || hasEnded }
}

const HANDSHAKE = 22
const RECORD_HEADER = 5

/** Joins the contents of the complete records of the handshake. It ends with an alert, or with bytes that are not TLS. */
function joinRecords(bytes: Buffer): { handshake: Buffer; hasEnded: boolean } {
  const parts: Buffer[] = []
  let at = 0
  let hasEnded = false
  while (!hasEnded && at + RECORD_HEADER <= bytes.length) {
    const end = at + RECORD_HEADER + bytes.readUInt16BE(at + 3)
    hasEnded = bytes[at] !== HANDSHAKE || bytes[at + 1] !== 3
    if (end > bytes.length) break
    if (!hasEnded) parts.push(bytes.subarray(at + RECORD_HEADER, end))
    at = end
  }
  return { handshake: Buffer.concat(parts), hasEnded }
}

function readMessage(type: number, body: Buffer, offer: ServerOffer): void {
  if (type === SERVER_HELLO && body.length >= 2) offer.version = VERSIONS[body.readUInt16BE(0)] ?? null
  if (type === CERTIFICATE_REQUEST) offer.authorities = listAuthorities(body, offer.version === '1.2')
  if (type === SERVER_HELLO_DONE) offer.isComplete = true
}

/** Source: RFC 5246, section 7.4.4; earlier versions have no list of signature algorithms */
function listAuthorities(body: Buffer, hasAlgorithms: boolean): string[] {
  const types = readVector(body, 1)
  const algorithms = hasAlgorithms ? readVector(types.rest, 2) : types
  const names: string[] = []
  let { content: list } = readVector(algorithms.rest, 2)
  while (list.length > 0) {
    const { content, rest } = readVector(list, 2)
    names.push(readName(content))
    list = rest
  }
  return names
}

/** Splits off a vector with its length before it. A length beyond the end takes what there is. */
function readVector(bytes: Buffer, lengthBytes: number): { content: Buffer; rest: Buffer } {
  const length = bytes.length < lengthBytes ? 0 : bytes.readUIntBE(0, lengthBytes)
  const end = lengthBytes + length
  return { content: bytes.subarray(lengthBytes, end), rest: bytes.subarray(end) }
}

/** Object identifiers of the common name and the organization. Source: RFC 5280, appendix A.1 */
const NAMING = ['550403', '55040a']

/** Returns the common name of a distinguished name in DER, or its organization. */
function readName(der: Buffer): string {
  const [name = Buffer.alloc(0)] = listElements(der)
  const attributes = listElements(name)
    .flatMap(listElements)
    .map((attribute) => listElements(attribute))
  const values = NAMING.map((oid) => attributes.find(([type]) => type?.toString('hex') === oid)?.[1])
  return (values.find((value) => value !== undefined) ?? Buffer.from('unnamed')).toString('utf8')
}

/** Lists the contents of the elements that follow each other in DER. */
function listElements(der: Buffer): Buffer[] {
  const contents: Buffer[] = []
  for (let at = 0; at + 2 <= der.length; ) {
    const first = der[at + 1]!
    // From 0x80, it is the number of the bytes of the length
    const lengthBytes = first < 0x80 ? 0 : first - 0x80
    const start = at + 2 + lengthBytes
    if (first === 0x80 || lengthBytes > 3 || start > der.length) break
    const length = lengthBytes === 0 ? first : der.readUIntBE(at + 2, lengthBytes)
    contents.push(der.subarray(start, start + length))
    at = start + length
  }
  return contents
}
