/** DNS records in presentation format (RFC 1035, section 5.1). Pure. */
import { isUtf8 } from 'node:buffer'
import ipaddr from 'ipaddr.js'
import { formatDecimalEscape } from './dns-name.ts'
import type { DnsReader } from './dns-reader.ts'

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
