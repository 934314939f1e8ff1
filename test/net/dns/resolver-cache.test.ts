import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProbeError } from '../../../src/core/results/verdict.ts'
import { createServedResolver, getAddresses, resolve } from '../../support/targets/resolvers.ts'
import { NXDOMAIN, SERVFAIL, toARecord, toCnameRecord } from '../../support/targets/targets.ts'

test('an answer is cached for its TTL, and at least a second', async (t) => {
  let now = 0
  const { server, resolver } = await createServedResolver(
    t,
    ({ name }) => ({ answers: [toARecord(name, '192.0.2.1', 60)] }),
    {
      now: () => now,
    },
  )
  await resolve(resolver, 'example.test')
  now = 59_999
  await resolve(resolver, 'example.test')
  assert.equal(server.asked.length, 1)
  now = 60_000
  await resolve(resolver, 'example.test')
  assert.equal(server.asked.length, 2)
})

test('an answer with TTL 0 is cached for a second, and one with an endless TTL for an hour', async (t) => {
  let now = 0
  const ttls: Record<string, number> = { 'short.test': 0, 'long.test': 1_000_000 }
  const { server, resolver } = await createServedResolver(
    t,
    ({ name }) => ({ answers: [toARecord(name, '192.0.2.1', ttls[name]!)] }),
    {
      now: () => now,
    },
  )
  const askAll = async () => {
    for (const name in ttls) await resolve(resolver, name)
  }
  await askAll()
  now = 999
  await askAll()
  assert.equal(server.asked.length, 2)
  now = 1_000
  await askAll()
  assert.deepEqual(server.asked.slice(2), ['A short.test'])
  now = 3_600_000
  await askAll()
  assert.deepEqual(server.asked.slice(3), ['A short.test', 'A long.test'])
})

test('the TTL of an alias chain is the shortest TTL of its links', async (t) => {
  let now = 0
  const answers = [toCnameRecord('www.test', 'b.test', 5), toARecord('b.test', '192.0.2.1', 500)]
  const { server, resolver } = await createServedResolver(t, () => ({ answers }), { now: () => now })
  await resolve(resolver, 'www.test')
  now = 5_000
  await resolve(resolver, 'www.test')
  assert.equal(server.asked.length, 2)
})

test('a missing name is queried again after at most half a minute', async (t) => {
  let now = 0
  const soa = { mname: 'ns.test', rname: 'root.test', serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 900 }
  const { server, resolver } = await createServedResolver(
    t,
    () => ({ rcode: NXDOMAIN, authorities: [{ type: 'SOA', name: 'test', ttl: 3600, data: soa }] }),
    { now: () => now },
  )
  await resolve(resolver, 'nowhere.test')
  now = 29_999
  await resolve(resolver, 'nowhere.test')
  assert.equal(server.asked.length, 1)
  now = 30_000
  await resolve(resolver, 'nowhere.test')
  assert.equal(server.asked.length, 2)
})

test('a server failure is not cached', async (t) => {
  let isBroken = true
  const { resolver } = await createServedResolver(t, ({ name }) =>
    isBroken ? { rcode: SERVFAIL } : { answers: [toARecord(name, '192.0.2.1')] },
  )
  assert.ok('failure' in (await resolve(resolver, 'example.test')))
  isBroken = false
  assert.deepEqual(getAddresses(await resolve(resolver, 'example.test')), ['192.0.2.1'])
})

test('concurrent questions for one name are sent once, and continue when one caller gives up', async (t) => {
  const { server, resolver } = await createServedResolver(t, async ({ name }) => {
    await gate
    return { answers: [toARecord(name, '192.0.2.1')] }
  })
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const patient = Array.from({ length: 20 }, () => resolve(resolver, 'busy.test'))
  await assert.rejects(resolve(resolver, 'busy.test', 4, 20), ProbeError)
  open()
  for (const resolution of await Promise.all(patient)) assert.deepEqual(getAddresses(resolution), ['192.0.2.1'])
  assert.deepEqual(server.asked, ['A busy.test'])
})
