/**
 * Packed details of results in a block. Their numbers are columns; the parts that are not numbers are texts: the address
 * and extras, or the whole detail when its layout is unknown.
 *
 * `result-detail.ts` and `result-extras.ts` describe the layouts of a detail.
 */
import type { BitReader, BitWriter } from './block-bits.ts'
import { readColumn, writeColumn } from './block-columns.ts'
import { readTexts, writeTexts } from './block-texts.ts'

/** Lateness, five phases, response time, status code. */
const DETAIL_NUMBERS = 8
const FIRST_BYTE = 4
const STATUS_CODE = 7
/** Status code of a detail with extras. */
const EXTRAS_FOLLOW = 2
const PING = 1
/** Kind, loss, and the minimum, average, maximum and jitter of the round trips. */
const PING_BYTES = 3 + 4 * 4
const UNITS_PER_MS = 100
const MAX_UNITS = 2 ** 40

/** Maximum bytes of a number, so that all numbers stay exact. */
const MAX_NUMBER_BYTES = 7

/** The first shape is the usual one. */
const NUMBERED = 0
const PINGED = 1
const RAW = 2

interface DetailParts {
  shape: number
  /** Numbers of the detail, then the figures of a ping. A raw detail has none. */
  numbers: number[]
  text: Uint8Array
}

/** Usual values of the columns: on the grid, status code 200, and the average of a ping as the first-byte phase. */
const USUAL = [0, 1, 0, 0, 0, 0, 0, 0, 1]
const USUAL_OF_PING = [0, 0, 0, 0, 0]

export function writeDetails(bits: BitWriter, details: readonly Uint8Array[]): void {
  const parts = details.map(splitDetail)
  const write = (rows: number[][], usual: number[]): void =>
    usual.forEach((value, column) => {
      writeColumn(
        bits,
        rows.map((row) => row[column]!),
        value,
      )
    })
  writeColumn(
    bits,
    parts.map(({ shape }) => shape),
    NUMBERED,
  )
  write(
    parts.filter(({ shape }) => shape !== RAW).map(({ numbers }) => toRow(numbers)),
    USUAL,
  )
  write(
    parts.filter(({ shape }) => shape === PINGED).map(({ numbers }) => toPingRow(numbers)),
    USUAL_OF_PING,
  )
  writeTexts(
    bits,
    parts.map(({ text }) => text),
  )
}

/** @throws RangeError, or an error of zlib */
export function readDetails(bits: BitReader, count: number): Uint8Array[] {
  const shapes = readColumn(bits, count, NUMBERED)
  const read = (rows: number, usual: number[]): number[][] => usual.map((value) => readColumn(bits, rows, value))
  const columns = read(shapes.filter((shape) => shape !== RAW).length, USUAL)
  const pingColumns = read(shapes.filter((shape) => shape === PINGED).length, USUAL_OF_PING)
  const texts = readTexts(bits, count)
  let row = 0
  let pingRow = 0
  return shapes.map((shape, i) => {
    const text = texts[i]!
    if (shape === RAW) return text.slice()
    const numbers = fromRow(columns, row++)
    return shape === PINGED
      ? joinPing(numbers, fromPingRow(pingColumns, pingRow++, numbers), text)
      : join(numbers, text)
  })
}

/** Separates the lateness from the bit that it contains. */
const toRow = ([late = 0, ...others]: number[]): number[] => [Math.floor(late / 2), late % 2, ...others]

const fromRow = (columns: number[][], row: number): number[] => {
  const [late = 0, onGrid = 0, ...others] = columns.map((column) => column[row]!)
  return [late * 2 + onGrid, ...others]
}

/** Writes the times of a ping as distances: they are close to each other, and the average is the first-byte phase. */
function toPingRow(numbers: number[]): number[] {
  const [loss = 0, min = 0, average = 0, max = 0, jitter = 0] = numbers.slice(DETAIL_NUMBERS)
  return [loss, average - min, average - numbers[FIRST_BYTE]! + 1, max - average, jitter]
}

function fromPingRow(columns: number[][], row: number, numbers: number[]): number[] {
  const [loss = 0, toMin = 0, toAverage = 0, toMax = 0, jitter = 0] = columns.map((column) => column[row]!)
  const average = numbers[FIRST_BYTE]! - 1 + toAverage
  return [loss, average - toMin, average, average + toMax, jitter]
}

function splitDetail(detail: Uint8Array): DetailParts {
  const numbers: number[] = []
  let at = 0
  while (numbers.length < DETAIL_NUMBERS) {
    const start = at
    let value = 0
    let byte = 0x80
    for (let shift = 1; byte >= 0x80; shift *= 128) {
      // A detail that ends too early, or a number that is too long
      if (at === detail.length || at - start === MAX_NUMBER_BYTES) return { shape: RAW, numbers: [], text: detail }
      byte = detail[at++]!
      value += (byte & 0x7f) * shift
    }
    // A superfluous zero, which would not be written again
    if (byte === 0 && at - start > 1) return { shape: RAW, numbers: [], text: detail }
    numbers.push(value)
  }
  const text = detail.subarray(at)
  return (numbers[STATUS_CODE] === EXTRAS_FOLLOW && splitPing(numbers, text)) || { shape: NUMBERED, numbers, text }
}

/** @returns null when the text does not end with a ping whose times are multiples of 10 µs */
function splitPing(numbers: number[], text: Uint8Array): DetailParts | null {
  const start = 1 + (text[0] ?? 0)
  if (text.length !== start + PING_BYTES || text[start] !== PING) return null
  const view = new DataView(text.buffer, text.byteOffset + start, PING_BYTES)
  const figures = [view.getUint16(1, true)]
  for (let at = 3; at < PING_BYTES; at += 4) {
    const ms = view.getFloat32(at, true)
    const units = Math.abs(Math.round(ms * UNITS_PER_MS))
    // The absolute value finds negative numbers, also a negative zero
    if (!(units < MAX_UNITS && Object.is(Math.fround(units / UNITS_PER_MS), ms))) return null
    figures.push(units)
  }
  return { shape: PINGED, numbers: [...numbers, ...figures], text: text.subarray(0, start) }
}

const scratch = new Uint8Array(DETAIL_NUMBERS * (MAX_NUMBER_BYTES + 1))

function join(numbers: number[], text: Uint8Array, textEnd = 0): Uint8Array {
  let end = 0
  for (const number of numbers) {
    let rest = number
    for (; rest >= 128; rest = Math.floor(rest / 128)) scratch[end++] = (rest % 128) | 0x80
    scratch[end++] = rest
  }
  const detail = new Uint8Array(end + text.length + textEnd)
  detail.set(scratch.subarray(0, end))
  detail.set(text, end)
  return detail
}

function joinPing(numbers: number[], [loss = 0, ...times]: number[], text: Uint8Array): Uint8Array {
  const detail = join(numbers, text, PING_BYTES)
  const view = new DataView(detail.buffer, detail.length - PING_BYTES)
  view.setUint8(0, PING)
  view.setUint16(1, loss, true)
  times.forEach((units, i) => {
    view.setFloat32(3 + 4 * i, units / UNITS_PER_MS, true)
  })
  return detail
}
