import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { refuseHttpSettings } from '../../../src/probers/http-settings.ts'
import { closedPort, listen, replyWith, startDnsServer, toARecord } from '../../support/targets/targets.ts'
import { check, makeTools } from '../check.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

test('the name server of a monitor resolves its target', async (t) => {
  const site = await listen(t, replyWith(OK))
  const { address: dnsServer } = await startDnsServer(t, ({ name, type }) => ({
    answers: type === 'A' ? [toARecord(name, '127.0.0.1')] : [],
  }))
  const outcome = await check(t, `http://shop.internal.test:${site.port}/`, { settings: { dnsServer } })
  assert.deepEqual([outcome.status, outcome.errorMessage], ['up', null])
})

test('a dead name server of a monitor is a failure of the monitor', async (t) => {
  const dnsServer = `127.0.0.1:${await closedPort()}`
  const outcome = await check(t, 'http://shop.internal.test/', { settings: { dnsServer }, timeoutMs: 1_000 })
  assert.equal(outcome.status, 'down')
  assert.match(outcome.errorMessage!, /127\.0\.0\.1/)
})

test('the egress policy judges the name server', async (t) => {
  const egress = createEgressPolicy({ mode: 'public' })
  const settings = { dnsServer: '127.0.0.1', headers: {}, ipVersion: 'auto' } as never
  assert.equal(refuseHttpSettings(settings, 'http://a.example/', egress)?.key, 'dnsServer')
  const tools = makeTools(t, { egress })
  const outcome = await check(t, 'http://a.example/', { settings: { dnsServer: '127.0.0.1' }, tools })
  assert.match(outcome.errorMessage!, /^the name server 127\.0\.0\.1 must not point to /)
})
