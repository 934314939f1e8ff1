import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProbeError } from '../../../src/core/results/verdict.ts'
import { Deadline } from '../../../src/net/connection/deadline.ts'
import type { IpFamily } from '../../../src/net/dns/resolver.ts'
import { createIcmp } from '../../../src/net/icmp/icmp.ts'
import type { Libc, Received } from '../../../src/net/icmp/libc.ts'
import { virtualTime } from '../virtual-time.ts'

const AF_INET = 2
const V4 = 10
const V6 = 11
const EMPTY = Buffer.alloc(0)

/** A system that receives a packet only when a test provides one, and records its calls. */
function createSystem() {
  const sent: { socket: number; packet: Buffer }[] = []
  const incoming: Received[] = []
  /** Times of the reads of the IPv4 socket. */
  const reads: number[] = []
  const closed: number[] = []
  const opened: number[] = []
  const libc: Libc = {
    openSocket: (domain) => {
      opened.push(domain === AF_INET ? V4 : V6)
      return opened.at(-1)!
    },
    setOption: () => null,
    send: (socket, packet) => {
      sent.push({ socket, packet })
      return null
    },
    receive: (socket, flags) => {
      if (socket === V4 && flags === 0) reads.push(performance.now())
      return socket === V4 && incoming.length > 0 ? incoming.splice(0) : 'EAGAIN'
    },
    close: (socket) => void closed.push(socket),
  }
  return { icmp: createIcmp(async () => libc), sent, incoming, reads, closed, opened }
}

const planOf = (family: IpFamily) => ({
  address: family === 4 ? '192.0.2.7' : '2001:db8::7',
  family,
  packets: 1,
  packetBytes: 8,
  replyTimeoutMs: 40,
  ttl: 64,
})

/** Ends when the reply is no longer awaited. A busy machine may be stalled in the meantime, and reports it. */
async function ping({ icmp }: ReturnType<typeof createSystem>, family: IpFamily, replyTimeoutMs = 40): Promise<void> {
  const deadline = new Deadline(60_000)
  try {
    await icmp.ping({ ...planOf(family), replyTimeoutMs }, deadline)
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error
  } finally {
    deadline.clear()
  }
}

/** The reply of the target to a request. */
function reply(request: Buffer, ageMs: number): Received {
  const packet = Buffer.from(request)
  packet[0] = 0
  return { packet, from: Buffer.from([AF_INET, 0, 0, 0, 192, 0, 2, 7, ...Buffer.alloc(8)]), control: EMPTY, ageMs }
}

test('pings of each family use a socket of the family, and both are closed', async () => {
  const system = createSystem()
  await Promise.all([ping(system, 4), ping(system, 6)])
  assert.deepEqual(
    system.sent.map(({ socket }) => socket),
    [V4, V6],
  )
  system.icmp.close()
  assert.deepEqual(system.closed, [V4, V6, V4, V6], 'a ping without a reply has replaced its socket')
})

test('a reply is read soon after the request, and its round trip ends when it reached this machine', async (t) => {
  const time = virtualTime(t)
  const system = createSystem()
  const deadline = new Deadline(60_000)
  t.after(() => deadline.clear())
  const report = system.icmp.ping(planOf(4), deadline)
  await time.pass(1)
  time.stall(30)
  system.incoming.push(reply(system.sent[0]!.packet, 29.5))
  const { roundTripsMs } = await time.passUntil(report)
  assert.equal(Math.round(roundTripsMs[0]! * 100) / 100, 1.5)
})

test('an age that the clock cannot have measured is ignored', async (t) => {
  const time = virtualTime(t)
  const system = createSystem()
  const deadline = new Deadline(60_000)
  t.after(() => deadline.clear())
  for (const ageMs of [3_600_000, -3_600_000]) {
    const sentCount = system.sent.length
    const report = system.icmp.ping(planOf(4), deadline)
    await time.pass(1)
    system.incoming.push(reply(system.sent[sentCount]!.packet, ageMs))
    const { roundTripsMs } = await time.passUntil(report)
    assert.equal(Math.round(roundTripsMs[0]!), 2)
  }
})

test('the longer a ping waits, the fewer reads it causes, and a new ping is read soon again', async (t) => {
  const time = virtualTime(t)
  const system = createSystem()
  const lost = ping(system, 4, 5_000)
  await time.pass(4_000)
  const count = system.reads.length
  assert.ok(count < 120, `${count} reads`)
  const startedAt = performance.now()
  void ping(system, 4, 5_000)
  await time.pass(2)
  assert.equal(system.reads.length, count + 1)
  assert.equal(Math.round(system.reads.at(-1)! - startedAt), 2)
  await time.passUntil(lost)
  await time.pass(5_000)
  const idle = system.reads.length
  await time.pass(1_000)
  assert.equal(system.reads.length, idle, 'no ping waits any more')
})

test('a ping without a reply replaces its socket after its last ping, so that the next ping has another id', async (t) => {
  const time = virtualTime(t)
  const system = createSystem()
  const deadline = new Deadline(60_000)
  t.after(() => deadline.clear())
  const lost = system.icmp.ping(planOf(4), deadline)
  const longer = system.icmp.ping({ ...planOf(4), replyTimeoutMs: 400 }, deadline)
  assert.equal((await time.passUntil(lost)).roundTripsMs.length, 0)
  assert.deepEqual([system.opened, system.closed], [[V4, V6, V4], []], 'the other ping still waits')
  await time.passUntil(longer)
  assert.deepEqual(system.closed, [V4])
  const answered = system.icmp.ping(planOf(4), deadline)
  await time.pass(1)
  system.incoming.push(reply(system.sent.at(-1)!.packet, 0))
  assert.equal((await time.passUntil(answered)).roundTripsMs.length, 1)
  assert.deepEqual([system.opened.length, system.closed.length], [3, 1], 'an answered ping keeps its socket')
})
