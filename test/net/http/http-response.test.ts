import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadResponse } from '../../../src/net/http/http-head.ts'
import type { HttpMethod } from '../../../src/net/http/http-request.ts'
import { includeEveryByte, ResponseReader } from '../../../src/net/http/http-response.ts'

interface Read {
  status: number | undefined
  body: string
  /** Problem with the response; null when it is complete. */
  problem: string | null
  isCut: boolean
}

/** Feeds the pieces one after another through one buffer, like a socket, then ends the connection. */
function read(pieces: Buffer[], method: HttpMethod = 'GET', maxBodyBytes = 1_000): Read {
  const reader = new ResponseReader({ method, keepsBytes: includeEveryByte, maxBodyBytes, skipsBody: () => false })
  const problem = feed(reader, pieces)
  return { status: reader.head?.status, body: reader.getBody().toString('latin1'), problem, isCut: reader.isCut }
}

function feed(reader: ResponseReader, pieces: Buffer[]): string | null {
  const chunk = Buffer.alloc(256 * 1024)
  try {
    for (const piece of pieces) {
      // Remains of an earlier read must never be parsed
      chunk.fill(0x0a)
      piece.copy(chunk)
      if (reader.push(chunk, piece.length)) return null
    }
    return reader.finish()
  } catch (error) {
    if (error instanceof BadResponse) return error.message
    throw error
  }
}

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')
const readText = (text: string, method?: HttpMethod, maxBodyBytes?: number): Read =>
  read([bytes(text)], method, maxBodyBytes)

const OK = 'HTTP/1.1 200 OK\r\n'

const GOOD: Record<string, { text: string; body: string; status?: number; method?: HttpMethod }> = {
  'with a length': { text: `${OK}Content-Length: 5\r\n\r\nhello, and more`, body: 'hello' },
  'with a length of nothing': { text: `${OK}Content-Length: 0\r\n\r\nmore`, body: '' },
  'that ends with the connection': { text: `${OK}\r\nhello\r\n\r\nworld`, body: 'hello\r\n\r\nworld' },
  'of no bytes that ends with the connection': { text: `${OK}\r\n`, body: '' },
  'in chunks': {
    text: `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n, all!\r\n0\r\n\r\n`,
    body: 'hello, all!',
  },
  'in chunks with extensions, padding and trailers': {
    text: `${OK}transfer-encoding:CHUNKED\r\n\r\n005;a="b;c"\r\nhello\r\n2  \r\n!!\r\n0\r\nX-Sum: 1\r\nX-More: 2\r\n\r\nrest`,
    body: 'hello!!',
  },
  'in chunks and with a length, which then does not count': {
    text: `${OK}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    body: 'hello',
  },
  'with lines that end in LF only': {
    text: 'HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nhello\n0\n\n',
    body: 'hello',
  },
  'with the same length twice': { text: `${OK}Content-Length: 2\r\ncontent-length: 2, 2\r\n\r\nhi`, body: 'hi' },
  'behind interim responses': {
    text: 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\nno',
    status: 404,
    body: 'no',
  },
  'with a status that means nothing': {
    text: 'HTTP/1.1 999 No\r\nContent-Length: 2\r\n\r\nno',
    status: 999,
    body: 'no',
  },
  'in chunks, with two headers': {
    text: `${OK}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n`,
    body: 'hi',
  },
  'in many small chunks': {
    text: `${OK}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(900)}0\r\n\r\n`,
    body: 'x'.repeat(900),
  },
  'in chunks that are signed': {
    text: `${OK}Transfer-Encoding: chunked\r\n\r\n${`64;signature=${'a'.repeat(150)}\r\n${'x'.repeat(100)}\r\n`.repeat(9)}0\r\n\r\n`,
    body: 'x'.repeat(900),
  },
  'that switches protocols': {
    text: 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\x81',
    status: 101,
    body: '',
  },
  'to HEAD': { text: `${OK}Content-Length: 500\r\n\r\n`, method: 'HEAD', body: '' },
  'without content': { text: 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n', status: 204, body: '' },
  'that is not modified': {
    text: 'HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n',
    status: 304,
    body: '',
  },
  'of HTTP/1.0 without a reason': { text: 'HTTP/1.0 200\r\n\r\nold', body: 'old' },
  'with folded, odd and nameless headers': {
    text: `${OK}X-Long: a\r\n  b\r\nno colon\r\n: no name\r\nContent-Length : 2\r\n\r\nhi`,
    body: 'hi',
  },
}

for (const [kind, { text, body, status = 200, method }] of Object.entries(GOOD)) {
  test(`a response ${kind} is read`, () => {
    assert.deepEqual(readText(text, method), { status, body, problem: null, isCut: false })
  })
}

const BAD: Record<string, { text: string; problem: string | RegExp }> = {
  'of another protocol': {
    text: 'SSH-2.0-OpenSSH_9.9\r\n',
    problem: 'not an HTTP/1.1 response, "SSH-2.0-OpenSSH_9.9·"',
  },
  'of HTTP/2': { text: 'HTTP/2 200\r\n\r\n', problem: 'not an HTTP/1.1 response, "HTTP/2 200·"' },
  'in TLS': {
    text: '\x15\x03\x01\x00\x02\x02\x50',
    problem: 'not an HTTP/1.1 response, but TLS, as behind https://',
  },
  'in HTTP/2 unasked': { text: '\0\0\x12\x04\0\0\0\0\0\0\x03', problem: 'not an HTTP/1.1 response, but HTTP/2' },
  'with a status of two digits': {
    text: 'HTTP/1.1 20 OK\r\n\r\n',
    problem: /not an HTTP\/1.1 status line, "HTTP\/1.1 20 OK·?"/,
  },
  'with a status of four digits': { text: 'HTTP/1.1 2000 OK\r\n\r\n', problem: /status line/ },
  'with a status of nothing': { text: 'HTTP/1.1 000 Wow\r\n\r\n', problem: /status line/ },
  'with a negative status': { text: 'HTTP/1.1 -200 OK\r\n\r\n', problem: /status line/ },
  'with two lengths': {
    text: `${OK}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
    problem: 'conflicting content-lengths, "5, 6"',
  },
  'with a negative length': {
    text: `${OK}Content-Length: -5\r\n\r\n`,
    problem: 'content-length is not a number, "-5"',
  },
  'with a length of 2^64': {
    text: `${OK}Content-Length: 18446744073709551616\r\n\r\n`,
    problem: 'content-length too large, "18446744073709551616"',
  },
  'with an empty length': { text: `${OK}Content-Length:\r\n\r\n`, problem: 'content-length is not a number, ""' },
  'with a hexadecimal length': { text: `${OK}Content-Length: 0x5\r\n\r\n`, problem: /not a number/ },
  'in a coding that was not requested': {
    text: `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n`,
    problem: 'unsupported transfer-encoding, "gzip, chunked"',
  },
  'with a chunk size that is not a number': {
    text: `${OK}Transfer-Encoding: chunked\r\n\r\nfive\r\nhello\r\n`,
    problem: 'chunk size is not a number',
  },
  'with a chunk without a size': {
    text: `${OK}Transfer-Encoding: chunked\r\n\r\n\r\nhello\r\n`,
    problem: /chunk size/,
  },
  'with a chunk whose size overflows': {
    text: `${OK}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(14)}\r\n`,
    problem: 'chunk size with too many digits',
  },
  'with a chunk longer than its size': {
    text: `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n`,
    problem: 'chunk longer than its size',
  },
  'whose chunks are mostly framing': {
    text: `${OK}Transfer-Encoding: chunked\r\n\r\n${`1;${'a'.repeat(1_000)}\r\nx\r\n`.repeat(20)}0\r\n\r\n`,
    problem: 'chunked body with more chunk overhead than data',
  },
  'whose chunks end in ever more line ends': {
    text: `${OK}Transfer-Encoding: chunked\r\n\r\n${`1\r\nx${'\r'.repeat(1_000)}\n`.repeat(20)}0\r\n\r\n`,
    problem: 'chunked body with more chunk overhead than data',
  },
  'with an endless chunk extension': {
    text: `${OK}Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(5_000)}`,
    problem: 'chunk size line over 4096 bytes',
  },
  'with endless trailers': {
    text: `${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n${'a: b\r\n'.repeat(12_000)}`,
    problem: 'trailer section over 65536 bytes',
  },
  'with headers over 64 KiB': { text: `${OK}${'a: b\r\n'.repeat(12_000)}\r\n`, problem: 'headers over 65536 bytes' },
  'with one header over 64 KiB': { text: `${OK}a: ${'b'.repeat(70_000)}\r\n\r\n`, problem: 'headers over 65536 bytes' },
  'behind endless interim responses': {
    text: 'HTTP/1.1 102 Wait\r\n\r\n'.repeat(20),
    problem: 'more than 16 interim responses',
  },
  'behind interim responses over 64 KiB': {
    text: `HTTP/1.1 102 Wait\r\nx: ${'y'.repeat(30_000)}\r\n\r\n`.repeat(3),
    problem: 'headers over 65536 bytes',
  },
  'that is none': { text: '', problem: 'connection closed without a response' },
  'that ends after an interim response': {
    text: 'HTTP/1.1 100 Continue\r\n\r\n',
    problem: 'connection closed without a response',
  },
  'that ends in its headers': { text: `${OK}Content-Le`, problem: 'connection closed in the middle of the headers' },
  'shorter than its length': { text: `${OK}Content-Length: 500\r\n\r\nhello`, problem: 'closed after 5 of 500 bytes' },
  'that ends in a chunk': {
    text: `${OK}Transfer-Encoding: chunked\r\n\r\n10\r\nhello`,
    problem: 'closed after 5 bytes of a chunked body',
  },
  'that ends before the last chunk': {
    text: `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`,
    problem: 'closed after 5 bytes of a chunked body',
  },
}

for (const [kind, { text, problem }] of Object.entries(BAD)) {
  test(`a response ${kind} is refused`, () => {
    const said = readText(text).problem
    if (typeof problem === 'string') assert.equal(said, problem)
    else assert.match(said ?? '', problem)
  })
}

const outcome = ({ status, body, problem, isCut }: Read): string => JSON.stringify([status, body, problem, isCut])

test('a response split in two at any point gives the same result', () => {
  for (const { text, method } of [...Object.values(GOOD), ...shortOnes()]) {
    const whole = outcome(readText(text, method))
    const all = bytes(text)
    for (let at = 0; at <= all.length; at++) {
      const split = outcome(read([all.subarray(0, at), all.subarray(at)], method))
      assert.equal(split, whole, `split at ${at}: ${JSON.stringify(text)}`)
    }
  }
})

test('a response read byte by byte gives the same result', () => {
  for (const { text, method } of [...Object.values(GOOD), ...shortOnes()]) {
    const drops = Array.from(bytes(text), (byte) => Buffer.from([byte]))
    assert.equal(outcome(read(drops, method)), outcome(readText(text, method)), JSON.stringify(text))
  }
})

/** Excerpts in messages depend on the received length, so excerpts of other protocols may differ. */
function shortOnes(): { text: string; method?: HttpMethod }[] {
  return Object.entries(BAD)
    .filter(([kind, { text }]) => text.length < 1_000 && !/another protocol|HTTP\/2|in TLS/.test(kind))
    .map(([, { text }]) => ({ text }))
}

test('random splits of random responses never change the result or throw other errors', () => {
  const random = seeded(20_260_131)
  const alphabet = [
    'HTTP/1.1 200 OK',
    '\r\n',
    '\n',
    '\r',
    ':',
    ' ',
    '5',
    '0',
    'Content-Length',
    'Transfer-Encoding: chunked',
    'a',
    ';',
    '\t',
    '\0',
  ]
  for (let round = 0; round < 3_000; round++) {
    const words = Array.from({ length: 1 + random(20) }, () => alphabet[random(alphabet.length)]!)
    const all = bytes(OK + words.join(''))
    const whole = outcome(read([all]))
    const at = random(all.length)
    const then = at + random(all.length - at)
    assert.equal(
      outcome(read([all.subarray(0, at), all.subarray(at, then), all.subarray(then)])),
      whole,
      JSON.stringify(all.toString('latin1')),
    )
  }
})

/** A small linear congruential generator: the same rounds on every machine. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

test('reading stops at the limit, which completes the response', () => {
  const long = 'x'.repeat(2_000)
  for (const text of [
    `${OK}Content-Length: 2000\r\n\r\n${long}`,
    `${OK}\r\n${long}`,
    `${OK}Transfer-Encoding: chunked\r\n\r\n7d0\r\n${long}\r\n`,
  ]) {
    assert.deepEqual(readText(text, 'GET', 100), { status: 200, body: 'x'.repeat(100), problem: null, isCut: true })
  }
})

test('an unneeded body is counted and not kept', () => {
  const reader = new ResponseReader({ method: 'GET', keepsBytes: () => 0, maxBodyBytes: 100, skipsBody: () => false })
  assert.equal(feed(reader, [bytes(`${OK}Content-Length: 5\r\n\r\nhello`)]), null)
  assert.deepEqual([reader.bodyBytes, reader.getBody().length], [5, 0])
})

test('a response is complete after its head when its body is skipped', () => {
  const skipsBody = ({ status }: { status: number }) => status === 302
  const reader = new ResponseReader({ method: 'GET', keepsBytes: includeEveryByte, maxBodyBytes: 100, skipsBody })
  assert.equal(reader.push(bytes('HTTP/1.1 302 Found\r\nContent-Length: 5\r\n\r\n'), 41), true)
})

test('headers are found whatever their case, and repeated ones are joined', () => {
  const reader = new ResponseReader({ method: 'GET', keepsBytes: () => 0, maxBodyBytes: 100, skipsBody: () => false })
  feed(reader, [
    bytes(`${OK}X-One:  1 \r\nset-cookie: a=1\r\nSET-COOKIE: b=2\r\nX-Fold: a\r\n\t b\r\nContent-Length: 0\r\n\r\n`),
  ])
  const { headers } = reader.head!
  assert.equal(headers.get('x-one'), '1')
  assert.equal(headers.get('set-cookie'), 'a=1, b=2')
  assert.equal(headers.get('x-fold'), 'a b')
  assert.equal(headers.get('one'), undefined)
})
