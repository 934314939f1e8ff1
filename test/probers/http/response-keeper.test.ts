import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { MASK } from '../../../src/core/platform/sealing/sealed-fields.ts'
import type { FailureResponse } from '../../../src/core/results/failure-response.ts'
import { toGoodKey } from '../../../src/core/results/good-response.ts'
import { type Handler, listen, onRequest, replyEndlessly, replyWith } from '../../support/targets/targets.ts'
import { type CheckOptions, check } from '../check.ts'

async function keptOf(
  t: TestContext,
  handler: Handler,
  options: CheckOptions = {},
): Promise<FailureResponse | undefined> {
  const { url } = await listen(t, handler)
  return (await check(t, `${url}/`, options)).response
}

const page = (body: string | Buffer, head = '', status = '503 X'): Buffer =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`, 'latin1'),
    Buffer.from(body),
  ])

/** Body, whether it was truncated, and how many bytes were read. */
const bodyOf = (kept: FailureResponse | undefined) => kept && [kept.body, kept.bodyTruncated, kept.bodyBytes]

const KEYWORD = { type: 'KEYWORD', settings: { keywords: [{ text: 'welcome', shouldContain: true }] } } as const

const withSettings = (options: CheckOptions, settings: CheckOptions['settings']): CheckOptions => ({
  ...options,
  settings: { ...options.settings, ...settings },
})

for (const options of [{}, KEYWORD]) {
  const type = options === KEYWORD ? 'KEYWORD' : 'HTTP'

  test(`${type}: an unexpected status stores the response unchanged`, async (t) => {
    const head = 'Server: nginx\r\nContent-Type: text/plain\r\nSet-Cookie: a=b\r\n'
    assert.deepEqual(await keptOf(t, replyWith(page('the database is away', head)), options), {
      statusCode: 503,
      headers: [
        ['Server', 'nginx'],
        ['Content-Type', 'text/plain'],
        ['Set-Cookie', MASK],
        ['Content-Length', '20'],
      ],
      headersTruncated: false,
      contentType: 'text/plain',
      body: 'the database is away',
      bodyTruncated: false,
      bodyBytes: 20,
      redirectedTo: null,
    })
  })

  test(`${type}: a long error page is stored up to 4 KiB, at a character boundary`, async (t) => {
    const long = `x${'ü'.repeat(5_000)}`
    assert.deepEqual(bodyOf(await keptOf(t, replyWith(page(long)), options)), [`x${'ü'.repeat(2_047)}`, true, 10_001])
  })

  test(`${type}: an endless error page is read up to 2 MiB, and its beginning is stored`, async (t) => {
    const kept = await keptOf(t, replyEndlessly('HTTP/1.1 500 X\r\n\r\n', 'oops '), options)
    assert.deepEqual(bodyOf(kept), ['oops '.repeat(820).slice(0, 4_096), true, 2 * 1024 * 1024])
  })

  for (const [coding, compress] of Object.entries({
    gzip: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    zstd: zstdCompressSync,
  })) {
    const head = `Content-Encoding: ${coding}\r\n`
    test(`${type}: an error page in ${coding} is stored decoded`, async (t) => {
      const coded = compress('the database is away')
      const kept = await keptOf(t, replyWith(page(coded, head)), options)
      assert.deepEqual(bodyOf(kept), ['the database is away', false, coded.length])
    })

    test(`${type}: a bomb in ${coding} is stored up to 4 KiB`, async (t) => {
      const kept = await keptOf(t, replyWith(page(compress(Buffer.alloc(50_000_000, 'x')), head)), options)
      assert.deepEqual([kept?.body, kept?.bodyTruncated], ['x'.repeat(4_096), true])
    })
  }

  test(`${type}: a body that does not match its declared coding is stored unchanged`, async (t) => {
    const kept = await keptOf(t, replyWith(page('just text', 'Content-Encoding: gzip\r\n')), options)
    assert.deepEqual(bodyOf(kept), ['just text', false, 9])
  })

  test(`${type}: a body is decoded by the charset of its header, its document, or UTF-8`, async (t) => {
    const latin1 = Buffer.from('Störung', 'latin1')
    const head = 'Content-Type: text/plain; charset=iso-8859-1\r\n'
    assert.equal((await keptOf(t, replyWith(page(latin1, head)), options))?.body, 'Störung')
    const invalid = Buffer.from('Datenbank-Störung', 'latin1')
    assert.equal((await keptOf(t, replyWith(page(invalid)), options))?.body, 'Datenbank-St\ufffdrung')
  })

  test(`${type}: a binary body is not stored, but its size and type are`, async (t) => {
    const image = Buffer.from(Array.from({ length: 9_000 }, (_, at) => (at * 7_919) % 256))
    const kept = await keptOf(t, replyWith(page(image, 'Content-Type: image/png\r\n')), options)
    assert.deepEqual([...bodyOf(kept)!, kept?.contentType], [null, true, 9_000, 'image/png'])
  })

  test(`${type}: a NUL byte in a text is made visible`, async (t) => {
    const kept = await keptOf(t, replyWith(page('a long enough line\0')), options)
    assert.equal(kept?.body, 'a long enough line\ufffd')
  })

  test(`${type}: an empty body is stored as an empty text`, async (t) => {
    assert.deepEqual(bodyOf(await keptOf(t, replyWith('HTTP/1.1 503 X\r\nContent-Length: 0\r\n\r\n'), options)), [
      '',
      false,
      0,
    ])
  })

  test(`${type}: a response to HEAD is stored without a truncation mark`, async (t) => {
    const head = replyWith('HTTP/1.1 503 X\r\nContent-Length: 99\r\n\r\n')
    const kept = await keptOf(t, head, withSettings(options, { method: 'HEAD' }))
    assert.deepEqual(bodyOf(kept), ['', false, 0])
  })

  test(`${type}: chunks that arrive separately are joined`, async (t) => {
    const dripping = onRequest((socket) => {
      const pieces = [
        'HTTP/1.1 500 X\r\nTransfer-Encoding: chunked\r\n\r\n',
        '3\r\nthe\r\n',
        '4\r\n end\r\n',
        '0\r\n\r\n',
      ]
      const next = () => {
        const piece = pieces.shift()
        if (piece !== undefined) socket.write(piece, () => setImmediate(next))
      }
      next()
    })
    assert.deepEqual(bodyOf(await keptOf(t, dripping, options)), ['the end', false, 7])
  })

  test(`${type}: a truncated error page is stored up to its end`, async (t) => {
    const kept = await keptOf(t, replyWith('HTTP/1.1 500 X\r\nContent-Length: 99\r\n\r\nthe beg'), options)
    assert.deepEqual([kept?.statusCode, ...bodyOf(kept)!], [500, 'the beg', true, 7])
  })

  test(`${type}: an error page that never ends is stored at the timeout`, async (t) => {
    const open = onRequest((socket) => void socket.write('HTTP/1.1 500 X\r\nContent-Length: 99\r\n\r\nthe beg'))
    const kept = await keptOf(t, open, { ...options, timeoutMs: 300 })
    assert.deepEqual([kept?.statusCode, ...bodyOf(kept)!], [500, 'the beg', true, 7])
  })

  test(`${type}: a redirect that cannot be followed is stored without its body`, async (t) => {
    const kept = await keptOf(t, replyWith(page('gone fishing', 'Location: ftp://x/?key=1\r\n', '302 X')), options)
    assert.deepEqual([kept?.statusCode, ...bodyOf(kept)!], [302, '', true, 0])
    assert.deepEqual(kept?.headers[0], ['Location', `ftp://x/?${MASK}`])
  })

  test(`${type}: an endless redirect chain stores the last redirect`, async (t) => {
    const kept = await keptOf(t, replyWith('HTTP/1.1 301 X\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n'), options)
    assert.deepEqual([kept?.statusCode, ...bodyOf(kept)!], [301, '', false, 0])
    assert.match(kept?.redirectedTo ?? '', /^http:\/\/127\.0\.0\.1:\d+$/)
  })

  test(`${type}: a response after a redirect stores its origin but not its path`, async (t) => {
    const last = await listen(t, replyWith(page('no such page', '', '404 X')))
    const kept = await keptOf(
      t,
      replyWith(`HTTP/1.1 302 X\r\nLocation: ${last.url}/secret?token=1\r\nContent-Length: 0\r\n\r\n`),
      options,
    )
    assert.deepEqual([kept?.statusCode, kept?.body, kept?.redirectedTo], [404, 'no such page', last.url])
  })

  test(`${type}: secrets that the target echoes are masked`, async (t) => {
    const echo = onRequest((socket, request) => socket.end(page(request)))
    const headers = { Authorization: 'Bearer very-secret-token', 'X-Trace': 'shown' }
    const kept = await keptOf(t, echo, withSettings(options, { headers }))
    assert.doesNotMatch(JSON.stringify(kept), /very-secret/)
    assert.match(kept?.body ?? '', /Authorization: \*{8}\r\nX-Trace: shown/)
  })

  test(`${type}: a target without an HTTP response stores nothing`, async (t) => {
    assert.equal(await keptOf(t, (socket) => socket.end(), options), undefined)
    assert.equal(await keptOf(t, replyWith('SSH-2.0-OpenSSH_9.6\r\n'), options), undefined)
  })
}

test('a check that passes or is only slow stores no response', async (t) => {
  assert.equal(await keptOf(t, replyWith(page('fine', '', '200 OK'))), undefined)
  const slow = { settings: { slowThresholdMs: 1 } }
  const late = onRequest((socket) => void setTimeout(() => socket.end(page('fine', '', '200 OK')), 20))
  assert.equal(await keptOf(t, late, slow), undefined)
})

test('a response with an expected status stores its body for keyword checks only', async (t) => {
  const cut = replyWith('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nthe beg')
  assert.deepEqual(bodyOf(await keptOf(t, cut)), [null, true, 7])
  assert.deepEqual(bodyOf(await keptOf(t, cut, KEYWORD)), ['the beg', true, 7])
})

test('a page without its keyword is stored', async (t) => {
  const kept = await keptOf(t, replyWith(page('under construction', '', '200 OK')), KEYWORD)
  assert.deepEqual([kept?.statusCode, kept?.body], [200, 'under construction'])
})

test('a check that passes stores a new response, without the secrets of the request', async (t) => {
  const secret = 'Bearer 0123456789abcdef'
  const { url } = await listen(t, replyWith(page(`Welcome, ${secret}`, 'Server: shop\r\n', '200 OK')))
  const settings = { headers: { Authorization: secret } }
  const first = await check(t, `${url}/`, { settings, knownGood: [] })
  assert.deepEqual([first.status, first.response?.statusCode, first.response?.body], ['up', 200, `Welcome, ${MASK}`])
  const key = toGoodKey(200, first.remoteAddress, 0)
  assert.equal((await check(t, `${url}/`, { settings, knownGood: [key] })).response, undefined)
  const other = toGoodKey(200, '192.0.2.1', 0)
  assert.equal((await check(t, `${url}/`, { settings, knownGood: [other] })).response?.statusCode, 200)
})
