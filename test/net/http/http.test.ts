import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ProbeError } from '../../../src/core/results/verdict.ts'
import { request, type SingleRequest } from '../../../src/net/http/http.ts'
import { makeTools } from '../../probers/check.ts'
import { createCertificate } from '../../support/targets/certificates.ts'
import {
  closedPort,
  type Handler,
  listen,
  onRequest,
  replyEndlessly,
  replyWith,
} from '../../support/targets/targets.ts'

const single = (t: TestContext, url: string, options: Partial<SingleRequest> = {}) =>
  request({
    url: new URL(url),
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: Buffer.from('{}'),
    timeoutMs: 5_000,
    maxBodyBytes: 1_000,
    tools: makeTools(t),
    ...options,
  })

test('a single request returns status, headers, body, address and times', async (t) => {
  const reply = 'HTTP/1.1 429 X\r\nRetry-After: 30\r\nContent-Length: 4\r\n\r\nslow'
  const target = await listen(t, replyWith(reply))
  const result = await single(t, target.url)
  assert.equal(result.failure, null)
  assert.equal(result.status, 429)
  assert.equal(result.headers.get('retry-after'), '30')
  assert.equal(result.body.toString(), 'slow')
  assert.equal(result.remoteAddress, '127.0.0.1')
  assert.ok(result.timings.connectMs! > 0)
})

test('a single request neither follows redirects nor requests compression', async (t) => {
  let seen = ''
  const handler: Handler = onRequest((socket, text) => {
    seen = text
    socket.end('HTTP/1.1 302 X\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n')
  })
  const target = await listen(t, handler)
  const result = await single(t, target.url)
  assert.deepEqual([result.status, result.redirects, target.accepted], [302, 0, 1])
  assert.doesNotMatch(seen, /accept-encoding/i)
  assert.match(seen, /^POST \/ HTTP\/1\.1\r\n/)
  assert.match(seen, /\r\nContent-Length: 2\r\n/)
  assert.ok(seen.endsWith('\r\n\r\n{}'))
})

test('a single request keeps at most the requested number of body bytes', async (t) => {
  const target = await listen(t, replyEndlessly('HTTP/1.1 200 OK\r\n\r\n', 'x'))
  const result = await single(t, target.url)
  assert.deepEqual([result.failure, result.body.length, result.isCut], [null, 1_000, true])
})

test('a single request requires a valid certificate', async (t) => {
  const target = await listen(t, replyWith('HTTP/1.1 200 OK\r\n\r\n'), createCertificate({ names: ['127.0.0.1'] }))
  const { failure, status } = await single(t, target.url)
  assert.deepEqual([failure?.cause, status], ['ssl_error', null])
})

test("a single request distinguishes a failing target from trouble on the probe's side", async (t) => {
  const { failure } = await single(t, `http://127.0.0.1:${await closedPort()}/`)
  assert.equal(failure?.cause, 'connection_error')
  const tools = makeTools(t, { dnsServers: [`127.0.0.1:${await closedPort()}`] })
  await assert.rejects(single(t, 'http://www.test/', { tools }), ProbeError)
})

test('a single request ends at its deadline', async (t) => {
  const target = await listen(t, () => {})
  const { failure } = await single(t, target.url, { timeoutMs: 200 })
  assert.deepEqual(failure, { cause: 'timeout', message: `read 127.0.0.1:${target.port}: no answer in 200 ms` })
})
