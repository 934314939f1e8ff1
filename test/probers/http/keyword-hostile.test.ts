/** Keyword checks of bodies that are compression bombs, mislabeled or truncated. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import {
  assertHandled,
  type Expected,
  expectConnectionError,
  expectStatus,
  sendSlowly,
  UP,
} from '../../support/targets/hostile.ts'
import { type Handler, listen, replyEndlessly, replyWith } from '../../support/targets/targets.ts'
import { check, verdictOf } from '../check.ts'

const MIB = 1024 * 1024

const missing = (characters: string): Expected => ({
  errorType: 'keyword_missing',
  message: `"welcome" not found in ${characters} characters`,
  statusCode: 200,
})

const headFor = (length: number, coding: string, type = 'text/html'): Buffer =>
  Buffer.from(
    `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Encoding: ${coding}\r\nContent-Length: ${length}\r\n\r\n`,
  )

/** Sends this body with this Content-Encoding. */
const sending = (body: Buffer, coding: string, type?: string): Handler =>
  replyWith(Buffer.concat([headFor(body.length, coding, type), body]))

const proveKeyword = (t: TestContext, handler: Handler, expected: Expected, timeoutMs?: number) =>
  assertHandled(t, {
    type: 'KEYWORD',
    handler,
    expected,
    settings: { keywords: [{ text: 'welcome', shouldContain: true }] },
    ...(timeoutMs && { timeoutMs }),
  })

const repeated = (bytes: Buffer, times: number): Buffer => Buffer.concat(Array<Buffer>(times).fill(bytes))

/** A compressed mebibyte that can be repeated anywhere in a stream. */
const RAW_MIB = deflateRawSync(Buffer.alloc(MIB, 'a'), { finishFlush: constants.Z_FULL_FLUSH })

/** One gibibyte each. Brotli streams cannot be concatenated, so its bomb has only the size that is quick to create. */
const BOMBS: Record<string, Buffer> = {
  gzip: Buffer.concat([Buffer.from('1f8b0800000000000003', 'hex'), repeated(RAW_MIB, 1024)]),
  deflate: Buffer.concat([Buffer.from('789c', 'hex'), repeated(RAW_MIB, 1024)]),
  zstd: repeated(zstdCompressSync(Buffer.alloc(MIB, 'a')), 1024),
  br: brotliCompressSync(Buffer.alloc(64 * MIB, 'a'), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 },
  }),
}

for (const [coding, bomb] of Object.entries(BOMBS)) {
  test(`a ${coding} bomb of ${bomb.length} bytes is searched up to 2 MiB`, async (t) => {
    const before = process.memoryUsage().rss
    await proveKeyword(t, sending(bomb, coding), missing('2,097,152'))
    const grown = process.memoryUsage().rss - before
    assert.ok(grown < 128 * MIB, `${grown} bytes more`)
  })
}

test('a triply compressed bomb is searched up to 2 MiB', async (t) => {
  const bomb = gzipSync(gzipSync(gzipSync(Buffer.alloc(16 * MIB, 'a'))))
  assert.ok(bomb.length < 2_000)
  await proveKeyword(t, sending(bomb, 'gzip, gzip, gzip'), missing('2,097,152'))
})

test('a body with more than three codings is not decoded', async (t) => {
  let body = Buffer.from('welcome')
  for (let i = 0; i < 4; i++) body = gzipSync(body)
  const outcome = await check(t, (await serverOf(t, sending(body, 'gzip, gzip, gzip, gzip'))).url, KEYWORD)
  assert.deepEqual([outcome.status, outcome.errorType], ['down', 'keyword_missing'])
})

const KEYWORD = { type: 'KEYWORD', settings: { keywords: [{ text: 'welcome', shouldContain: true }] } } as const

const serverOf = listen

/** Text that compresses poorly, with the keyword in its first half. */
const PAGE = Buffer.from(`welcome ${Array.from({ length: 30_000 }, (_, i) => Math.sin(i).toString(36)).join(' ')}`)
const ENCODERS: Record<string, (body: Buffer) => Buffer> = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: zstdCompressSync,
}

for (const [coding, encode] of Object.entries(ENCODERS)) {
  test(`a truncated ${coding} body is searched up to its end`, async (t) => {
    const whole = encode(PAGE)
    await proveKeyword(t, sending(whole.subarray(0, whole.length >> 1), coding), UP)
  })

  test(`an invalid ${coding} body is reported`, async (t) => {
    const expected = {
      ...expectConnectionError(''),
      message: `read 127.0.0.1: the body is not "${coding}" as declared in its headers`,
    }
    for (const body of [Buffer.from('welcome, in plain text'), Buffer.alloc(100_000, 0xee)])
      await proveKeyword(t, sending(body, coding), { ...expected, statusCode: 200 })
  })

  test(`a ${coding} body with a damaged byte is reported, or searched as decoded`, async (t) => {
    const body = Buffer.from(encode(PAGE))
    for (let at = 3; at < body.length; at += Math.ceil(body.length / 20)) {
      body[at]! ^= 0x55
      const { url } = await serverOf(t, sending(body, coding))
      const { status, errorMessage } = await check(t, url, KEYWORD)
      assert.ok(status === 'up' || /not found in|the body is not/.test(errorMessage ?? ''), errorMessage ?? '')
      body[at]! ^= 0x55
    }
  })
}

test('an error page that cannot be decoded is reported by its status', async (t) => {
  const body = Buffer.from('oops')
  const head = headFor(body.length, 'gzip').toString().replace('200 OK', '503 Busy')
  await proveKeyword(t, replyWith(head + body.toString()), expectStatus(503))
})

test('a long coding name with control characters is shortened in the message', async (t) => {
  const coding = `${'\x1b[31m'.repeat(5_000)}, gzip`
  const { url } = await serverOf(t, sending(Buffer.from('welcome'), coding))
  const { errorMessage } = await check(t, url, KEYWORD)
  assert.match(errorMessage!, /^read 127\.0\.0\.1: the body is not "[ -~·]{1,40}…" as declared in its headers$/)
})

const EXPECTED: Record<string, [handler: Handler, expected: Expected]> = {
  'a body with an unknown coding is searched without decoding': [sending(Buffer.from('welcome'), 'rot13'), UP],
  'a coding named like an object method is unknown': [sending(Buffer.from('welcome'), 'constructor'), UP],
  'an empty body holds nothing': [sending(Buffer.alloc(0), 'gzip'), missing('0')],
  'an unknown character set is ignored': [sending(Buffer.from('welcome'), '', 'text/html; charset=x-nonsense'), UP],
  'a character set in NUL and quotes is passed over': [
    sending(Buffer.from('welcome'), '', 'text/html; charset="\0'),
    UP,
  ],
  'broken UTF-8 around the keyword harms nothing': [
    sending(Buffer.concat([Buffer.from([0xff, 0xc3]), Buffer.from('welcome'), Buffer.from([0xe2, 0x82])]), ''),
    UP,
  ],
  'UTF-16 of an odd length is read as far as it goes': [
    sending(
      Buffer.concat([Buffer.from('welcome', 'utf16le'), Buffer.from([0x41])]),
      '',
      'text/plain; charset=utf-16le',
    ),
    UP,
  ],
  'a keyword behind 2 MiB is not found': [
    sending(Buffer.from(`${'a'.repeat(2 * MIB)}welcome`), ''),
    missing('2,097,152'),
  ],
  'a keyword across 2 MiB is not found': [
    sending(Buffer.from(`${'a'.repeat(2 * MIB - 3)}welcome`), ''),
    missing('2,097,152'),
  ],
  'a keyword right before 2 MiB is found': [sending(Buffer.from(`${'a'.repeat(2 * MIB - 7)}welcome`), ''), UP],
  'a body without an end is searched to 2 MiB': [replyEndlessly('HTTP/1.1 200 OK\r\n\r\n', 'a'), missing('2,097,152')],
  'a body that breaks off was not searched': [
    replyWith('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nwelcome'),
    expectConnectionError('closed after 7 of 500 bytes', 200),
  ],
  'an endless slow body is a timeout even if it contains the keyword': [
    sendSlowly('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nwelcome', ' '),
    { errorType: 'timeout', message: /^read {at}: body not complete \(\d+ bytes\) in 250 ms$/, statusCode: 200 },
  ],
}

for (const [what, [handler, expected]] of Object.entries(EXPECTED)) {
  test(what, async (t) => void (await proveKeyword(t, handler, expected)))
}

test('concurrent bombs are all searched up to 2 MiB', async (t) => {
  const { url } = await serverOf(t, sending(BOMBS.br!, 'br'))
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => check(t, url, KEYWORD)))
  for (const outcome of outcomes)
    assert.deepEqual(verdictOf(outcome), ['down', 'keyword_missing', missing('2,097,152').message])
})
