/** Host names and the egress policy: lookups, address families, and refused addresses. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import {
  closedPort,
  listen,
  NXDOMAIN,
  replyWith,
  startDnsServer,
  toAaaaRecord,
  toARecord,
} from '../../support/targets/targets.ts'
import { check, makeTools, verdictOf } from '../check.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'
const UP = ['up', null, null]
const down = (cause: string, message: string) => ['down', cause, message]
const REDIRECT = 'HTTP/1.1 302 X\r\nContent-Length: 0\r\nLocation: http://inside.test/\r\n\r\n'

test('the egress policy is applied before a connection, to literal addresses and to names', async (t) => {
  const target = await listen(t, replyWith(OK))
  const tools = makeTools(t, { egress: createEgressPolicy({ mode: 'public' }) })
  const told = { '127.0.0.1': '127.0.0.1', localhost: 'localhost', '127.1': '127.0.0.1', '2130706433': '127.0.0.1' }
  for (const [host, name] of Object.entries(told)) {
    const outcome = await check(t, `http://${host}:${target.port}/`, { tools })
    const message = `connect ${name}:${target.port}: refused by the egress policy, a loopback address`
    assert.deepEqual([verdictOf(outcome), outcome.remoteAddress], [down('connection_error', message), null])
  }
  assert.equal(target.accepted, 0)
})

test('the egress policy is applied to every redirect, and the resolved address is not shown', async (t) => {
  const dns = await startDnsServer(t, ({ name }) => ({ answers: [toARecord(name, '127.0.0.2')] }))
  const egress = createEgressPolicy({ mode: 'public', allow: ['127.0.0.1/32'] })
  const tools = makeTools(t, { egress, dnsServers: [dns.address] })
  const target = await listen(t, replyWith(REDIRECT))
  const message =
    'resolve inside.test: the name does not exist, or has no address that this server may connect to ' +
    '(redirected to http://inside.test)'
  assert.deepEqual(verdictOf(await check(t, target.url, { tools })), down('dns_error', message))
})

test('the host name of a target is resolved, and the lookup is timed', async (t) => {
  const dns = await startDnsServer(t, ({ name, type }) => ({
    answers: type === 'A' ? [toARecord(name, '127.0.0.1')] : [],
  }))
  const target = await listen(t, replyWith(OK))
  const outcome = await check(t, `http://www.test:${target.port}/`, {
    tools: makeTools(t, { dnsServers: [dns.address] }),
  })
  assert.deepEqual([verdictOf(outcome), outcome.remoteAddress], [UP, '127.0.0.1'])
  assert.ok(outcome.timings.dnsMs! > 0)
  assert.deepEqual(dns.asked, ['A www.test'])
})

test('a name that does not exist is a dns_error', async (t) => {
  const dns = await startDnsServer(t, () => ({ rcode: NXDOMAIN }))
  const outcome = await check(t, 'http://nowhere.test/', { tools: makeTools(t, { dnsServers: [dns.address] }) })
  assert.deepEqual(verdictOf(outcome), down('dns_error', `resolve nowhere.test at ${dns.address}: NXDOMAIN`))
})

test('a check is inconclusive when no name server is usable', async (t) => {
  const dnsServers = [`127.0.0.1:${await closedPort()}`]
  const outcome = await check(t, 'http://www.test/', { tools: makeTools(t, { dnsServers }) })
  const message = `resolve www.test: no usable name server (${dnsServers[0]} ECONNREFUSED)`
  assert.deepEqual(verdictOf(outcome), ['inconclusive', null, message])
  assert.equal(outcome.responseTimeMs, null)
})

/** Answers A and AAAA queries from a table of names. */
async function familyDns(t: TestContext) {
  const dns = await startDnsServer(t, ({ name, type }) => {
    const hasIt = name === 'both.test' || name === (type === 'A' ? 'v4.test' : 'v6.test')
    return { answers: hasIt ? [type === 'A' ? toARecord(name, '127.0.0.1') : toAaaaRecord(name, '::1')] : [] }
  })
  return { dns, tools: makeTools(t, { dnsServers: [dns.address] }) }
}

test('auto prefers IPv4 and falls back to IPv6, and a fixed version has no fallback', async (t) => {
  const { dns, tools } = await familyDns(t)
  const port = await closedPort()
  const connectedTo = async (name: string, ipVersion: string) => {
    const outcome = await check(t, `http://${name}:${port}/`, { tools, settings: { ipVersion } })
    return outcome.remoteAddress ?? outcome.errorMessage
  }
  assert.equal(await connectedTo('both.test', 'auto'), '127.0.0.1')
  assert.equal(await connectedTo('v6.test', 'auto'), '::1')
  assert.equal(await connectedTo('both.test', '6'), '::1')
  assert.equal(await connectedTo('v6.test', '4'), `resolve v6.test at ${dns.address}: no IPv4 address`)
  assert.equal(await connectedTo('v4.test', '6'), `resolve v4.test at ${dns.address}: no IPv6 address`)
  assert.equal(await connectedTo('none.test', 'auto'), 'resolve none.test: neither an IPv4 nor an IPv6 address')
  assert.equal(await connectedTo('[::1]', 'auto'), '::1')
})

test('a dead address is a failure even if the name has another address that works', async (t) => {
  const dns = await startDnsServer(t, ({ name }) => ({
    answers: [toARecord(name, '127.0.0.3'), toARecord(name, '127.0.0.1')],
  }))
  const target = await listen(t, replyWith(OK))
  const outcome = await check(t, `http://www.test:${target.port}/`, {
    tools: makeTools(t, { dnsServers: [dns.address] }),
  })
  assert.deepEqual(verdictOf(outcome), down('connection_error', `connect 127.0.0.3:${target.port}: ECONNREFUSED`))
})
