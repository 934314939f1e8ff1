import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import type { TraceStep } from '../../../src/core/results/trace-step.ts'
import { createResolver } from '../../../src/net/dns/resolver.ts'
import { runCheck } from '../../../src/probers/run-check.ts'
import { NO_FILES, NO_RETRY_MS, resolve } from '../../support/targets/resolvers.ts'
import { SwitchableDns } from '../../support/targets/switchable-dns.ts'
import { closedPort, listen, replyWith } from '../../support/targets/targets.ts'
import { check, makeTools, verdictOf } from '../check.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
const NOTE = "(the address of shop.test is 1 min old, because the probe's name servers fail for every name)"

/** Returns tools that resolved `shop.test` a minute ago, and whose name server has failed for every name since. */
async function inTrouble(t: TestContext, egress = createEgressPolicy({ mode: 'any' })) {
  const dns = await new SwitchableDns({ 'shop.test': ['127.0.0.1'], 'inner.test': ['10.0.0.7'] }).open()
  t.after(() => dns.close())
  let now = 0
  const options = { ...NO_FILES, servers: [dns.address], hidesNetwork: egress.hidesNetwork, retryDelayMs: NO_RETRY_MS }
  const resolver = createResolver({ ...options, answerMs: () => NO_RETRY_MS, now: () => now })
  t.after(() => resolver.close())
  const tools = { ...makeTools(t, { egress }), resolver }
  for (const name of ['shop.test', 'inner.test', 'missing.test'])
    for (const family of [4, 6] as const) await resolve(resolver, name, family)
  await resolver.dnsHealth.getHealth()
  now = 60_000
  await dns.set('failing')
  return tools
}

test('a target is up when it answers at its last known address', async (t) => {
  const tools = await inTrouble(t)
  const { port } = await listen(t, replyWith(OK))
  const outcome = await check(t, `http://shop.test:${port}/`, { tools })
  assert.deepEqual(verdictOf(outcome), ['up', null, null])
  assert.equal(outcome.remoteAddress, '127.0.0.1')
})

test('a target is down when it fails at its last known address, and the message states the age of the address', async (t) => {
  const tools = await inTrouble(t)
  const port = await closedPort()
  assert.deepEqual(verdictOf(await check(t, `http://shop.test:${port}/`, { tools })), [
    'down',
    'connection_error',
    `connect 127.0.0.1:${port}: ECONNREFUSED ${NOTE}`,
  ])
  const { port: failing } = await listen(t, replyWith('HTTP/1.1 503 Service Unavailable\r\n\r\n'))
  const { errorMessage } = await check(t, `http://shop.test:${failing}/`, { tools })
  assert.ok(errorMessage?.endsWith(NOTE), errorMessage ?? '')
})

test('a check is inconclusive when the name is not cached and the name servers fail', async (t) => {
  const tools = await inTrouble(t)
  const { status, errorMessage } = await check(t, 'http://new.test/', { tools })
  assert.equal(status, 'inconclusive')
  assert.match(errorMessage!, /^resolve new\.test: the probe's name servers fail for every name/)
})

test('the egress policy applies to last known addresses', async (t) => {
  const tools = await inTrouble(t, createEgressPolicy({ mode: 'any', deny: ['127.0.0.0/8'] }))
  const { port } = await listen(t, replyWith(OK))
  const { status, errorMessage } = await check(t, `http://shop.test:${port}/`, { tools })
  assert.equal(status, 'down')
  assert.match(errorMessage!, /refused by the egress policy/)
})

test('an internal name and a missing name give the same message under WK_EGRESS=public', async (t) => {
  const tools = await inTrouble(t, createEgressPolicy({ mode: 'public' }))
  const said = async (name: string) => {
    const { status, errorMessage } = await check(t, `http://${name}/`, { tools })
    return [status, errorMessage?.replaceAll(name, 'NAME')]
  }
  assert.deepEqual(await said('inner.test'), await said('missing.test'))
})

test('the steps of a check mark an old address as last_known', async (t) => {
  const tools = await inTrouble(t)
  const { port } = await listen(t, replyWith(OK))
  const steps: TraceStep[] = []
  const settings = { method: 'GET', headers: {}, body: null, ipVersion: 'auto' }
  const request = { type: 'HTTP', target: `http://shop.test:${port}/`, settings, timeoutMs: 10_000 } as const
  await runCheck(request, tools, { log: { note: (step) => steps.push(step) } })
  const sources = steps.flatMap((step) => (step.kind === 'resolve' ? [step.source] : []))
  assert.deepEqual(sources, ['name_server', 'last_known'])
})
