import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type MetricsOptions, makeMetricsPage } from '../../src/api/metrics.ts'
import { makeApp } from '../support/app.ts'

const TOKEN = 'a-token-of-the-operator'

/** A server whose metrics say no more than that they were read. */
async function makeServer(t: TestContext, token: string | null, trustedProxies: readonly string[] = []) {
  const options: MetricsOptions = { token, render: async () => ({ type: 'text/plain', text: 'read' }) }
  const app = await makeApp(t, 'sqlite')
  const { api } = await app.beside({ trustedProxies }, {}, (server) => makeMetricsPage(options)(server, {} as never))
  /** @returns status and, of a refusal, its code */
  return async (remoteAddress: string, headers: Record<string, string> = {}) => {
    const host = { host: 'localhost:8080' }
    const answer = await api.inject({ url: '/metrics', remoteAddress, headers: { ...host, ...headers } })
    return answer.statusCode === 200 ? answer.body : `${answer.statusCode} ${answer.json().error.code}`
  }
}

const REFUSED = '401 AUTHENTICATION_REQUIRED'

test('programs on the machine itself read metrics without a word', async (t) => {
  const read = await makeServer(t, null)
  for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080', '127.0.0.7:8080'])
    assert.equal(await read('127.0.0.1', { host }), 'read', host)
  assert.equal(await read('::1'), 'read')
  assert.equal(await read('::ffff:127.0.0.1'), 'read')
})

test('from elsewhere they take the token, and none when there is no token', async (t) => {
  const open = await makeServer(t, TOKEN)
  assert.equal(await open('192.0.2.7', { authorization: `Bearer ${TOKEN}` }), 'read')
  assert.equal(await open('192.0.2.7', { authorization: `bearer ${TOKEN}` }), 'read')
  for (const authorization of ['', TOKEN, `Bearer ${TOKEN}x`, 'Bearer ', `Basic ${TOKEN}`, 'Bearer null'])
    assert.equal(await open('192.0.2.7', { authorization }), REFUSED, authorization)
  const closed = await makeServer(t, null)
  for (const authorization of ['Bearer null', 'Bearer undefined', 'Bearer '])
    assert.equal(await closed('192.0.2.7', { authorization }), REFUSED, authorization)
})

test('what a proxy on the machine passes on does not come from the machine, whether it is trusted or not', async (t) => {
  for (const trusted of [[], ['127.0.0.0/8']]) {
    const read = await makeServer(t, TOKEN, trusted)
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', 'x-forwarded-proto', 'x-forwarded-host'])
      assert.equal(await read('127.0.0.1', { [name]: '127.0.0.1' }), REFUSED, name)
    assert.equal(await read('127.0.0.1', { 'x-forwarded-for': '192.0.2.7', authorization: `Bearer ${TOKEN}` }), 'read')
  }
})

test('a page whose name was made to point to this machine does not read them in a browser there', async (t) => {
  const read = await makeServer(t, null)
  for (const host of ['evil.example:8080', 'localhost.evil.example', '127.0.0.1.evil.example', '192.0.2.7'])
    assert.equal(await read('127.0.0.1', { host }), REFUSED, host)
})
