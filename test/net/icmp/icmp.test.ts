import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProbeError } from '../../../src/core/results/verdict.ts'
import { Deadline } from '../../../src/net/connection/deadline.ts'
import type { IpFamily } from '../../../src/net/dns/resolver.ts'
import { createIcmp } from '../../../src/net/icmp/icmp.ts'
import type { Libc } from '../../../src/net/icmp/libc.ts'

const AF_INET = 2
const V4 = 10
const V6 = 11

/** A system that never receives packets, and records polled and closed sockets. */
function silentSystem() {
  const polls: { sockets: readonly number[]; done: () => void }[] = []
  const sent: number[] = []
  const closed: number[] = []
  const libc: Libc = {
    openSocket: (domain) => (domain === AF_INET ? V4 : V6),
    setOption: () => null,
    send: (socket) => {
      sent.push(socket)
      return null
    },
    receive: () => 'EAGAIN',
    poll: (sockets, _, done) => void polls.push({ sockets, done: () => done(null) }),
    close: (socket) => void closed.push(socket),
  }
  return { icmp: createIcmp(async () => libc), polls, sent, closed }
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
async function ping({ icmp }: ReturnType<typeof silentSystem>, family: IpFamily): Promise<void> {
  const deadline = new Deadline(60_000)
  try {
    await icmp.ping(planOf(family), deadline)
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error
  } finally {
    deadline.clear()
  }
}

test('one thread polls both families, so that a later ping gets its reply at once', async () => {
  const system = silentSystem()
  await Promise.all([ping(system, 4), ping(system, 6)])
  assert.deepEqual(system.sent, [V4, V6])
  assert.deepEqual(
    system.polls.map(({ sockets }) => sockets),
    [[V4, V6]],
  )
})

test('the thread is released when no ping waits any more', async () => {
  const system = silentSystem()
  await ping(system, 4)
  system.polls[0]!.done()
  assert.equal(system.polls.length, 1)
  await ping(system, 4)
  assert.equal(system.polls.length, 2)
})

test('sockets are closed, but not while the other thread polls them', async () => {
  const system = silentSystem()
  await ping(system, 4)
  system.icmp.close()
  assert.deepEqual(system.closed, [])
  system.polls[0]!.done()
  assert.deepEqual(system.closed, [V4, V6])
})

test('ten thousand pings of a dead host leave no waiter behind', async () => {
  const system = silentSystem()
  for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 1_000 }, () => ping(system, 4)))
  assert.equal(system.polls.length, 1)
  system.polls[0]!.done()
  assert.equal(system.polls.length, 1, 'the thread is not sent out again')
})
