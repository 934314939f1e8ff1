/**
 * Arrays as parameters in PostgreSQL's binary format. The driver would write them as text, with quotes around every
 * element and bytes in hexadecimal. Writing and parsing this text costs more CPU time than encoding the values.
 *
 * Layout; all numbers are big-endian and have 32 bits:
 *
 * - the number of dimensions, which is 1.
 * - 1 when there are nulls, otherwise 0.
 * - the type of the elements.
 * - the number of elements.
 * - the first index, which is 1.
 * - for each element its length and its bytes. The length of a null is -1.
 *
 * Source: PostgreSQL, array_recv in arrayfuncs.c.
 */
import { UnstorableError } from '../database-errors.ts'

export type ElementType = 'int8' | 'int4' | 'int2' | 'text' | 'bytea'

/** Type numbers. Source: PostgreSQL, pg_type.dat. */
const TYPE_NUMBERS: Readonly<Record<ElementType, number>> = { bytea: 17, int8: 20, int2: 21, int4: 23, text: 25 }

const HEADER_BYTES = 20
const LENGTH_BYTES = 4
const NULL_LENGTH = -1

/** An element in the form in which it is written; null for a null. */
type Element = number | string | Uint8Array | null

interface ElementCodec {
  /** @throws UnstorableError when the type has no such value */
  toElement(value: unknown): Element
  measure(element: NonNullable<Element>): number
  write(target: Buffer, element: NonNullable<Element>, at: number): void
}

const integer = (bytes: number, max: number, write: (target: Buffer, value: number, at: number) => void) => ({
  toElement: (value: unknown) => toInteger(value, max),
  measure: () => bytes,
  write: write as ElementCodec['write'],
})

function toInteger(value: unknown, max: number): number {
  const number = typeof value === 'number' ? value : Number(value)
  // The buffer would cut off a fraction without an error
  if (!Number.isInteger(number) || number > max || number < -max - 1)
    throw new UnstorableError(`${String(value)} is no integer of the column's size`)
  return number
}

function writeInt8(target: Buffer, value: number, at: number): void {
  const high = Math.floor(value / 2 ** 32)
  target.writeInt32BE(high, at)
  target.writeUInt32BE(value - high * 2 ** 32, at + 4)
}

const CODECS: Readonly<Record<ElementType, ElementCodec>> = {
  int2: integer(2, 2 ** 15 - 1, (target, value, at) => target.writeInt16BE(value, at)),
  int4: integer(4, 2 ** 31 - 1, (target, value, at) => target.writeInt32BE(value, at)),
  int8: integer(8, Number.MAX_SAFE_INTEGER, writeInt8),
  text: {
    toElement: (value) => (typeof value === 'string' ? value : String(value)),
    measure: (element) => Buffer.byteLength(element as string),
    write: (target, element, at) => target.write(element as string, at),
  },
  bytea: {
    toElement: (value) => value as Uint8Array,
    measure: (element) => (element as Uint8Array).length,
    write: (target, element, at) => target.set(element as Uint8Array, at),
  },
}

/**
 * Encodes one column of the rows.
 *
 * @param rows at least one
 * @throws UnstorableError when the type cannot hold a value
 */
export function encodeColumn(type: ElementType, rows: readonly (readonly unknown[])[], column: number): Buffer {
  const { toElement, measure, write } = CODECS[type]
  const elements = rows.map((row) => {
    const value = row[column]
    return value === null || value === undefined ? null : toElement(value)
  })
  const lengths = elements.map((element) => (element === null ? NULL_LENGTH : measure(element)))
  const array = Buffer.allocUnsafe(
    lengths.reduce((sum, length) => sum + LENGTH_BYTES + Math.max(0, length), HEADER_BYTES),
  )
  writeHeader(array, type, elements)
  let at = HEADER_BYTES
  elements.forEach((element, index) => {
    array.writeInt32BE(lengths[index]!, at)
    at += LENGTH_BYTES
    if (element === null) return
    write(array, element, at)
    at += lengths[index]!
  })
  return array
}

function writeHeader(array: Buffer, type: ElementType, elements: readonly Element[]): void {
  const fields = [1, elements.includes(null) ? 1 : 0, TYPE_NUMBERS[type], elements.length, 1]
  fields.forEach((field, index) => {
    array.writeInt32BE(field, index * 4)
  })
}
