import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { createMetricsPage, type MetricsOptions } from '../../../src/api/platform/metrics.ts'
import { createTestApp } from '../../support/api/app.ts'

const TOKEN = 'a-token-of-the-operator'

/** Starts a server with a constant metrics text. */
async function makeServer(t: TestContext, token: string | null, trustedProxies: readonly string[] = []) {
  const options: MetricsOptions = { token, render: async () => ({ type: 'text/plain', text: 'read' }) }
  const app = await createTestApp(t, 'sqlite')
  const { api } = await app.serveAnother({ trustedProxies }, {}, (server) =>
    createMetricsPage(options)(server, {} as never),
  )
  /** @returns the text, or the status and code of a refusal */
  const read = async (remoteAddress: string, headers: Record<string, string> = {}) => {
    const host = { host: 'localhost:8080' }
    const answer = await api.inject({ url: '/metrics', remoteAddress, headers: { ...host, ...headers } })
    return answer.statusCode === 200 ? answer.body : `${answer.statusCode} ${answer.json().error.code}`
  }
  return Object.assign(read, { api })
}

const REFUSED = '401 AUTHENTICATION_REQUIRED'

test('local programs read metrics without a token', async (t) => {
  const read = await makeServer(t, null)
  for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080', '127.0.0.7:8080'])
    assert.equal(await read('127.0.0.1', { host }), 'read', host)
  assert.equal(await read('::1'), 'read')
  assert.equal(await read('::ffff:127.0.0.1'), 'read')
})

test('a configured token is required from every client, and any token is refused if none is configured', async (t) => {
  const open = await makeServer(t, TOKEN)
  assert.equal(await open('192.0.2.7', { authorization: `Bearer ${TOKEN}` }), 'read')
  assert.equal(await open('192.0.2.7', { authorization: `bearer ${TOKEN}` }), 'read')
  assert.equal(await open('127.0.0.1', { authorization: `Bearer ${TOKEN}` }), 'read')
  assert.equal(await open('127.0.0.1'), REFUSED)
  for (const authorization of ['', TOKEN, `Bearer ${TOKEN}x`, 'Bearer ', `Basic ${TOKEN}`, 'Bearer null'])
    assert.equal(await open('192.0.2.7', { authorization }), REFUSED, authorization)
  const closed = await makeServer(t, null)
  for (const authorization of ['Bearer null', 'Bearer undefined', 'Bearer '])
    assert.equal(await closed('192.0.2.7', { authorization }), REFUSED, authorization)
})

test('a request forwarded by a local proxy is refused, whether the proxy is trusted or not', async (t) => {
  for (const trusted of [[], ['127.0.0.0/8']]) {
    const read = await makeServer(t, null, trusted)
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', 'x-forwarded-proto', 'x-forwarded-host'])
      assert.equal(await read('127.0.0.1', { [name]: '127.0.0.1' }), REFUSED, name)
  }
})

test('a request forwarded by nginx without forwarding headers is refused', async (t) => {
  const { api } = await makeServer(t, null)
  await api.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.server.address() as AddressInfo
  for (const [version, status] of [
    ['1.0', '401'],
    ['1.1', '200'],
  ] as const) {
    const socket = connect(port, '127.0.0.1')
    socket.end(`GET /metrics HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`)
    assert.equal((await text(socket)).slice(9, 12), status, version)
  }
})

test('a page whose domain points to this machine cannot read metrics in a local browser', async (t) => {
  const read = await makeServer(t, null)
  for (const host of ['evil.example:8080', 'localhost.evil.example', '127.0.0.1.evil.example', '192.0.2.7'])
    assert.equal(await read('127.0.0.1', { host }), REFUSED, host)
})
