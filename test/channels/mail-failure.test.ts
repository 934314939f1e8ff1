import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import type { SMTPServerOptions } from 'smtp-server'
import { ChannelError } from '../../src/channels/channel-error.ts'
import { createMailer } from '../../src/channels/mailer.ts'
import type { Cleanup } from '../support/database/stores.ts'
import { findFreePort } from '../support/targets/free-port.ts'
import { openMailServer } from '../support/targets/mail-server.ts'

const MAIL = { to: 'alice@example.test', subject: 'Hello', text: 'Plain', html: '<p>Rich</p>' }

async function failureAt(t: Cleanup, url: string): Promise<ChannelError> {
  const mailer = createMailer({ url, from: 'alerts@example.test' })
  t.after(() => mailer.close())
  const error = await mailer.send(MAIL).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ChannelError, String(error))
  return error
}

/** Converts `553 5.1.3 words` to a refusal of the test server. */
const refusal = (answer: string): Error =>
  Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })

type Stage = 'AUTH' | 'MAIL' | 'RCPT' | 'DATA'

/** A server that gives this answer at one stage of the conversation. */
const answering = (stage: Stage, answer: string): SMTPServerOptions => ({
  ...(stage === 'AUTH' && {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(refusal(answer)),
  }),
  ...(stage === 'MAIL' && { onMailFrom: (_address, _session, callback) => callback(refusal(answer)) }),
  ...(stage === 'RCPT' && { onRcptTo: (_address, _session, callback) => callback(refusal(answer)) }),
  ...(stage === 'DATA' && {
    onData(stream, _session, callback) {
      stream.resume()
      stream.on('end', () => callback(refusal(answer)))
    },
  }),
})

/** `later`: all emails wait for the mail server. `again`: this email is retried on its own schedule. */
type Verdict = 'later' | 'again' | 'never' | 'bounced'

const ANSWERS: [stage: Stage, answer: string, verdict: Verdict, words: RegExp][] = [
  ['RCPT', '550 5.1.1 no such user', 'bounced', /rejected the recipient: 550 5\.1\.1 no such user$/],
  ['RCPT', '550 5.2.1 mailbox disabled', 'bounced', /rejected the recipient/],
  ['RCPT', '550 5.7.1 not welcome', 'bounced', /rejected the recipient/],
  ['RCPT', '553 no words of a newer kind', 'bounced', /rejected the recipient: 553 no words/],
  ['RCPT', '552 5.2.2 mailbox full', 'again', /temporarily rejected the recipient: 552 5\.2\.2 mailbox full/],
  ['RCPT', '550 5.2.2 over quota', 'again', /temporarily/],
  ['RCPT', '552 too many recipients', 'again', /temporarily/],
  ['RCPT', '452 4.2.2 mailbox full', 'again', /temporarily/],
  ['RCPT', '451 4.7.1 greylisted', 'again', /temporarily rejected the recipient: 451 4\.7\.1 greylisted/],
  ['RCPT', '421 4.3.2 going down', 'later', /is temporarily not accepting email/],
  ['RCPT', '452 4.3.1 disk full', 'later', /is temporarily not accepting email: 452 4\.3\.1 disk full/],
  ['RCPT', '554 5.7.1 relay access denied', 'again', /does not allow Watchkeeper to send.*WK_SMTP_URL/],
  ['RCPT', '530 5.7.0 sign in first', 'again', /does not allow Watchkeeper to send.*WK_SMTP_URL/],
  ['MAIL', '550 5.7.1 sender not allowed', 'again', /rejected the sender.*WK_SMTP_FROM/],
  ['MAIL', '530 5.7.0 must issue STARTTLS', 'again', /does not allow Watchkeeper to send.*WK_SMTP_URL/],
  ['MAIL', '452 4.3.1 disk full', 'later', /is temporarily not accepting email/],
  ['MAIL', '451 local error', 'later', /is temporarily not accepting email: 451 local error/],
  ['MAIL', '450 4.7.1 too many mails', 'again', /rejected the sender/],
  ['DATA', '554 5.7.1 looks like spam', 'never', /rejected the email: 554 5\.7\.1 looks like spam/],
  ['DATA', '552 5.3.4 too large', 'never', /rejected the email/],
  ['DATA', '550 5.1.1 found only now', 'bounced', /rejected the recipient/],
  ['DATA', '552 5.2.2 found full only now', 'again', /temporarily/],
  ['DATA', '451 4.3.0 try later', 'later', /is temporarily not accepting email/],
  ['DATA', '451 4.7.1 looks like spam today', 'again', /temporarily rejected the email/],
  [
    'AUTH',
    '535 5.7.8 authentication failed',
    'again',
    /rejected the user name or password in WK_SMTP_URL: 535 5\.7\.8/,
  ],
  ['AUTH', '454 4.7.0 not now', 'later', /is temporarily not accepting email: 454 4\.7\.0 not now/],
]

function verdictOf({ permanent, bounced, receiver }: ChannelError): Verdict {
  assert.ok(permanent || !bounced)
  if (permanent) return bounced ? 'bounced' : 'never'
  return receiver === 'unavailable' ? 'later' : 'again'
}

for (const [stage, answer, verdict, pattern] of ANSWERS)
  test(`${stage} ${answer}: ${verdict}`, async (t) => {
    const { url } = await openMailServer(t, answering(stage, answer))
    const failure = await failureAt(t, stage === 'AUTH' ? url.replace('://', '://me:pass-word@') : url)
    assert.equal(verdictOf(failure), verdict)
    assert.match(failure.message, pattern)
    assert.doesNotMatch(failure.message, /pass-word/)
  })

test('a multi-line reply is shortened to one line, with each code once', async (t) => {
  const refusal = `550-5.1.1 The account\r\n550-5.1.1 that you tried\u202e\r\n550 5.1.1 to reach ${'x'.repeat(500)}\r\n`
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 ready\r\n')
    socket.on('data', (said) => socket.write(/^RCPT/im.test(String(said)) ? refusal : '250 fine\r\n'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => void server.close())
  const { message } = await failureAt(t, `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`)
  assert.match(message, /: 550 5\.1\.1 The account that you tried to reach x+…$/)
  assert.ok(message.length < 400)
})

test('an unreachable mail server is reported without its address', async (t) => {
  const port = await findFreePort()
  const { message, permanent, receiver } = await failureAt(t, `smtp://127.0.0.1:${port}`)
  assert.equal(message, 'cannot reach the mail server (ECONNREFUSED); check WK_SMTP_URL')
  assert.deepEqual([permanent, receiver], [false, 'away'])
})

for (const [greeting, verdict, pattern] of [
  ['450 busy', 'later', /is temporarily not accepting email: 450 busy/],
  ['554 5.7.1 not from your address', 'again', /does not allow Watchkeeper to send: 554 5\.7\.1 .*check WK_SMTP_URL/],
] as const)
  test(`a mail server that greets with ${greeting} gets the email ${verdict}`, async (t) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.end(`${greeting}\r\n`)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => void server.close())
    const failure = await failureAt(t, `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`)
    assert.match(failure.message, pattern)
    assert.equal(verdictOf(failure), verdict)
  })
