import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createServedResolver, createTestResolver, getAddresses, resolve } from '../../support/targets/resolvers.ts'
import { NXDOMAIN, startDnsServer, toARecord } from '../../support/targets/targets.ts'

/** A folder with the two files, which a test may change. */
function machine(t: TestContext, files: { hosts?: string; resolvConf?: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'watchkeeper-names-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const hostsPath = join(folder, 'hosts')
  const resolvConfPath = join(folder, 'resolv.conf')
  writeFileSync(hostsPath, files.hosts ?? '')
  writeFileSync(resolvConfPath, files.resolvConf ?? '')
  return { hostsPath, resolvConfPath }
}

test('the hosts file takes precedence over the servers, and is read again when it changes', async (t) => {
  let now = 0
  const paths = machine(t, { hosts: '192.0.2.10 box.test box # ours\n2001:db8::10 box.test\n' })
  const { server, resolver } = await createServedResolver(t, () => ({ rcode: NXDOMAIN }), { ...paths, now: () => now })
  assert.deepEqual(getAddresses(await resolve(resolver, 'BOX.test')), ['192.0.2.10'])
  assert.deepEqual(getAddresses(await resolve(resolver, 'box.test', 6)), ['2001:db8::10'])
  assert.deepEqual(await resolve(resolver, 'box', 6), {
    failure: { cause: 'dns_error', message: 'resolve box: no IPv6 address in the hosts file' },
    isAbsent: true,
    noAddress: true,
  })
  assert.deepEqual(server.asked, [])
  writeFileSync(paths.hostsPath, '192.0.2.11 box.test\n')
  utimesSync(paths.hostsPath, 1, 1)
  now = 4_999
  assert.deepEqual(getAddresses(await resolve(resolver, 'box.test')), ['192.0.2.10'])
  now = 5_000
  assert.deepEqual(getAddresses(await resolve(resolver, 'box.test')), ['192.0.2.11'])
})

test('a short name is tried in the search domains, then unchanged', async (t) => {
  const server = await startDnsServer(t, ({ name }) =>
    name === 'db.second.test' || name === 'only' ? { answers: [toARecord(name, '192.0.2.12')] } : { rcode: NXDOMAIN },
  )
  const resolvConf = `nameserver [127.0.0.1]:${server.address.split(':')[1]}\nsearch first.test second.test\noptions ndots:2\n`
  const resolver = createTestResolver(t, machine(t, { resolvConf }))
  assert.deepEqual(getAddresses(await resolve(resolver, 'db')), ['192.0.2.12'])
  assert.deepEqual(server.asked.splice(0), ['A db.first.test', 'A db.second.test'])
  assert.deepEqual(getAddresses(await resolve(resolver, 'only')), ['192.0.2.12'])
  assert.deepEqual(server.asked.splice(0), ['A only.first.test', 'A only.second.test', 'A only'])
  assert.ok('failure' in (await resolve(resolver, 'a.b.c')))
  assert.deepEqual(server.asked.splice(0), ['A a.b.c'])
  assert.ok('failure' in (await resolve(resolver, 'web.')))
  assert.deepEqual(server.asked.splice(0), ['A web'])
})

test('new name servers in resolv.conf are used without a restart', async (t) => {
  let now = 0
  const old = await startDnsServer(t, ({ name }) => ({ answers: [toARecord(name, '192.0.2.13')] }))
  const fresh = await startDnsServer(t, ({ name }) => ({ answers: [toARecord(name, '192.0.2.14')] }))
  const confFor = (address: string) => `nameserver ${address}\n`
  const paths = machine(t, { resolvConf: confFor(old.address) })
  const resolver = createTestResolver(t, { ...paths, now: () => now })
  assert.deepEqual(getAddresses(await resolve(resolver, 'one.test')), ['192.0.2.13'])
  writeFileSync(paths.resolvConfPath, confFor(fresh.address))
  utimesSync(paths.resolvConfPath, 1, 1)
  now = 5_000
  assert.deepEqual(getAddresses(await resolve(resolver, 'two.test')), ['192.0.2.14'])
})
