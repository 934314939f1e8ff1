/**
 * What some types of checks add to a result, packed. The first byte says which: a ping's figures are numbers of fixed
 * size, answers of name servers are JSON.
 */
import type { DnsAnswers, StoredExtras } from '../../core/results/verdict.ts'

const PING = 1
const DNS = 2

/** Kind, then 0.01 % in 16 bits, then four times ms in 32. A ping without answers ends after the first number. */
const LOSS_UNITS_PER_PERCENT = 100
const PING_BYTES = 3
const FULL_PING_BYTES = PING_BYTES + 4 * 4

export function packExtras(extras: StoredExtras): Buffer {
  if (extras.kind === 'dns')
    return Buffer.concat([Buffer.of(DNS), Buffer.from(JSON.stringify(toTuples(extras.answers)))])
  const { packetLossPercent, roundTrip } = extras
  const packed = Buffer.alloc(roundTrip ? FULL_PING_BYTES : PING_BYTES)
  packed[0] = PING
  packed.writeUInt16LE(Math.round(packetLossPercent * LOSS_UNITS_PER_PERCENT), 1)
  if (roundTrip) {
    packed.writeFloatLE(roundTrip.minMs, 3)
    packed.writeFloatLE(roundTrip.avgMs, 7)
    packed.writeFloatLE(roundTrip.maxMs, 11)
    packed.writeFloatLE(roundTrip.jitterMs, 15)
  }
  return packed
}

export function unpackExtras(bytes: Uint8Array): StoredExtras {
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

/** To 10 µs, as everything that was measured. */
const roundUnits = (ms: number): number => Math.round(ms * 100) / 100

/** `["A", "192.0.2.7", …]` for each record type. */
const toTuples = (answers: readonly DnsAnswers[]): string[][] =>
  answers.map(({ recordType, values }) => [recordType, ...values])

const toAnswers = (tuples: string[][]): DnsAnswers[] =>
  tuples.map(([recordType = '', ...values]) => ({ recordType, values }))
