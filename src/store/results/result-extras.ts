/**
 * Extra values of some check types in packed form. The first byte is the kind. Ping figures are numbers of fixed size,
 * DNS answers are JSON.
 */
import type { DnsAnswers, StoredExtras } from '../../core/results/verdict.ts'

const PING = 1
const DNS = 2

/**
 * Layout of a ping: the kind, the loss in 0.01 % (16 bits), then four times in ms (32 bits each). A ping without
 * answers ends after the loss.
 */
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
    packed.writeFloatLE(roundUnits(roundTrip.minMs), 3)
    packed.writeFloatLE(roundUnits(roundTrip.avgMs), 7)
    packed.writeFloatLE(roundUnits(roundTrip.maxMs), 11)
    packed.writeFloatLE(roundUnits(roundTrip.jitterMs), 15)
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

/** Rounds to 10 µs, like all measured values. Rounded times are shorter in a block. */
const roundUnits = (ms: number): number => Math.round(ms * 100) / 100

/** `["A", "192.0.2.7", …]` for each record type. */
const toTuples = (answers: readonly DnsAnswers[]): string[][] =>
  answers.map(({ recordType, values }) => [recordType, ...values])

const toAnswers = (tuples: string[][]): DnsAnswers[] =>
  tuples.map(([recordType = '', ...values]) => ({ recordType, values }))
