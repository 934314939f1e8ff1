import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { DnsHealthCheck } from '../../../src/net/dns/dns-health-check.ts'
import { AA, AD, type DnsMode, SwitchableDns } from '../../support/targets/switchable-dns.ts'
import { waitUntil } from '../../support/time/until.ts'

const PATIENT_MS = 600_000
const IMPATIENT_MS = 50

interface Patience {
  answerMs: number
}

/** A health check with a manual clock; `pass` moves it to the next round. */
async function startHealthCheck(t: TestContext, serverCount = 1) {
  const servers = await Promise.all(Array.from({ length: serverCount }, () => new SwitchableDns().open()))
  t.after(() => Promise.all(servers.map((server) => server.close())))
  const patience: Patience = { answerMs: PATIENT_MS }
  let now = 0
  const options = {
    servers: () => servers.map(({ address }) => address),
    answerMs: () => patience.answerMs,
    now: () => now,
  }
  const pass = (ms = 60_000) => {
    now += ms
  }
  const ask = async () => {
    pass()
    return (await healthCheck.getHealth()).kind
  }
  const healthCheck = new DnsHealthCheck(options)
  return { servers, server: servers[0]!, witness: healthCheck, options, patience, pass, ask }
}

const TROUBLE: [DnsMode, string][] = [
  ['silent', 'silent'],
  ['closed', 'refused'],
  ['refusing', 'refused'],
  ['failing', 'failing'],
  ['caching', 'failing'],
  ['caching-silent', 'silent'],
]

for (const [mode, kind] of TROUBLE)
  test(`a name server that is ${mode} after an answer is reported as ${kind}, and recovers`, async (t) => {
    const { server, patience, ask } = await startHealthCheck(t)
    assert.equal(await ask(), 'answers')
    await server.set(mode)
    patience.answerMs = kind === 'silent' ? IMPATIENT_MS : PATIENT_MS
    assert.equal(await ask(), kind)
    patience.answerMs = PATIENT_MS
    await server.set('well')
    assert.equal(await ask(), 'answers')
  })

for (const [mode] of TROUBLE)
  test(`a name server that is ${mode} from the start proves nothing`, async (t) => {
    const { server, patience, ask } = await startHealthCheck(t)
    await server.set(mode)
    patience.answerMs = mode.endsWith('silent') ? IMPATIENT_MS : PATIENT_MS
    assert.equal(await ask(), 'unknown')
  })

test('a reused answer keeps its age', async (t) => {
  const { witness: healthCheck, pass } = await startHealthCheck(t)
  const first = await healthCheck.getHealth()
  pass(900)
  const again = await healthCheck.getHealth()
  assert.deepEqual([again, healthCheck.getAgeMs(again)], [first, 900])
  pass()
  assert.equal(healthCheck.getAgeMs(await healthCheck.getHealth()), 0)
})

test('every question has a fresh name below a recently resolved domain', async (t) => {
  const { server, witness: healthCheck, ask } = await startHealthCheck(t)
  await ask()
  for (const name of ['old.example', 'www.shop.example', 'api.shop.example', 'bank.co.uk'])
    healthCheck.recordResolved(name)
  await ask()
  const parents = server.queries.map((line) => line.replace(/^A [0-9a-f]{16}\./, ''))
  assert.deepEqual(parents.slice(-4).sort(), ['bank.co.uk', 'com', 'org', 'shop.example'])
  await ask()
  assert.equal(new Set(server.queries).size, server.queries.length)
})

test('one server with a good answer is enough, and a silent one is not awaited', async (t) => {
  const { server, ask } = await startHealthCheck(t, 2)
  await server.set('silent')
  assert.equal(await ask(), 'answers')
})

test('a broken zone does not count as a dead name server', async (t) => {
  const { server, witness: healthCheck, ask } = await startHealthCheck(t)
  healthCheck.recordResolved('www.shop.example')
  await ask()
  server.brokenZones.add('shop.example')
  assert.equal(await ask(), 'answers')
})

test('a broken zone is no evidence when all other parents are gone', async (t) => {
  const { server, witness: healthCheck, ask } = await startHealthCheck(t)
  healthCheck.recordResolved('www.shop.example')
  await ask()
  server.brokenZones.add('shop.example')
  await ask()
  const parents = () => Object.keys(Object.values(healthCheck.getState())[0]!)
  await waitUntil(() => parents().sort().join() === 'com,org', 'the broken zone to lose its grade')
})

test('an answer that the server may have made itself does not hide failures of other parents', async (t) => {
  const { server, witness: healthCheck, ask } = await startHealthCheck(t)
  server.ownZones.add('office.example')
  healthCheck.recordResolved('printer.office.example')
  assert.equal(await ask(), 'answers')
  await server.set('caching')
  assert.equal(await ask(), 'failing')
})

for (const [what, flags] of Object.entries({ 'with proof of DNSSEC': AD, 'from its own data': AA }))
  test(`a name server that only ever answered ${what} counts as healthy while it answers like that`, async (t) => {
    const { server, patience, ask } = await startHealthCheck(t)
    server.flags = flags
    assert.equal(await ask(), 'answers')
    await server.set('silent')
    patience.answerMs = IMPATIENT_MS
    assert.equal(await ask(), 'silent')
  })

test('a router that answers every name with its private address gives no good answer', async (t) => {
  const { server, ask } = await startHealthCheck(t)
  await ask()
  const { records } = server
  records.get = () => ['192.168.1.1']
  assert.equal(await ask(), 'failing')
})

test('concurrent questions share a round, and rounds keep a minimum distance', async (t) => {
  const { server, witness: healthCheck, pass } = await startHealthCheck(t)
  await Promise.all([healthCheck.getHealth(), healthCheck.getHealth()])
  await healthCheck.getHealth()
  const inRound = server.queries.length
  assert.equal(inRound, 2)
  pass(1_000)
  await healthCheck.getHealth()
  assert.equal(server.queries.length, 2 * inRound)
})

test('a minute has at most 35 rounds', async (t) => {
  const { server, witness: healthCheck, pass } = await startHealthCheck(t)
  for (let second = 0; second < 60; second++) {
    await healthCheck.getHealth()
    pass(1_000)
  }
  assert.ok(server.queries.length <= 35 * 2, `${server.queries.length} questions`)
})

test('resolved names confirm the grades every ten minutes, and not more often', async (t) => {
  const { server, witness: healthCheck, pass } = await startHealthCheck(t)
  const resolved = async () => {
    healthCheck.recordResolved('www.shop.example')
    await healthCheck.getHealth()
  }
  await resolved()
  const inRound = server.queries.length
  pass(599_000)
  healthCheck.recordResolved('www.shop.example')
  assert.equal(server.queries.length, inRound)
  pass(1_000)
  await resolved()
  assert.equal(server.queries.length, 2 * inRound)
})

test('a health check restores its grades after a restart', async (t) => {
  const { server, witness: healthCheck, options, ask } = await startHealthCheck(t)
  await ask()
  await server.set('failing')
  const restarted = new DnsHealthCheck(options)
  restarted.restore(JSON.parse(JSON.stringify(healthCheck.getState())))
  assert.equal((await restarted.getHealth()).kind, 'failing')
})

test('grades are separate for each list of name servers', async (t) => {
  const { server, witness: healthCheck, options, ask } = await startHealthCheck(t)
  await ask()
  const other = await new SwitchableDns().open()
  t.after(() => other.close())
  await other.set('failing')
  const moved = new DnsHealthCheck({ ...options, servers: () => [other.address] })
  moved.restore(healthCheck.getState())
  const found = await moved.getHealth()
  assert.deepEqual([found.kind, found.server], ['unknown', other.address])
  assert.equal(server.mode, 'well')
})
