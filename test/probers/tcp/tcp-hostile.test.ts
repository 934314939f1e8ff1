/** TCP checks against servers whose greeting is wrong, slow, endless or of another protocol. */
import { test } from 'node:test'
import {
  assertHandled,
  closeAtOnce,
  closeHalf,
  type Expected,
  expectConnectionError,
  expectTimeout,
  type HostileCase,
  resetAtFirstByte,
  sendBytes,
  sendEndlessly,
  sendInPieces,
  sendNothing,
  sendSlowly,
  sendThenClose,
  sendThenReset,
} from '../../support/targets/hostile.ts'
import { type Handler, replyWith } from '../../support/targets/targets.ts'

const UP: Expected = { status: 'up', errorType: null, message: null, statusCode: null }

/** Behavior of the server, its protocol, its handler, and the expected outcome. */
type Row = [
  what: string,
  protocol: string,
  handler: Handler,
  expected: Expected,
  words?: { send?: string; expect?: string },
]

const SMTP = 'an SMTP greeting (220)'
const POP3 = 'a POP3 greeting (+OK)'
const IMAP = 'an IMAP greeting (* OK)'
const FTP = 'an FTP greeting (220)'
const SSH = 'an SSH version (SSH-2.0)'

const wrong = (name: string, line: string): Expected => expectConnectionError(`not ${name}, "${line}"`)

/** The outcome when an answer is cut off before its first line ends. */
const cutOff = (name: string): Expected => ({
  errorType: 'connection_error',
  message: new RegExp(`^read \\{at\\}: no ${name} in "[^"]{0,42}"$`),
})

const ROWS: Row[] = [
  ['greets over several lines', 'smtp', sendBytes('220-mail.example\r\n220-no spam\r\n220 ready\r\n'), UP],
  ['greets without a word', 'smtp', sendBytes('220\r\n'), UP],
  ['refuses with 554', 'smtp', sendBytes('554 no SMTP service here\r\n'), wrong(SMTP, '554 no SMTP service here')],
  ['is busy with 421', 'smtp', sendThenClose('421 too many connections\r\n'), wrong(SMTP, '421 too many connections')],
  ['refuses and then greets', 'smtp', sendBytes('554 no\r\n220 ready\r\n'), wrong(SMTP, '554 no')],
  ['sends an empty line first', 'smtp', sendBytes('\r\n220 ready\r\n'), wrong(SMTP, '')],
  ['greets after a pause', 'smtp', sendInPieces('2', '2', '0 ', 'ready\r', '\n'), UP],
  ['speaks SSH instead', 'smtp', sendBytes('SSH-2.0-OpenSSH_9.9\r\n'), wrong(SMTP, 'SSH-2.0-OpenSSH_9.9')],
  ['speaks POP3 instead', 'smtp', sendBytes('+OK ready\r\n'), wrong(SMTP, '+OK ready')],
  ['sends color codes', 'smtp', sendBytes('\x1b[31m220 ready\r\n'), wrong(SMTP, '·[31m220 ready')],
  ['has a number too long', 'ftp', sendBytes('2200 ready\r\n'), wrong(FTP, '2200 ready')],
  ['refuses with 421', 'ftp', sendThenClose('421 Service not available\r\n'), wrong(FTP, '421 Service not available')],
  ['asks to wait with 120', 'ftp', sendBytes('120 ready in 5 minutes\r\n'), wrong(FTP, '120 ready in 5 minutes')],
  ['greets over several lines', 'ftp', sendBytes('220-Welcome\r\n 220 \r\n220 ready\r\n'), UP],
  ['refuses', 'pop3', sendBytes('-ERR [SYS/TEMP] no\r\n'), wrong(POP3, '-ERR [SYS/TEMP] no')],
  ['greets in small letters', 'pop3', sendBytes('+ok ready\n'), UP],
  ['is okay about something else', 'pop3', sendBytes('+OKAY\r\n'), wrong(POP3, '+OKAY')],
  ['says goodbye', 'imap', sendThenClose('* BYE too many\r\n'), wrong(IMAP, '* BYE too many')],
  ['greets the caller as authenticated', 'imap', sendBytes('* PREAUTH IMAP4rev2 welcome\r\n'), UP],
  ['answers a command that was not sent', 'imap', sendBytes('a1 OK ready\r\n'), wrong(IMAP, 'a1 OK ready')],
  ['warns before its version', 'ssh', sendBytes('Go away\r\n\r\nreally\r\nSSH-2.0-x\r\n'), UP],
  ['supports both versions', 'ssh', sendBytes('SSH-1.99-old\n'), UP],
  ['supports only the old version', 'ssh', sendBytes('SSH-1.5-old\r\n'), wrong(SSH, 'SSH-1.5-old')],
  [
    'uses SMTP instead and waits',
    'ssh',
    sendBytes('220 mail.example ESMTP\r\n'),
    expectConnectionError('no SSH version (SSH-2.0) in "220 mail.example ESMTP·" in 250 ms'),
  ],
  [
    'sends half of its version',
    'ssh',
    sendBytes('SSH-2.0'),
    expectTimeout('no SSH version (SSH-2.0) in "SSH-2.0" in 250 ms'),
  ],
  [
    'closes after a warning',
    'ssh',
    sendThenClose('Go away\r\n'),
    expectConnectionError('connection closed, no SSH version (SSH-2.0) in "Go away·"'),
  ],
  ['warns without an end', 'ssh', sendEndlessly('', 'Go away\r\n'), cutOff('SSH version \\(SSH-2\\.0\\)')],
  ['drips a greeting without an end', 'smtp', sendEndlessly('', '2'), cutOff('SMTP greeting \\(220\\)')],
  ['greets with a megabyte', 'ftp', sendBytes(Buffer.alloc(1024 * 1024, '2')), cutOff('FTP greeting \\(220\\)')],
  [
    'greets with a megabyte behind the number',
    'ftp',
    sendBytes(`220 ${'x'.repeat(1024 * 1024)}\r\n`),
    cutOff('FTP greeting \\(220\\)'),
  ],
  ['greets and then floods', 'imap', sendEndlessly('* OK ready\r\n', Buffer.alloc(64, 0xff)), UP],
  [
    'answers in binary',
    'pop3',
    sendThenClose(Buffer.alloc(64, 0x80)),
    expectConnectionError('connection closed, no POP3 greeting (+OK) in "·"'),
  ],
  ['sends zero bytes', 'imap', sendThenClose('\0\0\0\r\n'), wrong(IMAP, '·')],
  ['says nothing', 'imap', sendNothing, expectTimeout('no answer in 250 ms')],
  ['closes at once', 'imap', closeAtOnce, expectConnectionError('connection closed, no answer')],
  ['closes its side only', 'imap', closeHalf, expectConnectionError('connection closed, no answer')],
  ['resets in the greeting', 'imap', sendThenReset('* OK'), { errorType: 'connection_error', message: /ECONNRESET$/ }],
  ['answers a wrong status', 'http', replyWith('HTTP/1.1 500 Oops\r\n\r\n'), UP],
  ['answers a status over 599', 'http', replyWith('HTTP/1.1 999 No\r\n\r\n'), UP],
  ['answers no status', 'http', replyWith('HTTP/1.1 0\r\n\r\n'), wrong('an HTTP status line', 'HTTP/1.1 0')],
  [
    'drips its status line',
    'http',
    sendSlowly('', 'HTTP/1.1 200 OK'),
    { errorType: 'timeout', message: /^read {at}: no HTTP status line in "HT[^"]*" in 250 ms$/ },
  ],
  ['resets at the request', 'http', resetAtFirstByte, expectConnectionError('ECONNRESET')],
  ['answers in pieces', 'generic', sendInPieces('P', 'O', 'N', 'G'), UP, { send: 'PING', expect: 'PONG' }],
  [
    'answers behind 16 KiB',
    'generic',
    sendBytes(`${'x'.repeat(16 * 1024)}PONG`),
    expectConnectionError('"PONG" not found in 16384 bytes'),
    { expect: 'PONG' },
  ],
  [
    'answers across 16 KiB',
    'generic',
    sendBytes(`${'x'.repeat(16 * 1024 - 2)}PONG`),
    expectConnectionError('"PONG" not found in 16384 bytes'),
    { expect: 'PONG' },
  ],
  ['answers right before 16 KiB', 'generic', sendBytes(`${'x'.repeat(16 * 1024 - 4)}PONG`), UP, { expect: 'PONG' }],
  [
    'answers half of it and closes',
    'generic',
    sendThenClose('PON'),
    expectConnectionError('connection closed, "PONG" not found in 3 bytes'),
    { expect: 'PONG' },
  ],
  [
    'answers in other letters',
    'generic',
    sendThenClose('pong'),
    expectConnectionError('connection closed, "PONG" not found in 4 bytes, but it is there in another case'),
    { expect: 'PONG' },
  ],
  ['answers in UTF-8', 'generic', sendInPieces(Buffer.from([0xc3]), Buffer.from([0xbc])), UP, { expect: 'ü' }],
  [
    'closes without reading',
    'generic',
    closeAtOnce,
    { errorType: 'connection_error', message: /^read {at}: (connection closed, no answer|ECONNRESET)$/ },
    { send: 'x'.repeat(4096) },
  ],
]

for (const [what, protocol, handler, expected, words] of ROWS) {
  test(`${protocol}: a server that ${what} is ${expected.errorType ?? 'up'}`, async (t) => {
    const settings = { protocol, protocolValidation: { enabled: true, ...words } }
    const isPatient = expected.errorType === 'timeout' || /in 250 ms/.test(String(expected.message))
    const hostile: HostileCase = { type: 'TCP', handler, expected, settings, ...(isPatient && { timeoutMs: 250 }) }
    await assertHandled(t, hostile, () => '127.0.0.1')
  })
}

for (const handler of [sendNothing, closeAtOnce, sendEndlessly('', 'x'), sendBytes('554 no\r\n')]) {
  test('a port check without validation is up whatever the server sends', async (t) => {
    await assertHandled(t, { type: 'TCP', handler, expected: UP }, () => '127.0.0.1')
  })
}
