/** What a check makes of servers that greet wrongly, slowly, without an end, or in another protocol. */
import { test } from 'node:test'
import {
  broken,
  closeAtOnce,
  drip,
  type Expected,
  flood,
  type HostileCase,
  halfClose,
  prove,
  resetAtFirstByte,
  say,
  sayInPieces,
  sayThenClose,
  sayThenReset,
  stall,
  timedOut,
} from '../../support/targets/hostile.ts'
import { answering, type Handler } from '../../support/targets/targets.ts'

const UP: Expected = { status: 'up', errorType: null, message: null, statusCode: null }

/** By what the server does: the protocol, the server, and what is made of it. */
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

const wrong = (name: string, line: string): Expected => broken(`not ${name}, "${line}"`)

/** The end of an answer that never had a line in it. */
const cutOff = (name: string): Expected => ({
  errorType: 'connection_error',
  message: new RegExp(`^read \\{at\\}: no ${name} in "[^"]{0,42}"$`),
})

const ROWS: Row[] = [
  ['greets over several lines', 'smtp', say('220-mail.example\r\n220-no spam\r\n220 ready\r\n'), UP],
  ['greets without a word', 'smtp', say('220\r\n'), UP],
  ['refuses with 554', 'smtp', say('554 no SMTP service here\r\n'), wrong(SMTP, '554 no SMTP service here')],
  ['is busy with 421', 'smtp', sayThenClose('421 too many connections\r\n'), wrong(SMTP, '421 too many connections')],
  ['refuses and then greets', 'smtp', say('554 no\r\n220 ready\r\n'), wrong(SMTP, '554 no')],
  ['says an empty line first', 'smtp', say('\r\n220 ready\r\n'), wrong(SMTP, '')],
  ['greets after a pause', 'smtp', sayInPieces('2', '2', '0 ', 'ready\r', '\n'), UP],
  ['speaks SSH instead', 'smtp', say('SSH-2.0-OpenSSH_9.9\r\n'), wrong(SMTP, 'SSH-2.0-OpenSSH_9.9')],
  ['speaks POP3 instead', 'smtp', say('+OK ready\r\n'), wrong(SMTP, '+OK ready')],
  ['speaks in colours', 'smtp', say('\x1b[31m220 ready\r\n'), wrong(SMTP, '·[31m220 ready')],
  ['has a number too long', 'ftp', say('2200 ready\r\n'), wrong(FTP, '2200 ready')],
  ['refuses with 421', 'ftp', sayThenClose('421 Service not available\r\n'), wrong(FTP, '421 Service not available')],
  ['asks to wait with 120', 'ftp', say('120 ready in 5 minutes\r\n'), wrong(FTP, '120 ready in 5 minutes')],
  ['greets over several lines', 'ftp', say('220-Welcome\r\n 220 \r\n220 ready\r\n'), UP],
  ['refuses', 'pop3', say('-ERR [SYS/TEMP] no\r\n'), wrong(POP3, '-ERR [SYS/TEMP] no')],
  ['greets in small letters', 'pop3', say('+ok ready\n'), UP],
  ['is okay about something else', 'pop3', say('+OKAY\r\n'), wrong(POP3, '+OKAY')],
  ['says goodbye', 'imap', sayThenClose('* BYE too many\r\n'), wrong(IMAP, '* BYE too many')],
  ['knows the caller already', 'imap', say('* PREAUTH IMAP4rev2 welcome\r\n'), UP],
  ['answers a question nobody asked', 'imap', say('a1 OK ready\r\n'), wrong(IMAP, 'a1 OK ready')],
  ['warns before its version', 'ssh', say('Go away\r\n\r\nreally\r\nSSH-2.0-x\r\n'), UP],
  ['speaks both versions', 'ssh', say('SSH-1.99-old\n'), UP],
  ['speaks the old version only', 'ssh', say('SSH-1.5-old\r\n'), wrong(SSH, 'SSH-1.5-old')],
  [
    'speaks SMTP instead and waits',
    'ssh',
    say('220 mail.example ESMTP\r\n'),
    broken('no SSH version (SSH-2.0) in "220 mail.example ESMTP·" in 250 ms'),
  ],
  ['says half of its version', 'ssh', say('SSH-2.0'), timedOut('no SSH version (SSH-2.0) in "SSH-2.0" in 250 ms')],
  [
    'closes after a warning',
    'ssh',
    sayThenClose('Go away\r\n'),
    broken('closed, no SSH version (SSH-2.0) in "Go away·"'),
  ],
  ['warns without an end', 'ssh', flood('', 'Go away\r\n'), cutOff('SSH version \\(SSH-2\\.0\\)')],
  ['drips a greeting without an end', 'smtp', flood('', '2'), cutOff('SMTP greeting \\(220\\)')],
  ['greets with a megabyte', 'ftp', say(Buffer.alloc(1024 * 1024, '2')), cutOff('FTP greeting \\(220\\)')],
  [
    'greets with a megabyte behind the number',
    'ftp',
    say(`220 ${'x'.repeat(1024 * 1024)}\r\n`),
    cutOff('FTP greeting \\(220\\)'),
  ],
  ['greets and then floods', 'imap', flood('* OK ready\r\n', Buffer.alloc(64, 0xff)), UP],
  ['speaks in binary', 'pop3', sayThenClose(Buffer.alloc(64, 0x80)), broken('closed, no POP3 greeting (+OK) in "·"')],
  ['speaks in zeros', 'imap', sayThenClose('\0\0\0\r\n'), wrong(IMAP, '·')],
  ['says nothing', 'imap', stall, timedOut('no answer in 250 ms')],
  ['closes at once', 'imap', closeAtOnce, broken('closed, no answer')],
  ['closes its side only', 'imap', halfClose, broken('closed, no answer')],
  ['resets in the greeting', 'imap', sayThenReset('* OK'), { errorType: 'connection_error', message: /ECONNRESET$/ }],
  ['answers a wrong status', 'http', answering('HTTP/1.1 500 Oops\r\n\r\n'), UP],
  ['answers a status over 599', 'http', answering('HTTP/1.1 999 No\r\n\r\n'), UP],
  ['answers no status', 'http', answering('HTTP/1.1 0\r\n\r\n'), wrong('an HTTP status line', 'HTTP/1.1 0')],
  [
    'drips its status line',
    'http',
    drip('', 'HTTP/1.1 200 OK'),
    { errorType: 'timeout', message: /^read {at}: no HTTP status line in "HT[^"]*" in 250 ms$/ },
  ],
  ['resets at the request', 'http', resetAtFirstByte, broken('ECONNRESET')],
  ['answers in pieces', 'generic', sayInPieces('P', 'O', 'N', 'G'), UP, { send: 'PING', expect: 'PONG' }],
  [
    'answers behind 16 KiB',
    'generic',
    say(`${'x'.repeat(16 * 1024)}PONG`),
    broken('"PONG" not found in 16384 bytes'),
    { expect: 'PONG' },
  ],
  [
    'answers across 16 KiB',
    'generic',
    say(`${'x'.repeat(16 * 1024 - 2)}PONG`),
    broken('"PONG" not found in 16384 bytes'),
    { expect: 'PONG' },
  ],
  ['answers right before 16 KiB', 'generic', say(`${'x'.repeat(16 * 1024 - 4)}PONG`), UP, { expect: 'PONG' }],
  [
    'answers half of it and closes',
    'generic',
    sayThenClose('PON'),
    broken('closed, "PONG" not found in 3 bytes'),
    { expect: 'PONG' },
  ],
  [
    'answers in other letters',
    'generic',
    sayThenClose('pong'),
    broken('closed, "PONG" not found in 4 bytes'),
    { expect: 'PONG' },
  ],
  ['answers in UTF-8', 'generic', sayInPieces(Buffer.from([0xc3]), Buffer.from([0xbc])), UP, { expect: 'ü' }],
  [
    'closes without reading',
    'generic',
    closeAtOnce,
    { errorType: 'connection_error', message: /^read {at}: (closed, no answer|ECONNRESET)$/ },
    { send: 'x'.repeat(4096) },
  ],
]

for (const [what, protocol, handler, expected, words] of ROWS) {
  test(`${protocol}: a server that ${what} is ${expected.errorType ?? 'up'}`, async (t) => {
    const settings = { protocol, protocolValidation: { enabled: true, ...words } }
    const isPatient = expected.errorType === 'timeout' || /in 250 ms/.test(String(expected.message))
    const hostile: HostileCase = { type: 'TCP', handler, expected, settings, ...(isPatient && { timeoutMs: 250 }) }
    await prove(t, hostile, () => '127.0.0.1')
  })
}

for (const handler of [stall, closeAtOnce, flood('', 'x'), say('554 no\r\n')]) {
  test('a port that only has to be open is open, whatever is said there', async (t) => {
    await prove(t, { type: 'TCP', handler, expected: UP }, () => '127.0.0.1')
  })
}
