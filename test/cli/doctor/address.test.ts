import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createSecureContext, type SecureContext } from 'node:tls'
import { type AddressFacts, inspectAddress } from '../../../src/cli/doctor/address.ts'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import { createAuthority, createCertificate } from '../../support/targets/certificates.ts'
import { closedPort } from '../../support/targets/targets.ts'
import { complaintsOf, linesOf } from './findings.ts'

/** Answers like a Watchkeeper server whose process has this id. */
const ours =
  (process = '0123456789ab', metricsStatus = 401): RequestListener =>
  (request, answer) => {
    const isMetrics = request.url === '/metrics'
    answer.writeHead(isMetrics ? metricsStatus : 200, { 'x-api-version': '1.0', 'x-request-id': `${process}-1` })
    answer.end(isMetrics ? '# HELP a b\n' : '{}')
  }

async function serve(t: TestContext, listener: RequestListener, host = '127.0.0.1'): Promise<number> {
  const server = createServer(listener).listen(0, host)
  await once(server, 'listening')
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

async function look(over: Partial<AddressFacts>) {
  const facts: AddressFacts = {
    host: '127.0.0.1',
    port: await closedPort(),
    baseUrl: null,
    trustedProxies: [],
    trust: createSecureContext(),
    now: Date.now,
    ...over,
  }
  return inspectAddress(facts)
}

test('a port is free, used by Watchkeeper, or used by another program', async (t) => {
  assert.match(linesOf(await look({}))[0]!, /^ok Port: port \d+ on 127.0.0.1 is free/)
  assert.match(linesOf(await look({ port: await serve(t, ours()) }))[0]!, /^ok Port: Watchkeeper is running on/)
  const other = await serve(t, (_request, answer) => answer.end('hello'))
  assert.match(complaintsOf(await look({ port: other }))[0]!, /^failure: Port \d+ on 127.0.0.1 is already in use/)
})

test('the base URL reaches this server, another server, another site, or nothing', async (t) => {
  const port = await serve(t, ours())
  const at = async (there: number) => linesOf(await look({ port, baseUrl: `http://127.0.0.1:${there}` }))[1]
  assert.match((await at(port))!, /^ok Address: .* reaches this server$/)
  assert.match((await at(await serve(t, ours('ffffffffffff'))))!, /^ok Address: .* reaches another server/)
  assert.match((await at(await serve(t, (_request, answer) => answer.end('hello'))))!, /^failure .* is not Watchkeeper/)
  const moved = await serve(t, (_request, answer) => answer.writeHead(301, { location: 'https://a.example/' }).end())
  assert.match((await at(moved))!, /^failure .* redirects to https:\/\/a.example\//)
  assert.match((await at(await closedPort()))!, /^failure .* cannot reach .* from this machine: .*ECONNREFUSED/)
})

test('a missing base URL is reported when links would not work', async () => {
  assert.deepEqual(complaintsOf(await look({})), [])
  assert.match(complaintsOf(await look({ host: '0.0.0.0' })).join('\n'), /WK_BASE_URL is not set/)
})

/** One name for the whole test. It resolves to this machine but does not look like loopback. */
async function secureSite(t: TestContext, days: number): Promise<{ baseUrl: string; trust: SecureContext }> {
  const authority = createAuthority()
  const { cert, key } = createCertificate({
    issuer: authority,
    names: ['localhost'],
    notAfter: new Date(Date.now() + days * DAY_MS + 60_000),
  })
  const server = createTls({ cert, key }, ours()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  return { baseUrl: `https://localhost:${port}`, trust: createSecureContext({ ca: authority.cert }) }
}

test('a certificate is valid, expires soon, or is untrusted', async (t) => {
  const good = await secureSite(t, 60)
  const trustedProxies = ['127.0.0.1']
  assert.ok(linesOf(await look({ ...good, trustedProxies })).includes('ok Certificate: valid for 60 days'))
  const soon = await secureSite(t, 5)
  assert.match(
    complaintsOf(await look({ ...soon, trustedProxies }))[0]!,
    /^warning: valid for 5 days → It should have been renewed/,
  )
  const strangers = await look({ baseUrl: good.baseUrl, trustedProxies })
  assert.match(complaintsOf(strangers)[0]!, /cannot reach .* from this machine: unable to verify/)
})

test('missing trusted proxies and a trust in every client are reported', async (t) => {
  const site = await secureSite(t, 60)
  assert.match(complaintsOf(await look({ ...site }))[0]!, /WK_TRUSTED_PROXIES is not set/)
  assert.match(complaintsOf(await look({ trustedProxies: ['0.0.0.0/0'] }))[0]!, /^failure: .* trusts every client/)
  assert.match(complaintsOf(await look({ trustedProxies: ['::/0'] }))[0]!, /^failure: .* trusts every client/)
})
