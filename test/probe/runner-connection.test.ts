/** Attribution of failures: the runner with targets, name servers and witnesses in one network that the test cuts. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Assignment, CheckResult } from '../../src/core/probes/protocol.ts'
import type { ProberOutcome } from '../../src/probers/run-check.ts'
import { FakeNetwork } from './fake-network.ts'
import { makeAssignment, PASS, startRunner, WRONG_STATUS } from './make.ts'

const ANSWERS = { kind: 'answers', server: '198.51.100.53' } as const
const ETH0 = { localAddress: '198.51.100.2', interfaceName: 'eth0 (IPv4)', isOnLink: false }
const ETH1 = { localAddress: '203.0.113.2', interfaceName: 'eth1 (IPv4)', isOnLink: false }
const SILENT = { kind: 'silent', server: null } as const

/** Monitor 3 is at 13.0.0.3, or at 2a03:1::1 or 10.0.0.3 for such a name: each public host has a separate network. */
const addressOf = (target: string): string => {
  const key = /host-(\d+)/.exec(target)![1]
  if (target.includes('.private.')) return `10.0.0.${key}`
  return target.includes('.v6.') ? `2a0${key}:1::1` : `${10 + Number(key)}.0.0.${key}`
}

interface Line {
  /** Whether packets to this address arrive. */
  carries: (address: string) => boolean
  /** Hosts that are really down, by address. */
  readonly down: Set<string>
}

/** A probe whose checks and witnesses use one line. */
async function startFleet(t: TestContext, size: number, change: Partial<Assignment> = {}) {
  const line: Line = { carries: () => true, down: new Set() }
  const network = new FakeNetwork()
  network.names = ANSWERS
  const arrives = (address: string): boolean => line.carries(address) && !line.down.has(address)
  network.answers = ({ address }) => (arrives(address) ? true : null)
  const fleet = Array.from({ length: size }, (_, i) => makeAssignment(i + 1, change))
  const world = await startRunner(t, fleet, { network })
  const { targets, clock } = world
  const begun = new Map<string, ProberOutcome>()
  targets.answer = (target) => begun.get(target)!
  // A check that starts while packets are lost fails, even if the line recovers
  targets.durationMs = (target) => {
    const remoteAddress = addressOf(target)
    const isReached = arrives(remoteAddress)
    begun.set(target, isReached ? { ...PASS, remoteAddress, remotePort: 443 } : { ...TIMED_OUT, remoteAddress })
    return isReached ? 20 : 10_000
  }
  /** Cuts the line, including the name servers. */
  const cut = (carries: Line['carries'] = () => false) => {
    line.carries = carries
    network.names = SILENT
  }
  const mend = () => {
    line.carries = () => true
    network.names = ANSWERS
  }
  const results = async (): Promise<CheckResult[]> => {
    await world.runner.flush()
    return world.link.results
  }
  const keysDown = async (): Promise<number[]> => [
    ...new Set((await results()).filter(({ status }) => status === 'down').map(({ monitorKey }) => monitorKey)),
  ]
  await clock.pass(2 * (change.intervalSeconds ?? 60) * 1_000)
  return { ...world, line, network, cut, mend, results, keysDown }
}

const TIMED_OUT: ProberOutcome = {
  ...PASS,
  status: 'down',
  statusCode: null,
  errorType: 'timeout',
  errorMessage: 'connect: no answer in 10000 ms',
}

for (const [size, intervalSeconds] of [
  [1, 60],
  [3, 60],
  [8, 300],
  [30, 300],
] as const)
  test(`a dead line turns none of ${size} monitors at ${intervalSeconds} s down`, async (t) => {
    const fleet = await startFleet(t, size, { intervalSeconds, failureThreshold: 1 })
    fleet.cut()
    await fleet.clock.pass(intervalSeconds * 1_500)
    fleet.mend()
    await fleet.clock.pass(intervalSeconds * 2_000)
    assert.deepEqual(await fleet.keysDown(), [])
    const inconclusive = (await fleet.results()).filter(({ status }) => status === 'inconclusive')
    assert.ok(inconclusive.length > 0)
    assert.match(inconclusive[0]!.errorMessage!, /^network problem on the probe: .*; observed: connect/)
    const [begin, end, ...others] = fleet.reports
    assert.match(begin!, /network problem/)
    assert.match(end!, /recovered after \d+ s/)
    assert.deepEqual(others, [])
  })

test('a single failing monitor turns down without delay while others answer', async (t) => {
  const { line, clock, keysDown, results, link } = await startFleet(t, 3, { failureThreshold: 1 })
  line.down.add(addressOf('host-2'))
  link.batches.length = 0
  await clock.pass(70_200)
  assert.deepEqual(await keysDown(), [2])
  assert.ok((await results()).every(({ status }) => status !== 'inconclusive'))
})

test('a real outage of the only monitor is reported while fresh names resolve', async (t) => {
  const { line, clock, keysDown } = await startFleet(t, 1)
  line.down.add(addressOf('host-1'))
  await clock.pass(90_000)
  assert.deepEqual(await keysDown(), [1])
})

test('a real outage of all monitors is reported while fresh names resolve', async (t) => {
  const { line, clock, keysDown } = await startFleet(t, 8)
  for (let key = 1; key <= 8; key++) line.down.add(addressOf(`host-${key}`))
  await clock.pass(100_000)
  assert.equal((await keysDown()).length, 8)
})

test('an outage that starts with a name server failure is reported when the name servers are back', async (t) => {
  const { line, network, clock, keysDown } = await startFleet(t, 1, { intervalSeconds: 30 })
  network.path = (address) => (address === '198.51.100.53' ? ETH0 : ETH1)
  await clock.pass(60_000)
  line.down.add(addressOf('host-1'))
  network.names = { kind: 'refused', server: '198.51.100.53' }
  await clock.pass(90_000)
  assert.deepEqual(await keysDown(), [])
  network.names = ANSWERS
  await clock.pass(90_000)
  assert.deepEqual(await keysDown(), [1])
})

/** Disables the interface `eth1`. Its hosts are then unreachable unless another route takes over. */
async function loseInterface(t: TestContext, size: number, isRouted: boolean) {
  const fleet = await startFleet(t, 0)
  const { network, line, link, clock } = fleet
  const hosts = Array.from({ length: size }, (_, i) => addressOf(`host-${i + 1}`))
  network.path = (address) => (hosts.includes(address) && network.interfaces.has('eth1 (IPv4)') ? ETH1 : ETH0)
  link.assign(...[...hosts.keys(), 10, 11].map((key) => makeAssignment(key + 1)))
  await clock.pass(150_000)
  network.interfaces.delete('eth1 (IPv4)')
  if (!isRouted) line.carries = (address) => !hosts.includes(address)
  return fleet
}

for (const size of [1, 6])
  test(`a lost interface turns none of ${size} monitors behind it down`, async (t) => {
    const { clock, network, results, mend, keysDown, line } = await loseInterface(t, size, false)
    await clock.pass(180_000)
    const inconclusive = (await results()).filter(({ status }) => status === 'inconclusive')
    assert.ok(inconclusive.length > 0)
    for (const { errorMessage } of inconclusive) assert.match(errorMessage!, /interface eth1 \(IPv4\) is down/)
    network.interfaces.add('eth1 (IPv4)')
    mend()
    await clock.pass(60_000)
    assert.deepEqual(await keysDown(), [])
    line.down.add(addressOf('host-1'))
    await clock.pass(120_000)
    assert.deepEqual(await keysDown(), [1])
  })

test('public hosts reached over another route are no evidence for private hosts of a lost interface', async (t) => {
  const { line, network, clock, link, keysDown } = await startFleet(t, 60, { intervalSeconds: 20 })
  network.path = () => (network.interfaces.has('eth1 (IPv4)') ? ETH1 : ETH0)
  const target = (key: number) => `https://host-${key}.private.example.com/`
  link.assign(...[61, 62].map((key) => makeAssignment(key, { target: target(key), failureThreshold: 1 })))
  await clock.pass(150_000)
  network.interfaces.delete('eth1 (IPv4)')
  line.carries = (address) => !address.startsWith('10.')
  link.batches.length = 0
  await clock.pass(150_000)
  assert.deepEqual(await keysDown(), [])
})

test('an interface counts for the hosts that are currently reached over it', async (t) => {
  const { line, network, clock, keysDown } = await startFleet(t, 3)
  network.path = () => (network.interfaces.has('eth1 (IPv4)') ? ETH1 : ETH0)
  await clock.pass(150_000)
  network.interfaces.delete('eth1 (IPv4)')
  line.carries = () => false
  await clock.pass(150_000)
  assert.deepEqual(await keysDown(), [])
})

test('a real outage is reported when another route replaces a lost interface', async (t) => {
  const { line, clock, keysDown } = await loseInterface(t, 6, true)
  line.down.add(addressOf('host-2'))
  await clock.pass(150_000)
  assert.deepEqual(await keysDown(), [2])
})

test('a real outage is reported while the name servers are dead', async (t) => {
  const { line, network, clock, keysDown } = await startFleet(t, 8)
  network.names = SILENT
  line.down.add(addressOf('host-5'))
  await clock.pass(100_000)
  assert.deepEqual(await keysDown(), [5])
})

const NAME_FAILURE: ProberOutcome = {
  ...TIMED_OUT,
  errorType: 'dns_error',
  errorMessage: 'resolve: SERVFAIL',
  remoteAddress: null,
}

for (const [kind, isDown] of [
  ['failing', false],
  ['refused', false],
  ['silent', false],
  ['answers', true],
] as const)
  test(`a failing name is ${isDown ? 'down' : 'inconclusive'} when fresh names get "${kind}"`, async (t) => {
    const { targets, network, clock, keysDown } = await startFleet(t, 3, { failureThreshold: 1 })
    const answer = targets.answer
    network.names = { kind, server: '198.51.100.53' }
    targets.answer = (target) => (target.includes('host-2.') ? NAME_FAILURE : answer(target))
    await clock.pass(65_000)
    assert.deepEqual(await keysDown(), isDown ? [2] : [])
  })

test('a failing name is reported although the first answer about fresh names is too old to prove that the name servers work', async (t) => {
  const { targets, network, clock, keysDown } = await startFleet(t, 3, { failureThreshold: 1 })
  const answer = targets.answer
  targets.answer = (target) => (target.includes('host-2.') ? NAME_FAILURE : answer(target))
  const ages = [1_000, 0]
  network.queryFreshName = async () => ({ ...ANSWERS, ageMs: ages.shift() ?? 0 })
  await clock.pass(65_000)
  assert.deepEqual(await keysDown(), [2])
})

test('a failing name is reported within half a minute after the name servers are back', async (t) => {
  const { targets, network, clock, results } = await startFleet(t, 3, { intervalSeconds: 300 })
  const answer = targets.answer
  network.names = { kind: 'failing', server: '198.51.100.53' }
  targets.answer = (target) => (target.includes('host-2.') ? NAME_FAILURE : answer(target))
  await clock.pass(350_000)
  network.names = ANSWERS
  await clock.pass(30_000)
  const down = (await results()).filter(({ status }) => status === 'down')
  assert.deepEqual(
    down.map(({ monitorKey }) => monitorKey),
    [2, 2],
  )
})

test('dead IPv6 is trouble of the probe although IPv4 works', async (t) => {
  const { network, clock, keysDown, results, cut, link } = await startFleet(t, 0)
  const v6 = (key: number) => makeAssignment(key, { target: `https://host-${key}.v6.example.com/` })
  link.assign(v6(1), v6(2), v6(3), makeAssignment(11), makeAssignment(12))
  await clock.pass(130_000)
  cut((address) => !address.includes(':'))
  network.names = ANSWERS
  await clock.pass(180_000)
  assert.deepEqual(await keysDown(), [])
  const inconclusive = (await results()).filter(({ status }) => status === 'inconclusive')
  assert.ok(inconclusive.length >= 3 && inconclusive.every(({ monitorKey }) => monitorKey <= 3))
})

test('dead IPv6 stays trouble of the probe when one of its two witnesses was down before', async (t) => {
  const { network, clock, keysDown, cut, line, link } = await startFleet(t, 0)
  const v6 = (key: number, failureThreshold: number) =>
    makeAssignment(key, { target: `https://host-${key}.v6.example.com/`, failureThreshold })
  link.assign(v6(1, 3), v6(2, 1), makeAssignment(11))
  await clock.pass(130_000)
  line.down.add(addressOf('host-1.v6.'))
  for (let i = 0; i < 80 && (await keysDown()).length === 0; i++) await clock.pass(1_000)
  cut((address) => !address.includes(':'))
  network.names = ANSWERS
  await clock.pass(180_000)
  assert.deepEqual(await keysDown(), [1])
})

test('a passing host on the local link is no evidence for hosts beyond the router', async (t) => {
  const { line, network, clock, keysDown, cut } = await startFleet(t, 3, { failureThreshold: 1 })
  const near = addressOf('host-1')
  network.path = (address) => ({ ...ETH0, isOnLink: address === near })
  await clock.pass(5_000)
  cut((address) => address === near)
  await clock.pass(180_000)
  assert.deepEqual([await keysDown(), line.carries(near)], [[], true])
})

test('a truncated answer is verified with witnesses too', async (t) => {
  const fleet = await startFleet(t, 3, { failureThreshold: 1 })
  fleet.cut()
  const { targets } = fleet
  const cutAnswer = targets.answer
  targets.answer = (target) => ({ ...cutAnswer(target), statusCode: 200 })
  await fleet.clock.pass(90_000)
  assert.deepEqual(await fleet.keysDown(), [])
})

test('a failure from the last moments of a dead line is not confirmed by a later answer', async (t) => {
  const { targets, clock, cut, mend, link, keysDown, results } = await startFleet(t, 3, { failureThreshold: 1 })
  await clock.pass(100)
  const due = Math.min(...targets.seen.slice(-3).map(({ at }) => at + 60_000))
  await clock.pass(due - clock.now() - 500)
  cut()
  link.batches.length = 0
  await clock.pass(10_400)
  mend()
  await clock.pass(3_000)
  assert.deepEqual(await keysDown(), [])
  assert.deepEqual(
    (await results()).map(({ status }) => status).filter((status) => status !== 'up'),
    ['inconclusive'],
  )
})

test('a lost default route is detected at once', async (t) => {
  const { network, clock, cut, results, keysDown } = await startFleet(t, 1, { failureThreshold: 1 })
  cut()
  network.wayOut = { isUp: false, trouble: 'interface eth0 has no carrier' }
  await clock.pass(75_000)
  assert.deepEqual(await keysDown(), [])
  assert.match((await results()).at(-1)!.errorMessage!, /interface eth0 has no carrier/)
})

test('a check on demand is triaged like any other', async (t) => {
  const { link, clock, cut } = await startFleet(t, 3)
  cut()
  const pending = link.runNow(makeAssignment(1))
  await clock.pass(15_000)
  assert.equal((await pending).status, 'inconclusive')
})

test('a slow answer soon after trouble is inconclusive, and counts later', async (t) => {
  const { targets, clock, cut, mend, results, link } = await startFleet(t, 30)
  cut()
  await clock.pass(70_000)
  mend()
  link.batches.length = 0
  const slow: ProberOutcome = { ...PASS, status: 'degraded', errorType: 'slow_response', remotePort: 443 }
  targets.answer = (target) => ({ ...slow, remoteAddress: addressOf(target) })
  targets.durationMs = () => 900
  await clock.pass(11_000)
  const soon = (await results()).filter(({ statusCode }) => statusCode === 200)
  assert.deepEqual([...new Set(soon.map(({ status }) => status))], ['inconclusive'])
  await clock.pass(60_000)
  assert.equal((await results()).at(-1)!.status, 'degraded')
})

test('monitors of this machine turn down together without a question to the network', async (t) => {
  const network = new FakeNetwork()
  network.answers = () => false
  const local = Array.from({ length: 20 }, (_, i) =>
    makeAssignment(i + 1, { target: `http://127.0.0.1:${8_000 + i}/` }),
  )
  const { clock, link, targets, runner } = await startRunner(t, local, { network })
  await clock.pass(0)
  network.asked.length = 0
  targets.answer = () => ({ ...TIMED_OUT, errorType: 'connection_error', remoteAddress: '127.0.0.1' })
  await clock.pass(61_000)
  await runner.flush()
  assert.equal(new Set(link.results.map(({ monitorKey }) => monitorKey)).size, 20)
  assert.deepEqual([[...new Set(link.results.map(({ status }) => status))], network.asked], [['down'], []])
})

test('a host with a bad answer proves that the line works', async (t) => {
  const { targets, network, clock, keysDown } = await startFleet(t, 2, { failureThreshold: 1 })
  const answer = targets.answer
  network.answers = () => null
  network.names = SILENT
  targets.answer = (target) =>
    target.includes('host-1.')
      ? { ...answer(target), ...TIMED_OUT, remoteAddress: addressOf(target) }
      : { ...WRONG_STATUS, remoteAddress: addressOf(target), remotePort: 443 }
  targets.durationMs = (target) => (target.includes('host-1.') ? 10_000 : 20)
  await clock.pass(120_000)
  assert.ok((await keysDown()).includes(2))
})
