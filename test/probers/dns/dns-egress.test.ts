import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeEgressPolicy } from '../../../src/core/platform/egress.ts'
import { refuseAnswer, refuseQuestion, reverseName } from '../../../src/probers/dns-egress.ts'
import { a, dnsServer } from '../../support/targets/targets.ts'
import { check, makeTools, verdictOf } from '../check.ts'

const PUBLIC = makeEgressPolicy({ mode: 'public' })
const ADVICE = 'the egress policy keeps it to itself; name a server of the domain to watch it'

test('what the probe’s own name servers know of inner addresses is shown to nobody, neither in words nor by matching', async (t) => {
  const server = await dnsServer(t, ({ name }) => ({ answers: [a(name, '8.8.8.8'), a(name, '10.1.2.3')] }))
  const tools = makeTools(t, { egress: PUBLIC, dnsServers: [server.address] })
  for (const expectedValues of [undefined, ['10.1.2.3'], ['8.8.8.8']]) {
    const recordEntries = [{ recordType: 'A', ...(expectedValues && { expectedValues }) }]
    const outcome = await check(t, 'db.corp.example', { type: 'DNS', tools, settings: { recordEntries } })
    const message = `resolve A db.corp.example: there is no such record, or ${ADVICE}`
    assert.deepEqual(verdictOf(outcome), ['down', 'dns_error', message])
    assert.equal(JSON.stringify(outcome).includes('10.1.2.3'), false)
  }
})

test('a server that the monitor names shows what it likes: it is not ours', async (t) => {
  const server = await dnsServer(t, ({ name }) => ({ answers: [a(name, '10.1.2.3')] }))
  const egress = makeEgressPolicy({ mode: 'public', allow: ['127.0.0.1/32'] })
  const settings = { dnsServer: server.address, recordEntries: [{ recordType: 'A', expectedValues: ['10.1.2.3'] }] }
  const outcome = await check(t, 'db.corp.example', { type: 'DNS', tools: makeTools(t, { egress }), settings })
  assert.equal(outcome.status, 'up')
})

test('where checks may go anywhere, inner addresses are watched like any others', async (t) => {
  const server = await dnsServer(t, ({ name }) => ({ answers: [a(name, '10.1.2.3')] }))
  const outcome = await check(t, 'db.corp.example', {
    type: 'DNS',
    tools: makeTools(t, { dnsServers: [server.address] }),
  })
  assert.equal(outcome.status, 'up')
})

test('the names of inner addresses are not asked for, however they are written', async (t) => {
  const server = await dnsServer(t, () => null)
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
    assert.match(outcome.errorMessage!, /: the name of a (private|unique-local) address; the egress policy keeps/, name)
  }
  assert.deepEqual(server.asked, [])
})

test('the names of public addresses are asked for', () => {
  for (const address of ['8.8.4.4', '2001:4860:4860::8844'])
    assert.equal(refuseQuestion({ name: reverseName(address), type: 'PTR' }, PUBLIC), null, address)
  assert.equal(refuseQuestion({ name: 'www.example.com', type: 'A' }, PUBLIC), null)
  for (const name of ['home.arpa', 'in-addr.arpa', 'ip6.arpa', 'x.in-addr.arpa', '8.in-addr.arpa'])
    assert.equal(refuseQuestion({ name, type: 'NS' }, PUBLIC), null, name)
})

test('only addresses are judged: a text about one is a text', () => {
  assert.equal(refuseAnswer({ name: 'x.example', type: 'TXT' }, ['10.1.2.3'], PUBLIC), null)
  assert.equal(refuseAnswer({ name: 'x.example', type: 'AAAA' }, ['2606:4700::1111'], PUBLIC), null)
  assert.notEqual(refuseAnswer({ name: 'x.example', type: 'AAAA' }, ['fd00::1'], PUBLIC), null)
})
