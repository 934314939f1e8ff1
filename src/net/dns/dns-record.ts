/** DNS records in presentation format (RFC 1035, section 5.1). Pure. */
import { isUtf8 } from 'node:buffer'
import ipaddr from 'ipaddr.js'
import { formatDecimalEscape, formatLabel, MAX_LABEL_BYTES, MAX_NAME_BYTES } from './dns-name.ts'

/** Source: the IANA registry of resource record types */
export const TYPE_NUMBERS = {
  A: 1,
  AAAA: 28,
  CNAME: 5,
  MX: 15,
  NS: 2,
  TXT: 16,
  SOA: 6,
  SRV: 33,
  CAA: 257,
  PTR: 12,
} as const

export type RecordType = keyof typeof TYPE_NUMBERS

export interface DnsRecord {
  /** Owner name, normalized for comparisons. */
  name: string
  type: RecordType
  ttlSeconds: number
  /** `10 mail.example.com`, `0 issue "ca.example"`; the strings of a TXT record are joined. */
  value: string
}

/** Readers of the data of each record type, from the current position up to `end`. */
const READERS: Record<RecordType, (reader: DnsReader, end: number) => string> = {
  A: (reader) => `${reader.readU8()}.${reader.readU8()}.${reader.readU8()}.${reader.readU8()}`,
  AAAA: (reader) => ipaddr.fromByteArray([...reader.readBytes(16)]).toString(),
  CNAME: (reader) => reader.readName(),
  MX: (reader) => `${reader.readU16()} ${reader.readName()}`,
  NS: (reader) => reader.readName(),
  TXT: readText,
  SOA: (reader) => `${reader.readName()} ${reader.readName()} ${readNumbers(reader, 5)}`,
  SRV: (reader) => `${reader.readU16()} ${reader.readU16()} ${reader.readU16()} ${reader.readName()}`,
  // Source: RFC 8659, section 4.1
  CAA: (reader, end) =>
    `${reader.readU8()} ${formatText(reader.readBytes(reader.readU8()))} "${formatText(reader.readBytes(end - reader.at)).replaceAll('"', '\\"')}"`,
  PTR: (reader) => reader.readName(),
}

/** @throws RangeError when the data does not end at the right offset */
export function readValue(type: RecordType, reader: DnsReader, end: number): string {
  const value = READERS[type](reader, end)
  if (reader.at !== end) throw new RangeError(`a ${type} record whose length does not match`)
  return value
}

function readNumbers(reader: DnsReader, count: number): string {
  return Array.from({ length: count }, () => reader.readU32()).join(' ')
}

function readText(reader: DnsReader, end: number): string {
  const pieces: Buffer[] = []
  while (reader.at < end) pieces.push(reader.readBytes(reader.readU8()))
  return formatText(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces))
}

/**
 * Text unchanged. Control characters become `\DDD`, because they are unreadable; so does every byte of invalid UTF-8.
 */
export const formatText = (bytes: Buffer): string =>
  isUtf8(bytes) ? escapeControls(bytes.toString()) : bytes.toString('latin1').replace(/[^ -~]/g, formatDecimalEscape)

export const escapeControls = (text: string): string => text.replace(/\p{Cc}/gu, formatDecimalEscape)

/** The two highest bits of a length mark a pointer to an earlier name. Source: RFC 1035, section 4.1.4 */
const POINTER = 0xc0

/** The longest possible name has 127 labels. More pointers than that only keep a reader busy. */
const MAX_POINTERS = 127

/** Reads a DNS message from start to end. Malformed data throws a RangeError. Pure. */
export class DnsReader {
  readonly packet: Buffer
  at: number

  constructor(packet: Buffer, at: number) {
    this.packet = packet
    this.at = at
  }

  readU8(): number {
    return this.packet.readUInt8(this.move(1))
  }

  readU16(): number {
    return this.packet.readUInt16BE(this.move(2))
  }

  readU32(): number {
    return this.packet.readUInt32BE(this.move(4))
  }

  /** A view; not a copy. */
  readBytes(length: number): Buffer {
    const start = this.move(length)
    if (length < 0 || this.at > this.packet.length) throw new RangeError('the message ends too soon')
    return this.packet.subarray(start, this.at)
  }

  /** The name unchanged, including upper case. */
  readName(): string {
    const { packet } = this
    let text = ''
    let at = this.at
    let end = -1
    let start = at
    let bytes = 1
    let pointers = 0
    for (let length = packet.readUInt8(at++); length !== 0; length = packet.readUInt8(at++)) {
      if (length >= POINTER) {
        const to = packet.readUInt16BE(at - 1) & 0x3fff
        if (to >= start || ++pointers > MAX_POINTERS) throw new RangeError('a name with an invalid pointer')
        if (end === -1) end = at + 1
        at = start = to
        continue
      }
      bytes += length + 1
      if (length > MAX_LABEL_BYTES || bytes > MAX_NAME_BYTES || at + length > packet.length)
        throw new RangeError('an invalid name')
      const label = formatLabel(packet.toString('latin1', at, at + length))
      text = text === '' ? label : `${text}.${label}`
      at += length
    }
    this.at = end === -1 ? at : end
    return text === '' ? '.' : text
  }

  /** Skips a name without reading it. */
  skipName(): void {
    for (let length = this.readU8(); length !== 0; length = this.readU8()) {
      this.move(length >= POINTER ? 1 : length)
      if (length >= POINTER) return
    }
  }

  private move(bytes: number): number {
    const { at } = this
    this.at += bytes
    return at
  }
}
