/**
 * Measured values of one check in packed form. The database has one for every check, so every byte counts.
 *
 * Layout; all numbers are varints (7 bits a byte, low bits first):
 *
 * - lateness in 0.1 ms, doubled, plus 1 when on the grid.
 * - the five phases in 10 µs, plus 1; 0 for a phase that did not occur.
 * - the response time minus the sum of the phases, in 10 µs, plus 1; 0 when nothing was measured.
 * - the status code: 1 for 200, 0 for none, otherwise the code itself.
 * - the address: 4 or 16 bytes, or none.
 *
 * A 2 in place of the status code means that extras follow and that there is no code. The extras part consists of the
 * length of the address, the address and the extras.
 *
 * Extra values of some check types in packed form. The first byte is the kind. Ping figures are numbers of fixed size,
 * DNS answers are JSON.
 */
import ipaddr from 'ipaddr.js'
import { BoundedMap, getOrCreate } from '../../core/platform/maps.ts'
import type { CheckOutcome, DnsAnswers, OptionalParts, StoredExtras, Verdict } from '../../core/results/verdict.ts'

/** The status code is null when there are extras. */
export interface ResultDetail extends Omit<CheckOutcome, keyof Verdict>, Pick<OptionalParts, 'extras'> {
  onGrid: boolean
  latenessMs: number
}

const LATENESS_UNITS_PER_MS = 10
const UNITS_PER_MS = 100
const PHASES = ['dnsMs', 'connectMs', 'tlsMs', 'firstByteMs', 'downloadMs'] as const

/**
 * Buffer for packing. It is longer than any detail without extras: 8 numbers of at most 5 bytes and an address with its
 * length.
 */
const scratch = new Uint8Array(64)

export function packDetail(detail: ResultDetail): Uint8Array {
  let end = 0
  const write = (value: number) => {
    let rest = value
    while (rest >= 128) {
      scratch[end++] = (rest % 128) | 0x80
      rest = Math.floor(rest / 128)
    }
    scratch[end++] = rest
  }
  const late = Math.max(0, Math.round(detail.latenessMs * LATENESS_UNITS_PER_MS))
  write(late * 2 + (detail.onGrid ? 1 : 0))
  let sum = 0
  for (const phase of PHASES) {
    const units = toUnits(detail.timings[phase])
    sum += Math.max(0, units - 1)
    write(units)
  }
  write(detail.responseTimeMs === null ? 0 : Math.max(0, toUnits(detail.responseTimeMs) - 1 - sum) + 1)
  write(
    detail.extras ? EXTRAS_FOLLOW : detail.statusCode === null ? 0 : detail.statusCode === 200 ? 1 : detail.statusCode,
  )
  if (detail.extras) return withExtras(detail.extras, detail.remoteAddress, end)
  end = writeAddress(detail.remoteAddress, end)
  return scratch.slice(0, end)
}

/** Value in place of the status code when extras follow. */
const EXTRAS_FOLLOW = 2

/** @param start first unused byte of the scratch buffer */
function withExtras(extras: StoredExtras, address: string | null, start: number): Uint8Array {
  const end = writeAddress(address, start + 1)
  scratch[start] = end - start - 1
  return new Uint8Array(Buffer.concat([scratch.subarray(0, end), packExtras(extras)]))
}

const toUnits = (ms: number | null): number => (ms === null ? 0 : Math.max(0, Math.round(ms * UNITS_PER_MS)) + 1)

/**
 * Maximum number of cached addresses. A monitor uses the same few addresses all its life, and parsing one costs more
 * than the rest of the packing.
 */
const ADDRESS_CACHE = 10_000
const packedAddresses = new BoundedMap<string, Uint8Array>(ADDRESS_CACHE)

const packAddress = (address: string): Uint8Array =>
  ipaddr.isValid(address) ? Uint8Array.from(ipaddr.parse(address).toByteArray()) : new Uint8Array()

function writeAddress(address: string | null, end: number): number {
  if (address === null) return end
  const bytes = getOrCreate(packedAddresses, address, packAddress)
  scratch.set(bytes, end)
  return end + bytes.length
}

/** The fields that rollups need. The other fields are not decoded. */
export type Measures = Pick<ResultDetail, 'onGrid' | 'latenessMs' | 'responseTimeMs'>

/** Offset of the next number. All calls share it, because unpacking is synchronous. */
let at = 0

/** Maximum length of a number: longer than any stored number, and still exact. */
const MAX_NUMBER_BYTES = 7

/**
 * Reads the next number. Returns NaN when the bytes contain no complete number; calculations with it are then NaN too.
 */
function readNumber(packed: Uint8Array): number {
  let value = 0
  const end = Math.min(packed.length, at + MAX_NUMBER_BYTES)
  for (let shift = 1; at < end; shift *= 128) {
    const byte = packed[at++]!
    value += (byte & 0x7f) * shift
    if (byte < 0x80) return value
  }
  return Number.NaN
}

/** Replaces the values of a damaged row, so that the rest of the rows can still be shown. */
const UNKNOWN: Measures = { onGrid: false, latenessMs: 0, responseTimeMs: null }

export function unpackMeasures(packed: Uint8Array): Measures {
  at = 0
  const late = readNumber(packed)
  let units = 0
  for (let phase = 0; phase < PHASES.length; phase++) units += Math.max(0, readNumber(packed) - 1)
  const excess = readNumber(packed)
  return Number.isNaN(late + units + excess) ? UNKNOWN : toMeasures(late % 2 === 1, Math.floor(late / 2), units, excess)
}

/**
 * Converts the numbers of a detail.
 *
 * @param late in 0.1 ms
 * @param units sum of the phases, in 10 µs
 * @param excess response time minus `units`, plus 1; 0 when nothing was measured
 */
export const toMeasures = (onGrid: boolean, late: number, units: number, excess: number): Measures => ({
  onGrid,
  latenessMs: late / LATENESS_UNITS_PER_MS,
  responseTimeMs: excess === 0 ? null : (units + excess - 1) / UNITS_PER_MS,
})

export function unpackDetail(packed: Uint8Array): ResultDetail {
  const measures = unpackMeasures(packed)
  if (measures === UNKNOWN) return DAMAGED_DETAIL
  at = 0
  readNumber(packed) // Lateness
  const phase = (): number | null => {
    const units = readNumber(packed)
    return units === 0 ? null : (units - 1) / UNITS_PER_MS
  }
  const timings = {
    dnsMs: phase(),
    connectMs: phase(),
    tlsMs: phase(),
    firstByteMs: phase(),
    downloadMs: phase(),
  }
  readNumber(packed) // Response time
  const code = readNumber(packed)
  if (code === EXTRAS_FOLLOW) return { ...measures, timings, statusCode: null, ...readExtras(packed.subarray(at)) }
  const statusCode = code === 1 ? 200 : code > 0 ? code : null
  return { ...measures, timings, statusCode, remoteAddress: readAddress(packed.subarray(at)) }
}

const DAMAGED_DETAIL: ResultDetail = {
  ...UNKNOWN,
  timings: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null },
  statusCode: null,
  remoteAddress: null,
}

function readAddress(bytes: Uint8Array): string | null {
  return bytes.length === 4 || bytes.length === 16 ? ipaddr.fromByteArray(Array.from(bytes)).toString() : null
}

function readExtras(bytes: Uint8Array): Pick<ResultDetail, 'remoteAddress' | 'extras'> {
  const end = 1 + (bytes[0] ?? 0)
  const remoteAddress = readAddress(bytes.subarray(1, end))
  try {
    return { remoteAddress, extras: unpackExtras(bytes.subarray(end)) }
  } catch {
    return { remoteAddress } // Damaged, as the rest of such a row
  }
}

const PING = 1
const DNS = 2

/**
 * Layout of a ping: the kind, the loss in 0.01 % (16 bits), then four times in ms (32 bits each). A ping without
 * answers ends after the loss.
 */
const LOSS_UNITS_PER_PERCENT = 100
const PING_BYTES = 3
const FULL_PING_BYTES = PING_BYTES + 4 * 4

function packExtras(extras: StoredExtras): Buffer {
  if (extras.kind === 'dns')
    return Buffer.concat([Buffer.of(DNS), Buffer.from(JSON.stringify(toTuples(extras.answers)))])
  const { packetLossPercent, roundTrip } = extras
  const packed = Buffer.alloc(roundTrip ? FULL_PING_BYTES : PING_BYTES)
  packed[0] = PING
  packed.writeUInt16LE(Math.round(packetLossPercent * LOSS_UNITS_PER_PERCENT), 1)
  if (roundTrip) {
    packed.writeFloatLE(roundUnits(roundTrip.minMs), 3)
    packed.writeFloatLE(roundUnits(roundTrip.avgMs), 7)
    packed.writeFloatLE(roundUnits(roundTrip.maxMs), 11)
    packed.writeFloatLE(roundUnits(roundTrip.jitterMs), 15)
  }
  return packed
}

function unpackExtras(bytes: Uint8Array): StoredExtras {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (packed[0] === DNS) return { kind: 'dns', answers: toAnswers(JSON.parse(packed.toString('utf8', 1))) }
  return {
    kind: 'ping',
    packetLossPercent: packed.readUInt16LE(1) / LOSS_UNITS_PER_PERCENT,
    roundTrip:
      packed.length < FULL_PING_BYTES
        ? null
        : {
            minMs: roundUnits(packed.readFloatLE(3)),
            avgMs: roundUnits(packed.readFloatLE(7)),
            maxMs: roundUnits(packed.readFloatLE(11)),
            jitterMs: roundUnits(packed.readFloatLE(15)),
          },
  }
}

/** Rounds to 10 µs, like all measured values. Rounded times are shorter in a block. */
const roundUnits = (ms: number): number => Math.round(ms * 100) / 100

/** `["A", "192.0.2.7", …]` for each record type. */
const toTuples = (answers: readonly DnsAnswers[]): string[][] =>
  answers.map(({ recordType, values }) => [recordType, ...values])

const toAnswers = (tuples: string[][]): DnsAnswers[] =>
  tuples.map(([recordType = '', ...values]) => ({ recordType, values }))
