/** HTTP checks against servers that violate HTTP or TCP, stall, or flood. */
import { test } from 'node:test'
import {
  assertHandled,
  closeAtOnce,
  closeHalf,
  type Expected,
  expectConnectionError,
  expectStatus,
  expectTimeout,
  type HostileCase,
  replyThenReset,
  resetAtFirstByte,
  sendBytes,
  sendEndlessly,
  sendInPieces,
  sendNothing,
  sendSlowly,
  sendThenClose,
  UP,
} from '../../support/targets/hostile.ts'
import { type Handler, onRequest, replyAndStayOpen, replyEndlessly, replyWith } from '../../support/targets/targets.ts'

const HEAD = 'HTTP/1.1 200 OK\r\n'
const OK = `${HEAD}Content-Length: 2\r\n\r\nhi`
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`

const RESET = expectConnectionError('ECONNRESET')
const RESET_AFTER_HEAD = expectConnectionError('ECONNRESET', 200)

/** Behavior of the server and the expected outcome. */
type Cases = Record<string, Handler | [handler: Handler, expected: Expected] | HostileCase>

function proveAll(cases: Cases, otherwise: Expected): void {
  for (const [what, given] of Object.entries(cases)) {
    const [handler, expected] = Array.isArray(given) ? given : [given, otherwise]
    const hostile = typeof handler === 'function' ? { handler, expected } : handler
    const verdict = hostile.expected.errorType ?? 'up'
    test(`a server that ${what} is ${verdict}`, async (t) => void (await assertHandled(t, hostile)))
  }
}

proveAll(
  {
    'resets at the first byte of the request': [resetAtFirstByte, RESET],
    'resets in the status line': [replyThenReset('HTTP/1.1 2'), RESET],
    'resets in the headers': [replyThenReset(`${HEAD}Serv`), RESET],
    'resets behind the headers': replyThenReset(`${HEAD}Content-Length: 500\r\n\r\n`),
    'resets in the body': replyThenReset(`${HEAD}Content-Length: 500\r\n\r\nhello`),
    'resets in a chunk': replyThenReset(`${CHUNKED}ff\r\nhello`),
    'resets where only the end of the connection ends the body': replyThenReset(`${HEAD}\r\nhello`),
    'resets behind a whole answer': [replyThenReset(OK), UP],
    'closes at once': [closeAtOnce, expectConnectionError('connection closed without a response')],
    'closes its side and listens on': [closeHalf, expectConnectionError('connection closed without a response')],
    'closes in the status line': [
      replyWith('HTTP/1.1 2'),
      expectConnectionError('connection closed in the middle of the headers'),
    ],
    'closes in its headers': [
      replyWith(`${HEAD}Serv`),
      expectConnectionError('connection closed in the middle of the headers'),
    ],
    'closes in the body': [
      replyWith(`${HEAD}Content-Length: 9\r\n\r\nhi`),
      expectConnectionError('closed after 2 of 9 bytes', 200),
    ],
    'closes in a chunk': [
      replyWith(`${CHUNKED}9\r\nhi`),
      expectConnectionError('closed after 2 bytes of a chunked body', 200),
    ],
    'closes before the last chunk': [
      replyWith(`${CHUNKED}2\r\nhi\r\n`),
      expectConnectionError('closed after 2 bytes of a chunked body', 200),
    ],
    'closes behind interim responses': [
      replyWith('HTTP/1.1 100 Continue\r\n\r\n'),
      expectConnectionError('connection closed without a response'),
    ],
  },
  RESET_AFTER_HEAD,
)

proveAll(
  {
    'accepts and stalls': sendNothing,
    'sends only 100 Continue': [
      replyAndStayOpen('HTTP/1.1 100 Continue\r\n\r\n'),
      expectTimeout('headers not complete in 250 ms'),
    ],
    'drips its status line': [sendSlowly('', 'HTTP/1.1 200 OK'), expectTimeout('headers not complete in 250 ms')],
    'drips its headers': [sendSlowly(HEAD, 'a: b\r\n'), expectTimeout('headers not complete in 250 ms')],
    'drips its body': [
      sendSlowly(`${HEAD}Content-Length: 500\r\n\r\n`, 'x'),
      { errorType: 'timeout', message: /^read {at}: body not complete \(\d+ bytes\) in 250 ms$/, statusCode: 200 },
    ],
    'drips a chunk size': [sendSlowly(CHUNKED, '0', 10), expectTimeout('body not complete (0 bytes) in 250 ms', 200)],
    'drips trailers': [
      sendSlowly(`${CHUNKED}2\r\nhi\r\n0\r\n`, 'a: b\r\n'),
      expectTimeout('body not complete (2 bytes) in 250 ms', 200),
    ],
    'sends fewer bytes than its length and waits': [
      replyAndStayOpen(`${HEAD}Content-Length: 500\r\n\r\nhello`),
      expectTimeout('body not complete (5 bytes) in 250 ms', 200),
    ],
    'drips its whole answer, but in time': [sendInPieces(...OK), UP],
  },
  expectTimeout('no answer in 250 ms'),
)

const TOO_MUCH = expectConnectionError('headers over 65536 bytes')

proveAll(
  {
    'sends headers without an end': replyEndlessly(HEAD, 'X-More: and more\r\n'),
    'sends a header without an end': replyEndlessly(`${HEAD}X-More: `, 'and more '),
    'sends a status line without an end': replyEndlessly('HTTP/1.1 200 ', 'O'),
    'folds a header without an end': replyEndlessly(`${HEAD}X-More: a`, '\r\n b'),
    'sends interim responses without an end': [
      replyEndlessly('', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
      expectConnectionError('more than 16 interim responses'),
    ],
    'sends long interim responses': replyEndlessly(
      '',
      `HTTP/1.1 103 Early Hints\r\nLink: ${'x'.repeat(20_000)}\r\n\r\n`,
    ),
    'sends empty lines without an end': [
      sendEndlessly('', '\r\n'),
      { errorType: 'connection_error', message: /^read {at}: not an HTTP\/1\.1 response, "·"$/ },
    ],
    'sends zeros without an end': [sendEndlessly('', '\0'), expectConnectionError('not an HTTP/1.1 response, "·"')],
    'sends a body without an end': [replyEndlessly(`${HEAD}\r\n`, 'x'), UP],
    'sends more than a length of petabytes could hold': [
      replyEndlessly(`${HEAD}Content-Length: 999999999999999\r\n\r\n`, 'x'),
      UP,
    ],
    'sends chunks without an end': [replyEndlessly(CHUNKED, '2\r\nhi\r\n'), UP],
    'sends a chunk without an end': [replyEndlessly(`${CHUNKED}fffffffffff\r\n`, 'x'), UP],
    'sends a chunk extension without an end': [
      replyEndlessly(`${CHUNKED}2;`, 'and more '),
      expectConnectionError('chunk size line over 4096 bytes', 200),
    ],
    'sends little in chunks of much framing': [
      replyEndlessly(CHUNKED, `1;${'x'.repeat(4_000)}\r\nx\r\n`),
      expectConnectionError('chunked body with more chunk overhead than data', 200),
    ],
    'sends a chunk size without an end': [
      replyEndlessly(CHUNKED, '0'),
      expectConnectionError('chunk size with too many digits', 200),
    ],
    'sends trailers without an end': [
      replyEndlessly(`${CHUNKED}0\r\n`, 'a: b\r\n'),
      expectConnectionError('trailer section over 65536 bytes', 200),
    ],
  },
  TOO_MUCH,
)

const withLength = (length: string): Handler => replyWith(`${HEAD}Content-Length: ${length}\r\n\r\nhi`)
const noLength = (shown: string): Expected => expectConnectionError(`content-length is not a number, "${shown}"`, 200)

proveAll(
  {
    'sends more than its length': replyWith(`${HEAD}Content-Length: 2\r\n\r\nhi, and some more`),
    'sends a second answer behind the first': replyWith(`${OK}${HEAD}Content-Length: 500\r\n\r\n`),
    'sends its length twice': replyWith(`${HEAD}Content-Length: 2\r\nContent-Length: 2\r\n\r\nhi`),
    'sends a length with its chunks': replyWith(
      `${HEAD}Content-Length: 500\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n`,
    ),
    'sends Transfer-Encoding chunked twice': replyWith(
      `${HEAD}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n`,
    ),
    'sends two different lengths': [
      replyWith(`${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\nhi`),
      expectConnectionError('conflicting content-lengths, "2, 3"', 200),
    ],
    'sends a negative length': [withLength('-2'), noLength('-2')],
    'sends a length with a sign': [withLength('+2'), noLength('+2')],
    'sends a hexadecimal length': [withLength('0x2'), noLength('0x2')],
    'sends an empty length': [withLength(''), noLength('')],
    'sends a length in words': [withLength('two\x00\x1b[31m'), noLength('two·[31m')],
    'sends a length of 2^64': [
      withLength('18446744073709551616'),
      expectConnectionError('content-length too large, "18446744073709551616"', 200),
    ],
    'sends an unrequested transfer coding': [
      replyWith(`${HEAD}Transfer-Encoding: gzip, chunked\r\n\r\n`),
      expectConnectionError('unsupported transfer-encoding, "gzip, chunked"', 200),
    ],
    ...Object.fromEntries(
      ['-1', '0x5', 'G', ' 5', '5 hello', '"5"'].map((size): [string, [Handler, Expected]] => [
        `sends a chunk of size ${JSON.stringify(size)}`,
        [
          replyWith(`${CHUNKED}${size}\r\nhello\r\n0\r\n\r\n`),
          size === '5 hello' ? UP : expectConnectionError('chunk size is not a number', 200),
        ],
      ]),
    ),
    'sends a chunk without a size': [replyWith(`${CHUNKED}\nhi`), expectConnectionError('chunk without a size', 200)],
    'sends a chunk of 2^64 bytes': [
      replyWith(`${CHUNKED}10000000000000000\r\nhi`),
      expectConnectionError('chunk size with too many digits', 200),
    ],
    'sends more bytes than the chunk size': [
      replyWith(`${CHUNKED}2\r\nhello\r\n0\r\n\r\n`),
      expectConnectionError('chunk longer than its size', 200),
    ],
  },
  UP,
)

proveAll(
  {
    'ends lines with only LF': replyWith('HTTP/1.1 200 OK\nContent-Length: 2\n\nhi'),
    'folds its headers': replyWith(`${HEAD}X-A: a\r\n\tb\r\nContent-Length:\r\n 2\r\n\r\nhi`),
    'has NUL in its headers': replyWith(`${HEAD}X-A: a\0b\r\nContent-Length: 2\r\n\r\nhi`),
    'has control characters in its reason': replyWith('HTTP/1.1 200 \x1b[31mOK\0\r\nContent-Length: 2\r\n\r\nhi'),
    'has headers that are none': replyWith(`${HEAD}nonsense\r\n: x\r\n \r\nContent-Length: 2\r\n\r\nhi`),
    'has no headers': replyWith(`${HEAD}\r\nhi`),
    'has no reason': replyWith('HTTP/1.1 200\r\n\r\n'),
    'speaks HTTP/1.0': replyWith('HTTP/1.0 200 OK\r\n\r\nhi'),
    'answers before it is asked': sendBytes(OK),
    'answers before it is asked and closes': sendThenClose(OK),
    'asks to go on and answers': replyWith(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${OK}`),
    'sends a body with 204': [
      replyWith('HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello'),
      { ...UP, statusCode: 204 },
    ],
    'sends a body with 304': [
      replyWith('HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nhello'),
      expectStatus(304),
    ],
    'sends a body after HEAD': { handler: replyWith(OK), expected: UP, settings: { method: 'HEAD' } },
    'switches protocols unasked': [
      replyAndStayOpen('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\x81\x05hello'),
      expectStatus(101),
    ],
    'answers with a status over 599': [replyWith('HTTP/1.1 999 Request denied\r\n\r\n'), expectStatus(999)],
  },
  UP,
)

const noStatus = (shown: string): Expected => expectConnectionError(`not an HTTP/1.1 status line, "${shown}"`)
const notHttp = (shown: string): Expected => expectConnectionError(`not an HTTP/1.1 response, "${shown}"`)

proveAll(
  {
    'answers with status 000': [replyWith('HTTP/1.1 000 X\r\n\r\n'), noStatus('HTTP/1.1 000 X·')],
    'answers with a status of two digits': [replyWith('HTTP/1.1 99 X\r\n\r\n'), noStatus('HTTP/1.1 99 X·')],
    'answers with a status of four digits': [replyWith('HTTP/1.1 2000 X\r\n\r\n'), noStatus('HTTP/1.1 2000 X·')],
    'answers with a status in words': [replyWith('HTTP/1.1 OK\r\n\r\n'), noStatus('HTTP/1.1 OK·')],
    'answers without a status': [replyWith('HTTP/1.1\r\n\r\n'), noStatus('HTTP/1.1·')],
    'answers without a space': [replyWith('HTTP/1.1200 OK\r\n\r\n'), noStatus('HTTP/1.1200 OK·')],
    'speaks HTTP/0.9': [replyWith('<!doctype html><title>hi</title>'), notHttp('<!doctype html><title>hi</title>')],
    'sends an HTTP/2 status line': [replyWith('HTTP/2 200\r\n\r\n'), notHttp('HTTP/2 200·')],
    'speaks HTTP/2': [
      sendBytes(Buffer.from('00001204000000000000030000008000040001000000050 0ffffff'.replaceAll(' ', ''), 'hex')),
      expectConnectionError('not an HTTP/1.1 response, but HTTP/2'),
    ],
    'speaks TLS': [
      onRequest((socket) => socket.end(Buffer.from('15030100020246', 'hex'))),
      expectConnectionError('not an HTTP/1.1 response, but TLS, as behind https://'),
    ],
    'speaks SSH': [sendBytes('SSH-2.0-OpenSSH_9.9\r\n'), notHttp('SSH-2.0-OpenSSH_9.9·')],
    'speaks SMTP': [sendBytes('220 mail.example ESMTP\r\n'), notHttp('220 mail.example ESMTP·')],
    'echoes the request': [
      onRequest((socket, request) => socket.end(request)),
      notHttp('GET / HTTP/1.1·Host: {at}·Use…'),
    ],
    'sends an empty line first': [replyWith(`\r\n${OK}`), notHttp('·HTTP/1.1 200 OK·Content-Length: 2·hi')],
    'answers in binary': [sendBytes(Buffer.alloc(300, 0xff)), notHttp('·')],
  },
  UP,
)
