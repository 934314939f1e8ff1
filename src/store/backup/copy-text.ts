/**
 * Rows as text, one per line, in the format of PostgreSQL's COPY, so that PostgreSQL reads and writes it natively.
 * Source: PostgreSQL, COPY, "Text Format".
 */
import type { BackupColumn, ColumnKind } from '../../core/platform/database/backup.ts'

/** A block of a table: whole rows. */
export interface Block {
  rows: number
  bytes: Uint8Array
}

/** Approximate size of the blocks in which rows are processed, in bytes. */
export const BLOCK_BYTES = 256 * 1024

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const UNESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const NULL = '\\N'

/** @param value as returned by the SQLite driver */
export function encodeField(value: unknown): string {
  if (value === null) return NULL
  if (typeof value === 'string')
    return /[\\\n\r\t]/.test(value) ? value.replace(/[\\\n\r\t]/g, (sign) => ESCAPES[sign]!) : value
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString('hex')}`
  return String(value)
}

const DECODERS: Readonly<Record<ColumnKind, (field: string) => unknown>> = {
  // A bigint when a number cannot represent it exactly
  integer: (field) => (Number.isSafeInteger(Number(field)) ? Number(field) : BigInt(field)),
  number: Number,
  text: (field) => (field.includes('\\') ? field.replace(/\\(.)/gs, (_, sign) => UNESCAPES[sign] ?? sign) : field),
  bytes: (field) => Buffer.from(field.slice(3), 'hex'), // After the prefix `\\x`
}

/** @returns the rows of a block, with their values in the order of the columns */
export function decodeRows(bytes: Uint8Array, columns: readonly BackupColumn[]): unknown[][] {
  const decoders = columns.map(({ kind }) => DECODERS[kind])
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString().split('\n')
  lines.pop() // The empty string after the last line break
  return lines.map((line) => {
    const fields: unknown[] = line.split('\t')
    if (fields.length !== decoders.length) throw new Error(`a row with ${fields.length} fields`)
    for (let column = 0; column < fields.length; column++)
      fields[column] = fields[column] === NULL ? null : decoders[column]!(fields[column] as string)
    return fields
  })
}

const LINE_BREAK = 10

function countRows(bytes: Uint8Array): number {
  let rows = 0
  for (let at = bytes.indexOf(LINE_BREAK); at >= 0; at = bytes.indexOf(LINE_BREAK, at + 1)) rows++
  return rows
}

/** Cuts a stream of arbitrary pieces into blocks of whole rows. A row may be longer than a block. */
export async function* splitBlocks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Block> {
  let buffered: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    buffered.push(piece)
    length += piece.length
    if (length < BLOCK_BYTES) continue
    const bytes = Buffer.concat(buffered)
    const end = bytes.lastIndexOf(LINE_BREAK) + 1
    if (end > 0) yield toBlock(bytes.subarray(0, end))
    buffered = [bytes.subarray(end)]
    length = bytes.length - end
  }
  if (length > 0) yield toBlock(Buffer.concat(buffered))
}

const toBlock = (bytes: Uint8Array): Block => ({ rows: countRows(bytes), bytes })
