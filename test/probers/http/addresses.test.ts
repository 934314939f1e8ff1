/** Names with several addresses: only the first one counts, or any of them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import {
  closedPort,
  listen,
  openUnresponsivePort,
  replyWith,
  startDnsServer,
  toAaaaRecord,
  toARecord,
} from '../../support/targets/targets.ts'
import { check, verdictOf } from '../check.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'
const UP = ['up', null, null]

/** A name server whose names all have these addresses. Null: it does not answer about IPv6. */
async function startNames(t: TestContext, v4: string[], v6: string[] | null = []): Promise<string> {
  const { address } = await startDnsServer(t, ({ name, type }) => {
    if (type === 'A') return { answers: v4.map((value) => toARecord(name, value)) }
    return v6 && { answers: type === 'AAAA' ? v6.map((value) => toAaaaRecord(name, value)) : [] }
  })
  return address
}

async function listenAt(t: TestContext, host: string, port: number): Promise<number> {
  const server = createServer(replyWith(OK)).listen(port, host)
  await once(server, 'listening')
  t.after(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('a dead first address is a failure unless any address is enough', async (t) => {
  const site = await listen(t, replyWith(OK))
  const dnsServer = await startNames(t, ['127.0.0.2', '127.0.0.1'])
  const target = `http://shop.test:${site.port}/`
  const first = await check(t, target, { settings: { dnsServer } })
  assert.deepEqual([first.errorType, first.remoteAddress], ['connection_error', '127.0.0.2'])
  const any = await check(t, target, { settings: { dnsServer, address: 'any' } })
  assert.deepEqual([...verdictOf(any), any.remoteAddress], [...UP, '127.0.0.1'])
})

test('the message of a failure names the addresses that did not answer', async (t) => {
  const site = await listen(t, replyWith('HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n'))
  const dnsServer = await startNames(t, ['127.0.0.2', '127.0.0.1'])
  const settings = { dnsServer, address: 'any' }
  const broken = await check(t, `http://shop.test:${site.port}/`, { settings })
  assert.equal(broken.errorMessage, `status 500, expected 2xx (connect 127.0.0.2:${site.port}: ECONNREFUSED)`)
  const port = await closedPort()
  const dead = await check(t, `http://shop.test:${port}/`, { settings })
  assert.deepEqual(verdictOf(dead), [
    'down',
    'connection_error',
    `no address of shop.test answered: connect 127.0.0.2:${port}: ECONNREFUSED; connect 127.0.0.1:${port}: ECONNREFUSED`,
  ])
})

test('an address that never answers leaves time for the next one', async (t) => {
  const port = await openUnresponsivePort(t)
  await listenAt(t, '127.0.0.2', port)
  const dnsServer = await startNames(t, ['127.0.0.1', '127.0.0.2'])
  const options = { timeoutMs: 1_500, settings: { dnsServer, address: 'any' } }
  const outcome = await check(t, `http://shop.test:${port}/`, options)
  assert.deepEqual([...verdictOf(outcome), outcome.remoteAddress], [...UP, '127.0.0.2'])
})

test('IPv6 addresses follow the IPv4 addresses', async (t) => {
  const port = await listenAt(t, '::1', 0)
  const dnsServer = await startNames(t, ['127.0.0.2'], ['::1'])
  const outcome = await check(t, `http://shop.test:${port}/`, { settings: { dnsServer, address: 'any' } })
  assert.deepEqual([...verdictOf(outcome), outcome.remoteAddress], [...UP, '::1'])
})

test('a name server without an answer about IPv6 does not hide that the IPv4 address is dead', async (t) => {
  const port = await closedPort()
  const dnsServer = await startNames(t, ['127.0.0.1'], null)
  const options = { timeoutMs: 1_000, settings: { dnsServer, address: 'any' } }
  const outcome = await check(t, `http://shop.test:${port}/`, options)
  assert.deepEqual(verdictOf(outcome), ['down', 'connection_error', `connect 127.0.0.1:${port}: ECONNREFUSED`])
})

test('a TCP monitor has its own name server, and may accept any address', async (t) => {
  const { port } = await listen(t, () => {})
  const dnsServer = await startNames(t, ['127.0.0.2', '127.0.0.1'])
  const settings = { port, dnsServer, address: 'any' }
  const outcome = await check(t, 'shop.test', { type: 'TCP', settings })
  assert.deepEqual([...verdictOf(outcome), outcome.remoteAddress], [...UP, '127.0.0.1'])
  const refused = await check(t, 'shop.test', { type: 'TCP', settings: { port, dnsServer: 'ns.test' } })
  assert.match(refused.errorMessage!, /^the name server ns\.test must be an IP address/)
})
