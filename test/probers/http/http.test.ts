import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { HTTP_METHODS } from '../../../src/net/http/http-request.ts'
import type { ProberOutcome } from '../../../src/probers/run-check.ts'
import {
  closedPort,
  type Handler,
  listen,
  onRequest,
  openUnresponsivePort,
  replyAndStayOpen,
  replyEndlessly,
  replyWith,
  type Target,
} from '../../support/targets/targets.ts'
import { withDeadlines } from '../../support/time/loop-turn-deadline.ts'
import { waitUntil } from '../../support/time/until.ts'
import { type CheckOptions, check, makeTools, verdictOf } from '../check.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
const UP = ['up', null, null]
const down = (cause: string, message: string) => ['down', cause, message]

test('a page that answers is up, with its status, its address and the time of every phase', async (t) => {
  const target = await listen(t, replyWith(OK))
  const outcome = await check(t, target.url)
  assert.deepEqual(verdictOf(outcome), UP)
  assert.equal(outcome.statusCode, 200)
  assert.equal(outcome.remoteAddress, '127.0.0.1')
  const { dnsMs, tlsMs, ...timed } = outcome.timings
  assert.deepEqual([dnsMs, tlsMs], [null, null])
  for (const [phase, ms] of Object.entries(timed)) assert.ok(ms !== null && ms >= 0, phase)
  const sum = Object.values(timed).reduce<number>((total, ms) => total + (ms ?? 0), 0)
  assert.ok(sum <= outcome.responseTimeMs!)
})

/** A misbehaving target and the expected outcome of a check with a timeout of 300 ms. */
interface HostileTarget {
  handler: Handler
  cause: string
  /** The message without `read 127.0.0.1:PORT: `. */
  says: string | RegExp
  statusCode?: number
}

const reset: Handler = (socket) => void socket.resetAndDestroy()

const resetAfter = (bytes: string): Handler =>
  onRequest((socket) => {
    socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), 50))
  })

const HOSTILE_TARGETS: Record<string, HostileTarget> = {
  'accepts and stalls': { handler: () => {}, cause: 'timeout', says: 'no answer in 300 ms' },
  'stalls in its headers': {
    handler: replyAndStayOpen('HTTP/1.1 200 OK\r\nServ'),
    cause: 'timeout',
    says: 'headers not complete in 300 ms',
  },
  'stalls in its body': {
    handler: replyAndStayOpen('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhello'),
    cause: 'timeout',
    says: 'body not complete (5 bytes) in 300 ms',
    statusCode: 200,
  },
  'sends only interim responses': {
    handler: replyAndStayOpen('HTTP/1.1 102 Processing\r\n\r\n'),
    cause: 'timeout',
    says: 'headers not complete in 300 ms',
  },
  'resets after the request': {
    handler: onRequest((socket) => void socket.resetAndDestroy()),
    cause: 'connection_error',
    says: 'ECONNRESET',
  },
  'resets in its headers': {
    handler: resetAfter('HTTP/1.1 200 OK\r\nServ'),
    cause: 'connection_error',
    says: 'ECONNRESET',
  },
  'resets in its body': {
    handler: resetAfter('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhello'),
    cause: 'connection_error',
    says: 'ECONNRESET',
    statusCode: 200,
  },
  'closes at once': {
    handler: (socket) => void socket.end(),
    cause: 'connection_error',
    says: 'connection closed without a response',
  },
  'closes in its headers': {
    handler: replyWith('HTTP/1.1 200 OK\r\nServ'),
    cause: 'connection_error',
    says: 'connection closed in the middle of the headers',
  },
  'closes before the end of its body': {
    handler: replyWith('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhello'),
    cause: 'connection_error',
    says: 'closed after 5 of 500 bytes',
    statusCode: 200,
  },
  'sends headers without an end': {
    handler: replyEndlessly('HTTP/1.1 200 OK\r\n', 'X-More: and more\r\n'),
    cause: 'connection_error',
    says: 'headers over 65536 bytes',
  },
  'sends interim responses without an end': {
    handler: replyEndlessly('', 'HTTP/1.1 102 Processing\r\n\r\n'),
    cause: 'connection_error',
    says: 'more than 16 interim responses',
  },
  'sends garbage for chunks': {
    handler: replyWith(`${CHUNKED}hello`),
    cause: 'connection_error',
    says: 'chunk size is not a number',
    statusCode: 200,
  },
  'cannot decide on a length': {
    handler: replyWith('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi'),
    cause: 'connection_error',
    says: 'conflicting content-lengths, "2, 3"',
    statusCode: 200,
  },
  'greets like a mail server': {
    handler: (socket) => void socket.write('220 mail.example ESMTP\r\n'),
    cause: 'connection_error',
    says: 'not an HTTP/1.1 response, "220 mail.example ESMTP·"',
  },
}

for (const [what, { handler, cause, says: expectedMessage, statusCode = null }] of Object.entries(HOSTILE_TARGETS)) {
  test(`a target that ${what} is down with ${cause}, in time and without a leaked socket`, async (t) => {
    const target = await listen(t, handler)
    const { tools, deadlines } = withDeadlines(makeTools(t))
    const outcome = await check(t, target.url, { timeoutMs: cause === 'timeout' ? 300 : 5_000, tools })
    const phase = `read 127.0.0.1:${target.port}: `
    assert.deepEqual([outcome.status, outcome.errorType, outcome.statusCode], ['down', cause, statusCode])
    assert.ok(outcome.errorMessage?.startsWith(phase), outcome.errorMessage ?? '')
    const shownMessage = outcome.errorMessage!.slice(phase.length)
    if (typeof expectedMessage === 'string') assert.equal(shownMessage, expectedMessage)
    else assert.match(shownMessage, expectedMessage)
    assert.ok(deadlines[0]!.countedMs < 6_000, `${deadlines[0]!.countedMs} ms`)
    await allClosed(target)
  })
}

/** Bodies that never end, and their heads. */
const ENDLESS: Record<string, string> = {
  'of a radio': 'HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n',
  'of a radio with ICY': 'ICY 200 OK\r\ncontent-type: audio/aacp\r\n\r\n',
  'of a radio in small letters': 'http/1.1  200 ok\r\nContent-Type: audio/mpeg\r\n\r\n',
  'of unknown type': 'HTTP/1.1 200 OK\r\n\r\n',
}

/** Bodies that do not arrive, and their heads. */
const HEADS_OF_SLOW_BODIES: Record<string, string> = {
  'of unknown length': 'HTTP/1.1 200 OK\r\n\r\n',
  'in chunks': CHUNKED,
  'of known length': 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n',
}

const dripAfter = (head: string) =>
  onRequest((socket) => {
    socket.write(head)
    const drip = setInterval(() => socket.write('x'), 20)
    socket.on('close', () => clearInterval(drip))
  })

for (const [settings, status] of [
  [{}, 'up'],
  [{ slowThresholdMs: 700 }, 'degraded'],
] as const)
  test(`an endless body of unknown type is read only until it is known that the target is ${status}`, async (t) => {
    const target = await listen(t, dripAfter('HTTP/1.1 200 OK\r\n\r\n'))
    const { tools, deadlines } = withDeadlines(makeTools(t))
    const outcome = await check(t, target.url, { settings, timeoutMs: 2_000, tools })
    assert.deepEqual([outcome.status, deadlines[0]!.hasExpired], [status, false])
    await allClosed(target)
  })

for (const [kind, head] of Object.entries(ENDLESS))
  test(`a target with an endless body ${kind} is up`, async (t) => {
    const target = await listen(t, dripAfter(head))
    const outcome = await check(t, target.url, { timeoutMs: kind.includes('unknown') ? 1_000 : 8_000 })
    assert.deepEqual([...verdictOf(outcome), outcome.statusCode], [...UP, 200])
  })

for (const [kind, head] of Object.entries(HEADS_OF_SLOW_BODIES))
  test(`the head of a body ${kind} is enough when the body is not read`, async (t) => {
    const target = await listen(
      t,
      onRequest((socket) => void socket.write(head)),
    )
    const outcome = await check(t, target.url, { settings: { readBody: 'no' } })
    assert.deepEqual([...verdictOf(outcome), outcome.statusCode], [...UP, 200])
    await allClosed(target)
  })

test('the body of an unexpected response is read even when bodies are not read', async (t) => {
  const target = await listen(t, replyWith('HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\nno memory'))
  const outcome = await check(t, target.url, { settings: { readBody: 'no' } })
  assert.equal(outcome.response?.body, 'no memory')
})

const allClosed = (target: Target) => waitUntil(() => target.open.size === 0, 'the end of all connections')

test('a connection that is reset at once is a connection_error in any phase', async (t) => {
  const target = await listen(t, reset)
  const outcome = await check(t, target.url)
  assert.equal(outcome.errorType, 'connection_error')
  assert.match(outcome.errorMessage!, /^(connect|read) 127\.0\.0\.1:\d+: ECONNRESET$/)
})

test('a refused connection is a connection_error', async (t) => {
  const port = await closedPort()
  const outcome = await check(t, `http://127.0.0.1:${port}/`)
  assert.deepEqual(verdictOf(outcome), down('connection_error', `connect 127.0.0.1:${port}: ECONNREFUSED`))
  assert.equal(outcome.remoteAddress, '127.0.0.1')
})

test('an unanswered connection attempt is a timeout of the connect phase', async (t) => {
  const port = await openUnresponsivePort(t)
  const outcome = await check(t, `http://127.0.0.1:${port}/`, { timeoutMs: 300 })
  assert.deepEqual(verdictOf(outcome), down('timeout', `connect 127.0.0.1:${port}: no answer in 300 ms`))
})

test('an endless body passes after 2 MiB', async (t) => {
  const target = await listen(t, replyEndlessly('HTTP/1.1 200 OK\r\n\r\n', 'x'))
  assert.deepEqual(verdictOf(await check(t, target.url)), UP)
  await allClosed(target)
})

test('a compressed bomb in an unread body costs an HTTP check nothing', async (t) => {
  const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024))
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`
  const target = await listen(t, replyWith(Buffer.concat([Buffer.from(head), bomb])))
  assert.deepEqual(verdictOf(await check(t, target.url)), UP)
})

test('a check does not wait for the server to close the connection', async (t) => {
  const target = await listen(t, replyAndStayOpen(OK))
  // Waiting for the close would be a timeout
  assert.deepEqual(verdictOf(await check(t, target.url)), UP)
  await allClosed(target)
})

test('every check opens a new connection', async (t) => {
  const target = await listen(t, replyAndStayOpen(OK))
  for (let i = 0; i < 3; i++) await check(t, target.url)
  assert.equal(target.accepted, 3)
})

/** A response with only a status. */
const status = (code: number, headers = ''): string => `HTTP/1.1 ${code} X\r\nContent-Length: 0\r\n${headers}\r\n`

test('a status is judged by the expected statuses', async (t) => {
  const cases: [code: number, settings: CheckOptions['settings'], verdict: unknown[]][] = [
    [204, {}, UP],
    [299, {}, UP],
    [500, {}, down('status_code', 'status 500, expected 2xx')],
    [304, {}, down('status_code', 'status 304, expected 2xx')],
    [304, { followRedirects: false }, UP],
    [404, { followRedirects: false }, down('status_code', 'status 404, expected 2xx or 3xx')],
    [404, { expectedStatus: [404] }, UP],
    [200, { expectedStatus: [404] }, down('status_code', 'status 200, expected 404')],
    [200, { expectedStatus: [301, 302, 404] }, down('status_code', 'status 200, expected 301, 302 or 404')],
    [
      200,
      { expectedStatus: [401, 403, 405, 407, 409, 411, 413] },
      down('status_code', 'status 200, expected 401, 403, 405, 407, 409 or 2 others'),
    ],
    [200, { expectedStatus: [401, 402, 403, 404, 410] }, down('status_code', 'status 200, expected 401-404 or 410')],
    [101, { expectedStatus: [101] }, UP],
  ]
  for (const [code, settings, verdict] of cases) {
    const target = await listen(t, replyWith(status(code)))
    const outcome = await check(t, target.url, { settings: settings ?? {} })
    assert.deepEqual([verdictOf(outcome), outcome.statusCode], [verdict, code])
  }
})

test('a slow pass is degraded, and a slow failure stays a failure', async (t) => {
  const slowly = (text: string): Handler => onRequest((socket) => void setTimeout(() => socket.end(text), 60))
  const settings = { slowThresholdMs: 30 }
  const slow = await check(t, (await listen(t, slowly(OK))).url, { settings })
  assert.deepEqual([slow.status, slow.errorType], ['degraded', 'slow_response'])
  assert.match(slow.errorMessage!, /^answered in \d+ ms, slower than 30 ms$/)
  const broken = await check(t, (await listen(t, slowly(status(500)))).url, { settings })
  assert.equal(broken.errorType, 'status_code')
})

async function requestSeen(t: TestContext, settings: CheckOptions['settings'], path = '/'): Promise<string> {
  let seen = ''
  const target = await listen(
    t,
    onRequest((socket, request) => {
      seen = request
      socket.end(OK)
    }),
  )
  assert.deepEqual(verdictOf(await check(t, target.url + path, { settings: settings ?? {} })), UP)
  return seen
}

test('method, headers and body are sent as configured', async (t) => {
  const headers = { 'Content-Type': 'application/json', 'User-Agent': 'custom' }
  const seen = await requestSeen(t, { method: 'POST', headers, body: '{"name":"Zoë"}' }, '/api?x=1#top')
  assert.match(seen, /^POST \/api\?x=1 HTTP\/1\.1\r\n/)
  assert.match(seen, /\r\nContent-Length: 15\r\n/)
  assert.match(seen, /\r\nUser-Agent: custom\r\n/)
  assert.ok(seen.endsWith(`\r\n\r\n${Buffer.from('{"name":"Zoë"}').toString('latin1')}`))
})

for (const method of HTTP_METHODS)
  test(`${method} is sent with a body and without one`, async (t) => {
    const bare = await requestSeen(t, { method })
    const length = ['POST', 'PUT', 'PATCH'].includes(method) ? '0' : undefined
    assert.ok(bare.startsWith(`${method} / HTTP/1.1\r\n`))
    assert.equal(/\r\nContent-Length: (\d+)\r\n/.exec(bare)?.[1], length)
    assert.match(await requestSeen(t, { method, body: 'hello' }), /\r\nContent-Length: 5\r\n\r\nhello$/)
  })

test('a body of 64 KiB is sent in full', async (t) => {
  let received = 0
  const target = await listen(t, (socket) => {
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > 64 * 1024) socket.end(OK)
    })
  })
  const settings = { method: 'PUT', body: 'x'.repeat(64 * 1024) }
  assert.deepEqual(verdictOf(await check(t, target.url, { settings })), UP)
})

test('a HEAD request does not wait for a body', async (t) => {
  const target = await listen(t, replyAndStayOpen('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n'))
  assert.deepEqual(verdictOf(await check(t, target.url, { settings: { method: 'HEAD' } })), UP)
})

test('a hundred checks of a resetting target leak no handle', async (t) => {
  const target = await listen(t, reset)
  const tools = makeTools(t)
  const handles = () => process.getActiveResourcesInfo().filter((kind) => /TCPSocket|Timeout/.test(kind)).length
  const before = handles()
  const outcomes: ProberOutcome[] = await Promise.all(
    Array.from({ length: 100 }, () => check(t, target.url, { tools })),
  )
  assert.ok(outcomes.every((outcome) => outcome.status === 'down'))
  await allClosed(target)
  await waitUntil(() => handles() <= before, 'the end of all handles')
})
