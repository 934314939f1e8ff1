import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { TraceRecorder } from '../../../src/net/trace/trace.ts'
import { runCheck } from '../../../src/probers/run-check.ts'
import { listen, onRequest, replyEndlessly, replyWith } from '../../support/targets/targets.ts'
import { check, makeTools, verdictOf } from '../check.ts'

const HEALTH = JSON.stringify({ status: 'UP', queue: { depth: 180 }, checks: [{ name: 'db', status: 'UP' }] })

const reply = (body: string | Buffer, headers = 'Content-Type: application/json\r\n', status = '200 OK'): Buffer =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n`),
    Buffer.from(body),
  ])

async function judge(
  t: TestContext,
  response: Buffer,
  settings: Record<string, unknown>,
  type: 'HTTP' | 'KEYWORD' = 'HTTP',
) {
  const target = await listen(t, replyWith(response))
  return verdictOf(await check(t, target.url, { type, settings }))
}

const status = { source: 'json', path: '$.status', comparison: 'equals', value: 'UP', effect: 'down' }
const depth = { source: 'json', path: '$.queue.depth', comparison: 'less', value: 100, effect: 'degraded' }
const UP = ['up', null, null]
const SLOW = ['degraded', 'slow_response', '$.queue.depth is 180, expected less than 100']

test('a check passes when every assertion about its response holds', async (t) => {
  const assertions = [
    status,
    { ...depth, comparison: 'greater', effect: 'down' },
    { ...status, path: "$.checks[?@.name=='db'].status" },
    { source: 'header', name: 'content-type', comparison: 'contains', value: 'json', effect: 'down' },
    { source: 'header', name: 'X-Error', comparison: 'not_exists', effect: 'down' },
    { source: 'body', comparison: 'not_contains', value: 'Exception', effect: 'down' },
    { source: 'body_size', comparison: 'equals', value: HEALTH.length, effect: 'down' },
    { source: 'response_time', comparison: 'less', value: 60_000, effect: 'down' },
  ]
  assert.deepEqual(await judge(t, reply(HEALTH), { assertions }), UP)
})

test('a broken assertion makes the target down or degraded, according to its effect', async (t) => {
  const broken = { ...status, value: 'OK' }
  assert.deepEqual(await judge(t, reply(HEALTH), { assertions: [depth, broken] }), [
    'down',
    'keyword_missing',
    '$.status is "UP", expected "OK"',
  ])
  assert.deepEqual(await judge(t, reply(HEALTH), { assertions: [status, depth] }), SLOW)
})

test('the assertions of a KEYWORD check count after its keywords', async (t) => {
  const keywords = (text: string) => [{ text, shouldContain: true }]
  assert.deepEqual(await judge(t, reply(HEALTH), { keywords: keywords('db'), assertions: [depth] }, 'KEYWORD'), SLOW)
  const missing = await judge(t, reply(HEALTH), { keywords: keywords('cache'), assertions: [depth] }, 'KEYWORD')
  assert.match(String(missing[2]), /^"cache" not found/)
})

test('an unexpected status takes precedence over assertions', async (t) => {
  const failed = await judge(t, reply('{"status":"DOWN"}', '', '503 Unavailable'), { assertions: [status] })
  assert.deepEqual(failed, ['down', 'status_code', 'status 503, expected 2xx'])
})

test('a compressed body, a byte order mark and an HTML type are read like any JSON', async (t) => {
  const settings = { assertions: [status] }
  assert.deepEqual(await judge(t, reply(gzipSync(HEALTH), 'Content-Encoding: gzip\r\n'), settings), UP)
  assert.deepEqual(await judge(t, reply(brotliCompressSync(HEALTH), 'Content-Encoding: br\r\n'), settings), UP)
  assert.deepEqual(await judge(t, reply(`\ufeff${HEALTH}`, 'Content-Type: text/html\r\n'), settings), UP)
  const broken = await judge(t, reply('not gzip', 'Content-Encoding: gzip\r\n'), settings)
  assert.deepEqual(broken.slice(0, 2), ['down', 'connection_error'])
  assert.match(String(broken[2]), /the body is not "gzip" as declared in its headers$/)
})

test('secrets that the target repeats are masked in the message', async (t) => {
  const headers = { Authorization: 'Bearer top-secret-token' }
  const [, , message] = await judge(t, reply('{"status":"token top-secret-token"}'), { headers, assertions: [status] })
  assert.equal(message, '$.status is "token ********", expected "UP"')
})

test('a failed assertion keeps the response of the target', async (t) => {
  const target = await listen(t, replyWith(reply(HEALTH)))
  const { response } = await check(t, target.url, { settings: { assertions: [{ ...status, value: 'OK' }] } })
  assert.equal(response?.body, HEALTH)
})

test('a body without an end is read only if an assertion needs it', async (t) => {
  const head = 'HTTP/1.1 200 OK\r\nX-Radio: yes\r\nContent-Type: audio/mpeg\r\n\r\n'
  const target = await listen(t, replyEndlessly(head, 'noise'))
  const header = { source: 'header', name: 'x-radio', comparison: 'equals', value: 'yes', effect: 'down' }
  assert.deepEqual(verdictOf(await check(t, target.url, { settings: { assertions: [header] } })), UP)
  const size = { source: 'body_size', comparison: 'greater', value: 1_000, effect: 'down' }
  assert.deepEqual(verdictOf(await check(t, target.url, { settings: { assertions: [size] } })), UP)
})

test('only a check with an assertion about the body asks for compression', async (t) => {
  const requests: string[] = []
  const target = await listen(
    t,
    onRequest((socket, request) => {
      requests.push(request)
      socket.end(reply(HEALTH))
    }),
  )
  for (const assertions of [undefined, [], [{ source: 'header', name: 'a', comparison: 'not_exists' }], [status]])
    await check(t, target.url, { settings: { ...(assertions && { assertions }) } })
  assert.deepEqual(
    requests.map((request) => /accept-encoding: .*gzip/i.test(request)),
    [false, false, false, true],
  )
})

test('a traced check shows each assertion', async (t) => {
  const target = await listen(t, replyWith(reply(HEALTH)))
  const log = new TraceRecorder()
  const settings = { method: 'GET', headers: {}, body: null, followRedirects: true, expectedStatus: null }
  const rest = { slowThresholdMs: null, verifyTls: true, ipVersion: 'auto', assertions: [status, depth] }
  const request = { type: 'HTTP', target: target.url, settings: { ...settings, ...rest }, timeoutMs: 10_000 } as const
  await runCheck(request, makeTools(t), { log })
  assert.deepEqual(log.steps.at(-1)?.step, {
    kind: 'assert',
    assertions: [
      { text: '$.status: "UP"', effect: 'down', problem: null },
      { text: '$.queue.depth: less than 100', effect: 'degraded', problem: SLOW[2] },
    ],
  })
})
