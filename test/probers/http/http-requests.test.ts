/** Requests of HTTP checks with unusual targets, headers and bodies. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { type Handler, listen, onRequest, startDnsServer, toARecord } from '../../support/targets/targets.ts'
import { type CheckOptions, check, makeTools, verdictOf } from '../check.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'
const UP = ['up', null, null]

/** A server that stores the received request. */
function listener(): { handler: Handler; seen: () => string } {
  let seen = ''
  const handler = onRequest((socket, request) => {
    seen = request
    socket.end(OK)
  })
  return { handler, seen: () => seen }
}

async function seenBy(t: TestContext, path: string, options: CheckOptions = {}): Promise<string> {
  const { handler, seen } = listener()
  const { url } = await listen(t, handler)
  assert.deepEqual(verdictOf(await check(t, url + path, options)), UP)
  return seen()
}

test('a URL of 2,048 characters is sent in full', async (t) => {
  const path = `/${'x'.repeat(2_047 - 'http://127.0.0.1:65535'.length)}`
  assert.match(await seenBy(t, path), new RegExp(`^GET ${path} HTTP/1\\.1\r\n`))
})

test('non-ASCII characters of a URL are sent as encoded UTF-8, and existing encodings stay', async (t) => {
  const seen = await seenBy(t, '/größe/%7e/a%20b?q=ü&r=%26+[x]|"#part')
  assert.match(seen, /^GET \/gr%C3%B6%C3%9Fe\/%7e\/a%20b\?q=%C3%BC&r=%26\+\[x\]\|%22 HTTP\/1\.1\r\n/)
})

test('an internationalized host name is resolved and sent as A-labels', async (t) => {
  const { handler, seen } = listener()
  const { port } = await listen(t, handler)
  const dns = await startDnsServer(t, ({ name, type }) => ({
    answers: type === 'A' ? [toARecord(name, '127.0.0.1')] : [],
  }))
  const tools = makeTools(t, { dnsServers: [dns.address] })
  assert.deepEqual(verdictOf(await check(t, `http://BÜCHER.test:${port}/`, { tools })), UP)
  assert.deepEqual(dns.asked, ['A xn--bcher-kva.test'])
  assert.match(seen(), new RegExp(`\r\nHost: xn--bcher-kva\\.test:${port}\r\n`))
})

test('an IPv6 address keeps its brackets in Host', async (t) => {
  const { handler, seen } = listener()
  const server = createServer(handler)
  server.listen(0, '::1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const outcome = await check(t, `http://[0:0::1]:${port}/`)
  assert.deepEqual([...verdictOf(outcome), outcome.remoteAddress], [...UP, '::1'])
  assert.match(seen(), new RegExp(`\r\nHost: \\[::1\\]:${port}\r\n`))
})

test('header values are sent in Latin-1, with or without a UTF-8 body', async (t) => {
  const headers = { 'X-Name': 'Zoë', Host: 'other.test' }
  const alone = await seenBy(t, '/', { settings: { headers } })
  assert.match(alone, /\r\nX-Name: Zoë\r\n/)
  assert.equal(alone.match(/host:/gi)?.length, 1)
  const withBody = await seenBy(t, '/', { settings: { method: 'PATCH', headers, body: 'Zoë' } })
  assert.match(withBody, /\r\nX-Name: Zoë\r\n/)
  assert.match(withBody, /\r\nContent-Length: 4\r\n/)
  assert.ok(withBody.endsWith('\r\n\r\nZo\xc3\xab'))
})

test('a request with Expect: 100-continue sends its body without waiting', async (t) => {
  const goOn = onRequest((socket) => socket.end(`HTTP/1.1 100 Continue\r\n\r\n${OK}`))
  const settings = { method: 'POST', headers: { Expect: '100-continue' }, body: 'hello' }
  assert.deepEqual(verdictOf(await check(t, (await listen(t, goOn)).url, { settings })), UP)
  const refuse = onRequest((socket) => socket.end('HTTP/1.1 417 Expectation Failed\r\n\r\n'))
  const refused = await check(t, (await listen(t, refuse)).url, { settings })
  assert.deepEqual(verdictOf(refused), ['down', 'status_code', 'status 417, expected 2xx'])
})

test('a check times out when the server never reads a large body', async (t) => {
  const { url, open } = await listen(t, (socket) => setImmediate(() => socket.pause()))
  const settings = { method: 'PUT', body: 'x'.repeat(64 * 1024) }
  const outcome = await check(t, url, { settings, timeoutMs: 250 })
  assert.equal(outcome.errorType, 'timeout')
  assert.match(outcome.errorMessage!, /no answer in 250 ms$/)
  for (const socket of open) socket.destroy()
})

test('a stored header that HTTP cannot carry makes the check fail, and nothing is sent', async (t) => {
  const { handler, seen } = listener()
  const { url } = await listen(t, handler)
  const headers = { 'X-Key': 'a\r\nX-Injected: 1' }
  assert.deepEqual(verdictOf(await check(t, url, { settings: { headers } })), [
    'down',
    'connection_error',
    'request not sent: the header X-Key contains a line break or another character that a header cannot contain',
  ])
  assert.equal(seen(), '')
})
