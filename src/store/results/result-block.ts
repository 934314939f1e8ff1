/**
 * A block: the results of one monitor, region and hour in a few hundred bytes. Every stored row survives byte for byte.
 *
 * Layout:
 *
 * - the version, 1 byte.
 * - CRC-32 of everything else and the start of the hour, 4 bytes.
 * - bits: number of rows, first due time, then the columns; see `block-columns.ts`, `block-columns.ts` and
 *   `block-details.ts`.
 */
import { crc32 } from 'node:zlib'
import { BitReader, BitWriter } from '../../core/platform/bit-stream.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { decodeSigned, encodeSigned, readColumn, readTexts, writeColumn, writeTexts } from './block-columns.ts'
import { readDetails, readMeasures, writeDetails } from './block-details.ts'
import type { Measures } from './result-detail.ts'

/** A row of `results` without its monitor and region. */
export interface BlockRow {
  scheduledAt: number
  kind: number
  status: number
  detail: Uint8Array
  error: string | null
}

export class DamagedBlockError extends Error {
  override readonly name = 'DamagedBlockError'
}

const VERSION = 1
const HEADER_BYTES = 5

/** More rows than an hour has, and few enough for the memory when a damaged block claims them. */
const MAX_ROWS = 2 ** 20

/** Usual distance of two rows, ms. */
const USUAL_STEP_MS = 60_000
/** Index of `check` in `RESULT_KINDS`. */
const USUAL_KIND = 0
/** Index of `up` in `STORED_STATUSES`. */
const USUAL_STATUS = 1
const NO_ERROR = 0
const HAS_ERROR = 1

/**
 * @param rows in any order; no two have the same time and kind
 * @param startsAt start of the hour
 */
export function encodeBlock(rows: readonly BlockRow[], startsAt: UnixMs): Uint8Array {
  if (rows.length > MAX_ROWS) throw new RangeError(`a block has at most ${MAX_ROWS} rows, not ${rows.length}`)
  const bits = new BitWriter()
  bits.writeBytes(new Uint8Array(HEADER_BYTES))
  writeRows(
    bits,
    rows.toSorted((a, b) => a.scheduledAt - b.scheduledAt || a.kind - b.kind),
    startsAt,
  )
  const block = bits.finish()
  block[0] = VERSION
  viewOf(block).setUint32(1, computeChecksum(block, startsAt))
  return block
}

/** The measures of a row. */
interface BlockMeasure extends Pick<BlockRow, 'scheduledAt' | 'status'>, Measures {}

/**
 * Returns the rows by time and kind.
 *
 * @throws DamagedBlockError
 */
export const decodeBlock = (bytes: Uint8Array, startsAt: number): BlockRow[] => decode(bytes, startsAt, readRows)

/**
 * Returns only the measures of the rows, which takes less time.
 *
 * @throws DamagedBlockError
 */
export const decodeMeasures = (bytes: Uint8Array, startsAt: number): BlockMeasure[] =>
  decode(bytes, startsAt, readMeasuredRows)

function decode<Row>(bytes: Uint8Array, startsAt: number, read: (bits: BitReader, startsAt: number) => Row[]): Row[] {
  if (bytes[0] !== VERSION || bytes.length < HEADER_BYTES)
    throw new DamagedBlockError(`unknown version ${bytes[0]} of a block`)
  if (viewOf(bytes).getUint32(1) !== computeChecksum(bytes, startsAt))
    throw new DamagedBlockError('wrong checksum of a block')
  try {
    return read(new BitReader(bytes.subarray(HEADER_BYTES)), startsAt)
  } catch (error) {
    throw new DamagedBlockError('wrong layout of a block', { cause: error })
  }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

/** The start of the hour makes a block that is stored under another hour a damaged one. */
const computeChecksum = (block: Uint8Array, startsAt: number): number =>
  crc32(block.subarray(HEADER_BYTES), crc32(String(startsAt)))

function writeRows(bits: BitWriter, rows: readonly BlockRow[], startsAt: number): void {
  const column = (getValue: (row: BlockRow) => number, usual: number): void =>
    writeColumn(bits, rows.map(getValue), usual)
  const errors = rows.map(({ error }) => error).filter((error) => error !== null)
  const steps = rows.slice(1).map(({ scheduledAt }, i) => scheduledAt - rows[i]!.scheduledAt)
  bits.writeNumber(rows.length)
  bits.writeNumber(encodeSigned((rows[0]?.scheduledAt ?? startsAt) - startsAt))
  writeColumn(bits, steps, USUAL_STEP_MS)
  column(({ kind }) => kind, USUAL_KIND)
  column(({ status }) => status, USUAL_STATUS)
  column(({ error }) => (error === null ? NO_ERROR : HAS_ERROR), NO_ERROR)
  writeTexts(
    bits,
    errors.map((error) => Buffer.from(error)),
  )
  writeDetails(
    bits,
    rows.map(({ detail }) => detail),
  )
}

/** Reads the columns before the details. @throws RangeError, or an error of zlib */
function readColumns(bits: BitReader, startsAt: number) {
  const count = bits.readNumber()
  if (count > MAX_ROWS) throw new RangeError(`${count} rows`)
  let scheduledAt = startsAt + decodeSigned(bits.readNumber())
  const steps = readColumn(bits, Math.max(0, count - 1), USUAL_STEP_MS)
  const times = count === 0 ? [] : [scheduledAt, ...steps.map((step) => (scheduledAt += step))]
  const kinds = readColumn(bits, count, USUAL_KIND)
  const statuses = readColumn(bits, count, USUAL_STATUS)
  const errorFlags = readColumn(bits, count, NO_ERROR)
  const errors = readTexts(bits, errorFlags.filter((flag) => flag === HAS_ERROR).length)
  return { times, kinds, statuses, errorFlags, errors }
}

/** @throws RangeError, or an error of zlib */
function readRows(bits: BitReader, startsAt: number): BlockRow[] {
  const { times, kinds, statuses, errorFlags, errors } = readColumns(bits, startsAt)
  const error = errors.values()
  return readDetails(bits, times.length).map((detail, row) => ({
    scheduledAt: times[row]!,
    kind: kinds[row]!,
    status: statuses[row]!,
    detail,
    error: errorFlags[row] === HAS_ERROR ? Buffer.from(error.next().value!).toString() : null,
  }))
}

/** @throws RangeError, or an error of zlib */
function readMeasuredRows(bits: BitReader, startsAt: number): BlockMeasure[] {
  const { times, statuses } = readColumns(bits, startsAt)
  return readMeasures(bits, times.length).map((measures, row) => ({
    scheduledAt: times[row]!,
    status: statuses[row]!,
    ...measures,
  }))
}
