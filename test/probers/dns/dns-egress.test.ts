import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { refuseAnswer, refuseQuestion, toReverseName } from '../../../src/probers/dns-egress.ts'
import { startDnsServer, toARecord } from '../../support/targets/targets.ts'
import { check, makeTools, verdictOf } from '../check.ts'

const PUBLIC = createEgressPolicy({ mode: 'public' })
const ADVICE = 'the egress policy does not reveal it; set a name server of the domain to monitor it'

test('a DNS check reveals no internal address from the probe’s name servers, neither in messages nor by matching', async (t) => {
  const server = await startDnsServer(t, ({ name }) => ({
    answers: [toARecord(name, '8.8.8.8'), toARecord(name, '10.1.2.3')],
  }))
  const tools = makeTools(t, { egress: PUBLIC, dnsServers: [server.address] })
  for (const expectedValues of [undefined, ['10.1.2.3'], ['8.8.8.8']]) {
    const recordEntries = [{ recordType: 'A', ...(expectedValues && { expectedValues }) }]
    const outcome = await check(t, 'db.corp.example', { type: 'DNS', tools, settings: { recordEntries } })
    const message = `resolve A db.corp.example: the record does not exist, or ${ADVICE}`
    assert.deepEqual(verdictOf(outcome), ['down', 'dns_error', message])
    assert.equal(JSON.stringify(outcome).includes('10.1.2.3'), false)
  }
})

test('a DNS check shows internal addresses from a name server that the monitor names', async (t) => {
  const server = await startDnsServer(t, ({ name }) => ({ answers: [toARecord(name, '10.1.2.3')] }))
  const egress = createEgressPolicy({ mode: 'public', allow: ['127.0.0.1/32'] })
  const settings = { dnsServer: server.address, recordEntries: [{ recordType: 'A', expectedValues: ['10.1.2.3'] }] }
  const outcome = await check(t, 'db.corp.example', { type: 'DNS', tools: makeTools(t, { egress }), settings })
  assert.equal(outcome.status, 'up')
})

test('a DNS check accepts internal addresses when checks may connect to any address', async (t) => {
  const server = await startDnsServer(t, ({ name }) => ({ answers: [toARecord(name, '10.1.2.3')] }))
  const outcome = await check(t, 'db.corp.example', {
    type: 'DNS',
    tools: makeTools(t, { dnsServers: [server.address] }),
  })
  assert.equal(outcome.status, 'up')
})

test('a PTR query for an internal address is not sent, in any spelling of the name', async (t) => {
  const server = await startDnsServer(t, () => null)
  const tools = makeTools(t, { egress: PUBLIC, dnsServers: [server.address] })
  const recordEntries = [{ recordType: 'PTR' }]
  for (const name of [
    '3.2.1.10.in-addr.arpa',
    '2.1.10.IN-ADDR.ARPA.',
    '10.in-addr.arpa',
    '64-127.3.2.1.10.in-addr.arpa',
    'd.f.ip6.arpa',
  ]) {
    const outcome = await check(t, name, { type: 'DNS', tools, settings: { recordEntries } })
    assert.match(
      outcome.errorMessage!,
      /: the name of a (private|unique-local) address; the egress policy does not reveal/,
      name,
    )
  }
  assert.deepEqual(server.asked, [])
})

test('a PTR query for a public address is sent', () => {
  for (const address of ['8.8.4.4', '2001:4860:4860::8844'])
    assert.equal(refuseQuestion({ name: toReverseName(address), type: 'PTR' }, PUBLIC), null, address)
  assert.equal(refuseQuestion({ name: 'www.example.com', type: 'A' }, PUBLIC), null)
  for (const name of ['home.arpa', 'in-addr.arpa', 'ip6.arpa', 'x.in-addr.arpa', '8.in-addr.arpa'])
    assert.equal(refuseQuestion({ name, type: 'NS' }, PUBLIC), null, name)
})

test('the egress policy judges address records only, not addresses in texts', () => {
  assert.equal(refuseAnswer({ name: 'x.example', type: 'TXT' }, ['10.1.2.3'], PUBLIC), null)
  assert.equal(refuseAnswer({ name: 'x.example', type: 'AAAA' }, ['2606:4700::1111'], PUBLIC), null)
  assert.notEqual(refuseAnswer({ name: 'x.example', type: 'AAAA' }, ['fd00::1'], PUBLIC), null)
})
