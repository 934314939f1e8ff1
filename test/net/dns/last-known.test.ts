import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ProbeError } from '../../../src/core/results/verdict.ts'
import { queryRecords } from '../../../src/net/dns/dns-query.ts'
import { createTestResolver, NO_RETRY_MS, resolve } from '../../support/targets/resolvers.ts'
import { type DnsMode, SwitchableDns } from '../../support/targets/switchable-dns.ts'
import { LoopTurnDeadline } from '../../support/time/loop-turn-deadline.ts'
import { virtualTime } from '../virtual-time.ts'

const TTL_MS = 60_000
const HOUR_MS = 3_600_000

const RECORDS = {
  'shop.test': ['192.0.2.7'],
  'six.test': ['2001:db8::7'],
  'alias.test': ['shop.test'],
  'host.second.test': ['192.0.2.9'],
}

/** A resolver that has resolved some names once, and whose answers have expired. */
async function createWarmResolver(t: TestContext, { names = ['shop.test'], search = '' } = {}) {
  const server = await new SwitchableDns(RECORDS).open()
  t.after(() => server.close())
  let now = 0
  const patience = { answerMs: NO_RETRY_MS }
  const options = { retryDelayMs: 20, now: () => now, answerMs: () => patience.answerMs }
  const resolver = createTestResolver(t, { ...options, ...filesFor(t, server.address, search) })
  for (const name of names) for (const family of [4, 6] as const) await resolve(resolver, name, family)
  await resolver.dnsHealth.getHealth()
  const pass = (ms: number) => {
    now += ms
  }
  pass(TTL_MS)
  const fall = async (mode: DnsMode) => {
    await server.set(mode)
    patience.answerMs = mode === 'silent' || mode === 'caching-silent' ? 50 : NO_RETRY_MS
  }
  return { server, resolver, pass, fall }
}

function filesFor(t: TestContext, address: string, search: string) {
  const folder = mkdtempSync(join(tmpdir(), 'watchkeeper-names-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const resolvConfPath = join(folder, 'resolv.conf')
  writeFileSync(resolvConfPath, `nameserver ${address}\n${search === '' ? '' : `search ${search}\n`}`)
  return { resolvConfPath }
}

const lastKnown = (trouble: string, name = 'shop.test', ageMs = TTL_MS) => ({ name, ageMs, trouble })

const TROUBLE: [DnsMode, string][] = [
  ['silent', 'silent'],
  ['closed', 'refused'],
  ['refusing', 'refused'],
  ['failing', 'failing'],
  ['caching', 'failing'],
  ['caching-silent', 'silent'],
]

for (const [mode, trouble] of TROUBLE) {
  test(`a known name keeps its last address while the name server is ${mode}, and gets a fresh one afterwards`, async (t) => {
    const { server, resolver, pass, fall } = await createWarmResolver(t)
    // A cache loses its entries too
    server.clear()
    await fall(mode)
    assert.deepEqual(await resolve(resolver, 'shop.test'), {
      addresses: ['192.0.2.7'],
      lastKnown: lastKnown(trouble),
    })
    server.records.set('shop.test', ['192.0.2.77'])
    await fall('well')
    pass(60_000)
    assert.deepEqual(await resolve(resolver, 'shop.test'), { addresses: ['192.0.2.77'] })
  })

  test(`an unknown name is trouble of the probe while the name server is ${mode}`, async (t) => {
    const { resolver, fall } = await createWarmResolver(t)
    await fall(mode)
    await assert.rejects(resolve(resolver, 'new.test'), ProbeError)
  })

  test(`a separate DNS query is trouble of the probe while the name server is ${mode}`, async (t) => {
    const { resolver, fall } = await createWarmResolver(t)
    await fall(mode)
    const deadline = new LoopTurnDeadline(2_000)
    t.after(() => deadline.clear())
    await assert.rejects(
      queryRecords({ name: 'new.test', type: 'MX' }, { resolver, server: null, deadline }),
      ProbeError,
    )
  })
}

test('a name still fails when only this name is broken', async (t) => {
  const { server, resolver } = await createWarmResolver(t)
  server.brokenZones.add('shop.test')
  assert.deepEqual(await resolve(resolver, 'shop.test'), {
    failure: { cause: 'dns_error', message: `resolve shop.test at ${server.address}: SERVFAIL` },
  })
})

test('a name that failed earlier does not return when the name server fails', async (t) => {
  const { server, resolver, pass, fall } = await createWarmResolver(t)
  server.brokenZones.add('shop.test')
  await resolve(resolver, 'shop.test')
  pass(TTL_MS)
  await fall('failing')
  await assert.rejects(resolve(resolver, 'shop.test'), ProbeError)
})

test('a deleted name does not return when the name server fails', async (t) => {
  const { server, resolver, pass, fall } = await createWarmResolver(t)
  server.records.delete('shop.test')
  await resolve(resolver, 'shop.test')
  pass(TTL_MS)
  await fall('failing')
  await assert.rejects(resolve(resolver, 'shop.test'), ProbeError)
})

test('a last known address is used for at most three hours', async (t) => {
  const { resolver, pass, fall } = await createWarmResolver(t)
  await fall('failing')
  pass(3 * HOUR_MS - TTL_MS)
  assert.deepEqual(await resolve(resolver, 'shop.test'), {
    addresses: ['192.0.2.7'],
    lastKnown: lastKnown('failing', 'shop.test', 3 * HOUR_MS),
  })
  pass(1)
  await assert.rejects(resolve(resolver, 'shop.test'), ProbeError)
})

test('a name with an address only in the other IP version is known to have none in this one', async (t) => {
  const { resolver, fall } = await createWarmResolver(t, { names: ['six.test'] })
  await fall('failing')
  const v4 = await resolve(resolver, 'six.test', 4)
  assert.ok('failure' in v4 && v4.noAddress)
  assert.deepEqual(await resolve(resolver, 'six.test', 6), {
    addresses: ['2001:db8::7'],
    lastKnown: lastKnown('failing', 'six.test'),
  })
})

test('an alias resolves to its last address', async (t) => {
  const { resolver, fall } = await createWarmResolver(t, { names: ['alias.test'] })
  await fall('failing')
  const resolution = await resolve(resolver, 'alias.test')
  assert.deepEqual('addresses' in resolution && resolution.addresses, ['192.0.2.7'])
})

test('a short name is found in the search domain that had it', async (t) => {
  const { resolver, fall } = await createWarmResolver(t, { names: ['host'], search: 'first.test second.test' })
  await fall('failing')
  assert.deepEqual(await resolve(resolver, 'host'), {
    addresses: ['192.0.2.9'],
    lastKnown: lastKnown('failing', 'host.second.test'),
  })
})

test("the time lost with a dead name server does not count as the target's", async (t) => {
  const { resolver, fall } = await createWarmResolver(t)
  await fall('silent')
  const deadline = new LoopTurnDeadline(2_000)
  t.after(() => deadline.clear())
  const startedAt = performance.now()
  await resolver.resolve('shop.test', 4, deadline)
  const waitedMs = performance.now() - startedAt
  assert.ok(deadline.getElapsedMs() < waitedMs / 2, `${deadline.getElapsedMs()} of ${waitedMs} ms`)
})

test('many checks during trouble cost one question each and few rounds', async (t) => {
  const names = Array.from({ length: 50 }, (_, i) => `host${i}.test`)
  const { server, resolver, fall } = await createWarmResolver(t, { names: [] })
  for (const name of names) server.records.set(name, ['192.0.2.7'])
  for (const name of names) await resolve(resolver, name)
  await fall('failing')
  const before = server.queries.length
  await Promise.all(names.map((name) => resolve(resolver, name)))
  const asked = server.queries.slice(before)
  assert.ok(asked.length <= names.length + 5, `${asked.length} questions`)
})

test('the next check asks at once whether a silent name server is back, and earlier checks benefit', async (t) => {
  const server = await new SwitchableDns(RECORDS).open()
  t.after(() => server.close())
  const time = virtualTime(t)
  const resolver = createTestResolver(t, { servers: [server.address], retryDelayMs: 500 })
  await server.set('silent')
  const first = resolve(resolver, 'shop.test', 4, 60_000)
  await time.pass(4_000)
  await server.set('well')
  const backAt = performance.now()
  const next = await time.passUntil(resolve(resolver, 'shop.test', 4, 60_000))
  assert.deepEqual([next, await first], [{ addresses: ['192.0.2.7'] }, { addresses: ['192.0.2.7'] }])
  // The pending question would have been repeated 3.5 s later
  assert.ok(performance.now() - backAt < 2_000, `${performance.now() - backAt} ms`)
})
