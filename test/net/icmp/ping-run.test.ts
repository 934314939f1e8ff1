import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CheckPhase } from '../../../src/core/results/trace-step.ts'
import { ProbeError } from '../../../src/core/results/verdict.ts'
import { Deadline } from '../../../src/net/connection/deadline.ts'
import type { EchoListener, EchoSender } from '../../../src/net/icmp/icmp-socket.ts'
import { type PingPlan, PingRun } from '../../../src/net/icmp/ping-run.ts'
import { virtualTime } from '../virtual-time.ts'

const PLAN: PingPlan = { address: '192.0.2.7', family: 4, packets: 3, packetBytes: 56, replyTimeoutMs: 60, ttl: 64 }

/** Fate of the packet with this number, counted from 0. */
type Fate = (number: number, waiter: EchoListener) => string | undefined

/** A network that handles every packet as configured. */
class Network implements EchoSender {
  readonly sentAt: number[] = []
  /** Sequence numbers that are still awaited. */
  readonly awaited = new Set<number>()
  onDrain = (): void => {}
  /** Time passes while this process does nothing. */
  stall = (_ms: number): void => {}
  private readonly fate: Fate

  constructor(fate: Fate) {
    this.fate = fate
  }

  send(waiter: EchoListener): number | string {
    const number = this.sentAt.length
    const error = this.fate(number, waiter)
    if (error !== undefined) return error
    this.sentAt.push(performance.now())
    this.awaited.add(number)
    return number
  }

  cancel(sequence: number): void {
    this.awaited.delete(sequence)
  }

  drain(): void {
    this.onDrain()
  }
}

function begin(t: TestContext, network: Network, over: Partial<PingPlan> = {}, timeoutMs = 10_000) {
  const deadline = new Deadline(timeoutMs)
  t.after(() => deadline.clear())
  return new PingRun(network, { ...PLAN, ...over }, deadline, () => {}).finish()
}

/** Uses simulated time, so that the load of this machine does not matter. */
function run(t: TestContext, network: Network, over: Partial<PingPlan> = {}, timeoutMs?: number) {
  const time = virtualTime(t)
  network.stall = time.stall
  return time.passUntil(begin(t, network, over, timeoutMs))
}

const answered: Fate = (number, waiter) => void setImmediate(() => waiter.onReply(number, 0))

test('a packet is sent as soon as the previous one is answered', async (t) => {
  const network = new Network(answered)
  const report = await run(t, network, { packets: 10, replyTimeoutMs: 5_000 })
  assert.deepEqual([report.sent, report.roundTripsMs.length, report.error], [10, 10, null])
  assert.ok(network.sentAt.at(-1)! - network.sentAt[0]! < 150, 'no packet waits for its pace')
  assert.equal(network.sentAt.length, 10)
})

test('every packet is reported when it is sent and when it is answered or lost', async (t) => {
  const phases: CheckPhase[] = []
  const fate: Fate = (number, waiter) => (number === 1 ? undefined : answered(number, waiter))
  await run(t, new Network(fate), { packets: 2, onPhase: (phase) => phases.push(phase) })
  const part = (number: number) => ({ kind: 'ping', subject: '192.0.2.7', number, count: 2 })
  assert.deepEqual(phases, [part(1), { ...part(1), error: null }, part(2), { ...part(2), error: 'no answer' }])
})

test('a packet without a reply is lost after its timeout, and later ones continue', async (t) => {
  const network = new Network((number, waiter) => (number === 1 ? undefined : answered(number, waiter)))
  const report = await run(t, network)
  assert.deepEqual([report.sent, report.roundTripsMs.length], [3, 2])
  assert.equal(network.awaited.has(1), false)
})

test('every packet is sent before the deadline, even when none is answered', async (t) => {
  const time = virtualTime(t)
  const startedAt = performance.now()
  const pinged = begin(t, new Network(() => undefined), { packets: 10, replyTimeoutMs: 30_000 }, 300)
  const report = await time.passUntil(pinged)
  assert.deepEqual([report.sent, report.roundTripsMs.length], [10, 0])
  const tookMs = Math.round(performance.now() - startedAt)
  assert.ok(tookMs >= 300 && tookMs < 310, `${tookMs} ms`)
})

test('a late timer delays one packet, and not the ones after it', async (t) => {
  const network: Network = new Network((number) => {
    // As long as the distance of several packets
    if (number === 2) network.stall(250)
    return undefined
  })
  const report = await run(t, network, { packets: 10, replyTimeoutMs: 30_000 }, 600)
  assert.equal(report.sent, 10)
})

test('a second packet does not wait for a slow reply to the first', async (t) => {
  const late: EchoListener[] = []
  const network = new Network((number, waiter) => {
    late.push(waiter)
    if (number === 2) for (const [sequence, each] of late.entries()) setImmediate(() => each.onReply(sequence, 0))
    return undefined
  })
  const report = await run(t, network, { replyTimeoutMs: 5_000 })
  assert.equal(report.roundTripsMs.length, 3)
  assert.ok(report.roundTripsMs[0]! >= 390, 'the first was answered after two paces')
})

test('a reply that has arrived by the deadline counts', async (t) => {
  const network = new Network((_, waiter) => {
    network.onDrain = () => waiter.onReply(0, 0)
    return undefined
  })
  const report = await run(t, network, { packets: 1 })
  assert.equal(report.roundTripsMs.length, 1)
})

test('an error from a router ends the wait for its packet, and is reported', async (t) => {
  const error = { code: 'EHOSTUNREACH', message: 'host unreachable' }
  const network = new Network((number, waiter) => void setImmediate(() => waiter.onError(number, error, '192.0.2.1')))
  const report = await run(t, network, { replyTimeoutMs: 5_000 })
  assert.deepEqual([report.sent, report.roundTripsMs, report.error], [3, [], { error, by: '192.0.2.1' }])
})

test('an error of this machine ends the ping at once', async (t) => {
  const report = await run(t, new Network(() => 'ENETUNREACH'))
  assert.deepEqual([report.sent, report.systemError], [0, 'ENETUNREACH'])
})

test('a full send buffer is tried again', async (t) => {
  let full = 3
  const time = virtualTime(t)
  const network = new Network((number, waiter) => (full-- > 0 ? 'EAGAIN' : answered(number, waiter)))
  const report = await time.passUntil(begin(t, network))
  assert.deepEqual([report.sent, report.roundTripsMs.length, report.systemError], [3, 3, null])
  const never = await time.passUntil(begin(t, new Network(() => 'EAGAIN'), {}, 50))
  assert.deepEqual([never.sent, never.systemError], [0, 'EAGAIN'])
})

test('a stalled process does not report lost packets', async (t) => {
  const network = new Network(() => undefined)
  const time = virtualTime(t)
  const report = begin(t, network, { packets: 1 })
  time.stall(1_200)
  await assert.rejects(time.passUntil(report), ProbeError)
  assert.equal(network.awaited.size, 0)
})
