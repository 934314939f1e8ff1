import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import type { StoredExtras } from '../../src/core/results/verdict.ts'
import type { IpFamily } from '../../src/net/dns/resolver.ts'
import { createIcmp } from '../../src/net/icmp/icmp.ts'
import type { Libc } from '../../src/net/icmp/libc.ts'
import { findCapabilities } from '../../src/probe/server/capabilities.ts'
import { type IcmpSettings, judgePing, type PingObservation } from '../../src/probers/icmp.ts'
import { PROBERS } from '../../src/probers/index.ts'
import { startDnsServer, toARecord } from '../support/targets/targets.ts'
import { check, makeTools, verdictOf } from './check.ts'

const UP = ['up', null, null]

/** Returns why this machine cannot send pings; false when it can. */
async function whyNot(family: IpFamily): Promise<string | false> {
  const icmp = createIcmp()
  const refusal = await icmp.findRefusal(family)
  icmp.close()
  return refusal ?? false
}
const skip: Record<IpFamily, string | false> = { 4: await whyNot(4), 6: await whyNot(6) }

for (const [family, address] of [
  [4, '127.0.0.1'],
  [6, '::1'],
] as const)
  test(`IPv${family}: a host that answers is up, with its packet loss and round-trip times`, {
    skip: skip[family],
  }, async (t) => {
    const outcome = await check(t, address, { type: 'ICMP' })
    assert.deepEqual([...verdictOf(outcome), outcome.remoteAddress], [...UP, address])
    const { packetLossPercent, roundTrip } = outcome.extras as Extract<StoredExtras, { kind: 'ping' }>
    assert.equal(packetLossPercent, 0)
    const { minMs, avgMs, maxMs, jitterMs } = roundTrip!
    assert.ok(minMs > 0 && minMs <= avgMs && avgMs <= maxMs && jitterMs >= 0)
    assert.equal(outcome.responseTimeMs, avgMs)
  })

test('packets of the smallest and the largest size are answered', { skip: skip[4] }, async (t) => {
  for (const packetSize of [8, 9, 1_400])
    assert.deepEqual(verdictOf(await check(t, '127.0.0.1', { type: 'ICMP', settings: { packetSize } })), UP)
})

test('a thousand concurrent pings of different sizes and TTLs receive their own answers', {
  skip: skip[4],
}, async (t) => {
  const tools = makeTools(t)
  const outcomes = await Promise.all(
    Array.from({ length: 1_000 }, (_, i) => {
      const settings = { packetCount: 3, packetSize: 8 + i, ttl: 1 + (i % 255) }
      return check(t, `127.0.${i % 100}.1`, { type: 'ICMP', settings, tools })
    }),
  )
  assert.deepEqual(new Set(outcomes.map(({ errorMessage }) => errorMessage)), new Set([null]))
  assert.equal(outcomes[42]!.remoteAddress, '127.0.42.1')
})

test('a name is resolved first, and the lookup is part of the response time', { skip: skip[4] }, async (t) => {
  const { address } = await startDnsServer(t, ({ name, type }) => ({
    answers: type === 'A' ? [toARecord(name, '127.0.0.1')] : [],
  }))
  const outcome = await check(t, 'host.example', { type: 'ICMP', tools: makeTools(t, { dnsServers: [address] }) })
  assert.deepEqual(verdictOf(outcome), UP)
  const { dnsMs, firstByteMs } = outcome.timings
  assert.equal(outcome.responseTimeMs, dnsMs! + firstByteMs!)
})

test('an IPv4-mapped IPv6 address is pinged as IPv4', { skip: skip[4] }, async (t) => {
  const outcome = await check(t, '::ffff:127.0.0.1', { type: 'ICMP' })
  assert.deepEqual([...verdictOf(outcome), outcome.remoteAddress], [...UP, '127.0.0.1'])
})

test('a ping that this machine may not send is inconclusive', { skip: skip[4] }, async (t) => {
  // The broadcast address of the loopback network, which the prober cannot recognize in advance
  const outcome = await check(t, '127.255.255.255', { type: 'ICMP' })
  assert.deepEqual(verdictOf(outcome), ['inconclusive', null, 'ping 127.255.255.255: EACCES'])
})

const MANY_HOSTS: [address: string, kind: string][] = [
  ['0.0.0.0', 'an unspecified address'],
  ['::', 'an unspecified address'],
  ['::ffff:0.0.0.0', 'an unspecified address'],
  ['255.255.255.255', 'a broadcast address'],
  ['224.0.0.1', 'a multicast address'],
  ['239.255.255.250', 'a multicast address'],
  ['0.255.0.1', 'an unspecified address'],
  ['ff02::1', 'a multicast address'],
]

for (const [address, kind] of MANY_HOSTS)
  test(`${address} is refused because it is not the address of a single host`, async (t) => {
    const egress = createEgressPolicy({ mode: 'any' })
    const refusal = `must be the address of a single host, not ${kind}`
    assert.equal(PROBERS.ICMP.refuseTarget(address, egress), refusal)
    assert.equal(PROBERS.ICMP.refuseTarget('192.0.2.7', egress), null)
    const outcome = await check(t, address, { type: 'ICMP' })
    assert.deepEqual([outcome.status, outcome.errorType], ['down', 'connection_error'])
    assert.match(outcome.errorMessage!, new RegExp(`: ${kind} is not the address of a single host$`))
  })

test('an address that the egress policy refuses is not pinged', async (t) => {
  const tools = makeTools(t, { egress: createEgressPolicy({ mode: 'public' }) })
  const message = 'ping 127.0.0.1: refused by the egress policy, a loopback address'
  const outcome = await check(t, '127.0.0.1', { type: 'ICMP', tools })
  assert.deepEqual(verdictOf(outcome), ['down', 'connection_error', message])
})

/** A system that cannot open the socket. */
const locked = (error: string) => createIcmp(async () => ({ openSocket: () => error }) as unknown as Libc)

test('a check is inconclusive with advice when the probe may not send pings', async (t) => {
  const tools = { ...makeTools(t), icmp: locked('EPERM') }
  const outcome = await check(t, '192.0.2.7', { type: 'ICMP', tools })
  assert.equal(outcome.status, 'inconclusive')
  assert.match(outcome.errorMessage!, /^ping 192.0.2.7: no permission to send ICMP \(EPERM\): .*ping_group_range/)
  assert.equal((await findCapabilities(tools.icmp)).icmp, false)
  assert.equal((await findCapabilities(locked('EAFNOSUPPORT'))).icmp, false)
  assert.equal((await findCapabilities(createIcmp(async () => 'no library'))).icmp, false)
})

test('a probe that may send pings reports the capability', { skip: skip[4] }, async (t) => {
  assert.equal((await findCapabilities(makeTools(t).icmp)).icmp, true)
})

const SETTINGS: IcmpSettings = { packetCount: 3, packetSize: 56, timeoutMs: 2_000, ttl: 64, maxPacketLossPercent: 50 }
const unreachable = { error: { code: 'EHOSTUNREACH', message: 'host unreachable' }, by: '192.0.2.1' }

function judged(sent: number, answered: number, maxPacketLossPercent: number, error: typeof unreachable | null = null) {
  const ping = { sent, roundTripsMs: Array<number>(answered).fill(1), error, systemError: null }
  const observation = { failure: null, ping, remoteAddress: '192.0.2.7' } as PingObservation
  const { status, errorType, errorMessage } = judgePing(observation, { ...SETTINGS, maxPacketLossPercent })
  return [status, errorType, errorMessage]
}

test('packet loss up to the limit is accepted, and more is a timeout', () => {
  assert.deepEqual(judged(3, 2, 50), UP)
  assert.deepEqual(judged(2, 1, 50), UP)
  assert.deepEqual(judged(3, 1, 50), [
    'down',
    'timeout',
    'ping 192.0.2.7: 2 of 3 packets lost, 66.67 %, where 50 % are allowed',
  ])
  assert.deepEqual(judged(10, 9, 0), [
    'down',
    'timeout',
    'ping 192.0.2.7: 1 of 10 packets lost, 10 %, where 0 % are allowed',
  ])
  assert.equal(judged(10, 0, 99)[1], 'timeout')
  assert.deepEqual(judged(10, 1, 99), UP)
})

test('packet loss explained by a router is a connection_error with its reason, unless it is within the limit', () => {
  const message = 'ping 192.0.2.7: EHOSTUNREACH, host unreachable, reported by 192.0.2.1; 3 of 3 packets lost, 100 %'
  assert.deepEqual(judged(3, 0, 50, unreachable), ['down', 'connection_error', message])
  assert.deepEqual(judged(3, 2, 50, unreachable), UP)
})
