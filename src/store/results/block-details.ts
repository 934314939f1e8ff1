/**
 * Packed details of results in a block. Their numbers are columns; the parts that are not numbers are texts: the address
 * and extras, or the whole detail when its layout is unknown.
 *
 * `result-detail.ts` and `result-detail.ts` describe the layouts of a detail.
 */
import type { BitReader, BitWriter } from '../../core/platform/bit-stream.ts'
import { readColumn, readTexts, writeColumn, writeTexts } from './block-columns.ts'
import { type Measures, toMeasures, unpackMeasures } from './result-detail.ts'

/** Lateness, five phases, response time, status code. */
const DETAIL_NUMBERS = 8
const LATENESS = 0
const FIRST_PHASE = 1
const FIRST_BYTE = 4
const EXCESS = 6
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

/** Shapes of a detail: numbers and a text; the same and the figures of a ping; only a text. The first is the usual one. */
const NUMBERED = 0
const PINGED = 1
const RAW = 2

/** Usual values of the numbers, and last whether a check is on the grid. The usual status code is 200, stored as 1. */
const USUAL = [0, 0, 0, 0, 0, 0, 0, 1, 1]
const ON_GRID = DETAIL_NUMBERS
/** The average of a ping is usually its first-byte phase. */
const USUAL_OF_PING = [0, 0, 0, 0, 0]

export function writeDetails(bits: BitWriter, details: readonly Uint8Array[]): void {
  const columns = USUAL.map((): number[] => [])
  const pingColumns = USUAL_OF_PING.map((): number[] => [])
  const shapes: number[] = []
  const texts = details.map((detail) => {
    const end = parseNumbers(detail)
    if (end === RAW_END) {
      shapes.push(RAW)
      return detail
    }
    addNumbers(columns)
    const pingStart = numbers[STATUS_CODE] === EXTRAS_FOLLOW ? parsePing(detail, end) : null
    shapes.push(pingStart === null ? NUMBERED : PINGED)
    if (pingStart !== null) addPing(pingColumns)
    return detail.subarray(end, pingStart ?? detail.length)
  })
  writeColumn(bits, shapes, NUMBERED)
  columns.forEach((column, i) => {
    writeColumn(bits, column, USUAL[i]!)
  })
  pingColumns.forEach((column, i) => {
    writeColumn(bits, column, USUAL_OF_PING[i]!)
  })
  writeTexts(bits, texts)
}

/** @throws RangeError, or an error of zlib */
function readParts(bits: BitReader, count: number) {
  const shapes = readColumn(bits, count, NUMBERED)
  const numbered = shapes.filter((shape) => shape !== RAW).length
  const pinged = shapes.filter((shape) => shape === PINGED).length
  return {
    shapes,
    columns: USUAL.map((usual) => readColumn(bits, numbered, usual)),
    pingColumns: USUAL_OF_PING.map((usual) => readColumn(bits, pinged, usual)),
    texts: readTexts(bits, count),
  }
}

/**
 * Reads the measures without the details, in a third of the time.
 *
 * @throws RangeError, or an error of zlib
 */
export function readMeasures(bits: BitReader, count: number): Measures[] {
  const { shapes, columns, texts } = readParts(bits, count)
  let row = 0
  return texts.map((text, i) => (shapes[i] === RAW ? unpackMeasures(text) : takeMeasures(columns, row++)))
}

function takeMeasures(columns: number[][], row: number): Measures {
  let units = 0
  for (let phase = FIRST_PHASE; phase < EXCESS; phase++) units += Math.max(0, columns[phase]![row]! - 1)
  return toMeasures(columns[ON_GRID]![row] === 1, columns[LATENESS]![row]!, units, columns[EXCESS]![row]!)
}

/** @throws RangeError, or an error of zlib */
export function readDetails(bits: BitReader, count: number): Uint8Array[] {
  const { shapes, columns, pingColumns, texts } = readParts(bits, count)
  let row = 0
  let pingRow = 0
  return texts.map((text, i) => {
    if (shapes[i] === RAW) return text.slice()
    takeNumbers(columns, row++)
    if (shapes[i] === NUMBERED) return join(text)
    takePing(pingColumns, pingRow++)
    return joinPing(text)
  })
}

/** Numbers of the current detail. All calls share them, because reading and writing are synchronous. */
const numbers = new Float64Array(DETAIL_NUMBERS)
/** Figures of the current ping: loss, minimum, average, maximum and jitter. */
const figures = new Float64Array(USUAL_OF_PING.length)

/** The lateness contains the bit of the grid. */
function addNumbers(columns: number[][]): void {
  columns[0]!.push(Math.floor(numbers[0]! / 2))
  for (let column = 1; column < DETAIL_NUMBERS; column++) columns[column]!.push(numbers[column]!)
  columns[ON_GRID]!.push(numbers[0]! % 2)
}

function takeNumbers(columns: number[][], row: number): void {
  numbers[0] = columns[0]![row]! * 2 + columns[ON_GRID]![row]!
  for (let column = 1; column < DETAIL_NUMBERS; column++) numbers[column] = columns[column]![row]!
}

/** Adds the times as distances: they are close to each other, and the average is close to the first-byte phase. */
function addPing(columns: number[][]): void {
  const [loss = 0, min = 0, average = 0, max = 0, jitter = 0] = figures
  const distances = [loss, average - min, average - numbers[FIRST_BYTE]! + 1, max - average, jitter]
  columns.forEach((column, i) => {
    column.push(distances[i]!)
  })
}

function takePing(columns: number[][], row: number): void {
  const [loss = 0, toMin = 0, toAverage = 0, toMax = 0, jitter = 0] = columns.map((column) => column[row]!)
  const average = numbers[FIRST_BYTE]! - 1 + toAverage
  figures.set([loss, average - toMin, average, average + toMax, jitter])
}

const RAW_END = -1

/** @returns the end of the numbers; `RAW_END` when the detail does not begin with all of them in their shortest form */
function parseNumbers(detail: Uint8Array): number {
  let at = 0
  for (let column = 0; column < DETAIL_NUMBERS; column++) {
    const start = at
    let value = 0
    let byte = 0x80
    for (let scale = 1; byte >= 0x80; scale *= 128) {
      if (at === detail.length || at - start === MAX_NUMBER_BYTES) return RAW_END
      byte = detail[at++]!
      value += (byte & 0x7f) * scale
    }
    if (byte === 0 && at - start > 1) return RAW_END
    numbers[column] = value
  }
  return at
}

/**
 * @param extrasStart offset of the length of the address
 * @returns the start of the figures; null when the extras are no ping with times in multiples of 10 µs
 */
function parsePing(detail: Uint8Array, extrasStart: number): number | null {
  const start = extrasStart + 1 + (detail[extrasStart] ?? 0)
  if (detail.length !== start + PING_BYTES || detail[start] !== PING) return null
  const view = new DataView(detail.buffer, detail.byteOffset + start, PING_BYTES)
  figures[0] = view.getUint16(1, true)
  for (let time = 0; time < 4; time++) {
    const ms = view.getFloat32(3 + 4 * time, true)
    // The absolute value excludes negative numbers, also a negative zero
    const units = Math.abs(Math.round(ms * UNITS_PER_MS))
    if (!(units < MAX_UNITS && Object.is(Math.fround(units / UNITS_PER_MS), ms))) return null
    figures[1 + time] = units
  }
  return start
}

const scratch = new Uint8Array(DETAIL_NUMBERS * (MAX_NUMBER_BYTES + 1))

/** @param figureBytes bytes left free after the text */
function join(text: Uint8Array, figureBytes = 0): Uint8Array {
  let end = 0
  for (const number of numbers) {
    let rest = number
    for (; rest >= 128; rest = Math.floor(rest / 128)) scratch[end++] = (rest % 128) | 0x80
    scratch[end++] = rest
  }
  const detail = new Uint8Array(end + text.length + figureBytes)
  for (let i = 0; i < end; i++) detail[i] = scratch[i]!
  detail.set(text, end)
  return detail
}

function joinPing(text: Uint8Array): Uint8Array {
  const detail = join(text, PING_BYTES)
  const view = new DataView(detail.buffer, detail.length - PING_BYTES)
  view.setUint8(0, PING)
  view.setUint16(1, figures[0]!, true)
  for (let time = 0; time < 4; time++) view.setFloat32(3 + 4 * time, figures[1 + time]! / UNITS_PER_MS, true)
  return detail
}
