import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { ChannelError } from '../../src/channels/channel-error.ts'
import { findHeloName } from '../../src/channels/mail/mail-address.ts'
import { createMailer, type EmailMessage, type Mailer, tryMailServer } from '../../src/channels/mailer.ts'
import type { Cleanup } from '../support/database/stores.ts'
import { findFreePort } from '../support/targets/free-port.ts'
import { openMailServer } from '../support/targets/mail-server.ts'

const FROM = 'Watchkeeper <alerts@example.test>'

const MAIL: EmailMessage = {
  to: 'alice@example.test',
  subject: 'Hello',
  text: 'Plain words',
  html: '<p>Rich words</p>',
}

function open(t: Cleanup, url: string, timeoutMs?: number): Mailer {
  const mailer = createMailer({ url, from: FROM, ...(timeoutMs !== undefined && { timeoutMs }) })
  t.after(() => mailer.close())
  return mailer
}

/** Returns the error of a failed send. */
async function failureOf(sending: Promise<unknown>): Promise<ChannelError> {
  try {
    await sending
  } catch (error) {
    assert.ok(error instanceof ChannelError, String(error))
    return error
  }
  return assert.fail('it was sent')
}

const judged = ({ permanent, bounced }: ChannelError) => ({ permanent, bounced })

function refusal(message: string, responseCode: number): Error {
  return Object.assign(new Error(message), { responseCode })
}

test('an address with an international domain is sent in ASCII', async (t) => {
  const { url, mails } = await openMailServer(t)
  const mailer = createMailer({ url, from: 'Watchkeeper <alerts@bücher.example>' })
  t.after(() => mailer.close())
  await mailer.send({ ...MAIL, to: 'alice@bücher.example' })
  assert.match(mails[0]!.raw, /^From: Watchkeeper <alerts@xn--bcher-kva\.example>$/m)
  assert.match(mails[0]!.raw, /^To: alice@xn--bcher-kva\.example$/m)
})

test('an email arrives with both parts, its sender and its headers', async (t) => {
  const { url, mails } = await openMailServer(t)
  const headers = { 'Message-ID': '<incident-1@example.test>', References: '<incident-0@example.test>' }
  await open(t, url).send({ ...MAIL, headers })
  assert.equal(mails.length, 1)
  const { from, to, raw } = mails[0]!
  assert.deepEqual([from, to], ['alerts@example.test', ['alice@example.test']])
  assert.match(raw, /^From: Watchkeeper <alerts@example\.test>$/im)
  assert.match(raw, /^To: alice@example\.test$/im)
  assert.match(raw, /^Subject: Hello$/im)
  assert.match(raw, /^Message-ID: <incident-1@example\.test>$/im)
  assert.match(raw, /^References: <incident-0@example\.test>$/im)
  assert.equal(raw.match(/^Message-ID:/gim)!.length, 1)
  assert.match(
    raw,
    /Content-Type: text\/plain[\s\S]+Plain words[\s\S]+Content-Type: text\/html[\s\S]+<p>Rich words<\/p>/,
  )
})

test('line breaks in a subject do not add headers', async (t) => {
  const { url, mails } = await openMailServer(t)
  await open(t, url).send({ ...MAIL, subject: 'Hello\r\nBcc: mallory@example.test' })
  assert.deepEqual(mails[0]!.to, ['alice@example.test'])
  assert.doesNotMatch(mails[0]!.raw, /^Bcc:/im)
})

test('an address with a comma does not reach two recipients', async (t) => {
  const { url, mails } = await openMailServer(t)
  const failure = await failureOf(open(t, url).send({ ...MAIL, to: 'alice@example.test, mallory@example.test' }))
  assert.deepEqual(judged(failure), { permanent: true, bounced: true })
  assert.equal(mails.length, 0)
})

test('several emails share a connection, and a closed connection is replaced', async (t) => {
  const { url, mails, server, connections } = await openMailServer(t)
  const mailer = open(t, url)
  await mailer.send(MAIL)
  await mailer.send(MAIL)
  assert.equal(connections(), 1)
  for (const connection of server.connections) connection.close()
  await mailer.send(MAIL)
  assert.deepEqual([mails.length, connections()], [3, 2])
})

test('the mailer signs in with the credentials of the address', async (t) => {
  const seen: string[] = []
  const { url } = await openMailServer(t, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, callback) {
      seen.push(`${username} ${password}`)
      callback(null, { user: username ?? '' })
    },
  })
  await open(t, url.replace('://', '://me%40example.test:p%2Fw@')).send(MAIL)
  assert.deepEqual(seen, ['me@example.test p/w'])
})

test('wrong credentials are a temporary failure, because the operator can correct them', async (t) => {
  const { url } = await openMailServer(t, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(refusal('no', 535)),
  })
  const failure = await failureOf(open(t, url.replace('://', '://me:wrong@')).send(MAIL))
  assert.deepEqual(judged(failure), { permanent: false, bounced: false })
  assert.doesNotMatch(failure.message, /wrong/)
})

test('an unknown recipient bounces', async (t) => {
  const { url } = await openMailServer(t, {
    onRcptTo: (_address, _session, callback) => callback(refusal('no such mailbox', 550)),
  })
  const failure = await failureOf(open(t, url).send(MAIL))
  assert.deepEqual(judged(failure), { permanent: true, bounced: true })
  assert.match(failure.message, /no such mailbox/)
})

test('a temporarily refused recipient is a temporary failure', async (t) => {
  const { url } = await openMailServer(t, {
    onRcptTo: (_address, _session, callback) => callback(refusal('greylisted', 451)),
  })
  assert.deepEqual(judged(await failureOf(open(t, url).send(MAIL))), { permanent: false, bounced: false })
})

test('an email refused for its content is a permanent failure without a bounce', async (t) => {
  const { url } = await openMailServer(t, {
    onData(stream, _session, callback) {
      stream.resume()
      stream.on('end', () => callback(refusal('looks like spam', 554)))
    },
  })
  assert.deepEqual(judged(await failureOf(open(t, url).send(MAIL))), { permanent: true, bounced: false })
})

test('a closed port is a temporary failure', async (t) => {
  const failure = await failureOf(open(t, `smtp://127.0.0.1:${await findFreePort()}`).send(MAIL))
  assert.deepEqual(judged(failure), { permanent: false, bounced: false })
})

test('a silent server is abandoned at the timeout', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const sockets: { destroy(): void }[] = []
  silent.on('connection', (socket) => sockets.push(socket))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const failure = await failureOf(open(t, `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`, 200).send(MAIL))
  assert.deepEqual(judged(failure), { permanent: false, bounced: false })
})

test('an email suppresses automatic replies, and a sender without a name gets one', async (t) => {
  const { url, mails } = await openMailServer(t)
  const mailer = createMailer({ url, from: 'alerts@example.test' })
  t.after(() => mailer.close())
  await mailer.send({ ...MAIL, subject: 'Café ☕ is down', headers: { 'List-Unsubscribe': '<https://w.test/u>' } })
  const [{ raw }] = mails as [(typeof mails)[0]]
  assert.match(raw, /^From: Watchkeeper <alerts@example\.test>\r?$/m)
  assert.match(raw, /^Auto-Submitted: auto-generated\r?$/m)
  assert.match(raw, /^X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply\r?$/m)
  assert.match(raw, /^List-Unsubscribe: <https:\/\/w\.test\/u>\r?$/m)
  assert.match(raw, /^Date: \w{3}, \d{2} \w{3} \d{4} /m)
  assert.match(raw, /^Subject: =\?UTF-8\?/m)
})

test('a test sign-in and an email show the answer of the mail server without the credentials that it repeats', async (t) => {
  const { url } = await openMailServer(t, {
    authOptional: false,
    onAuth: ({ username, password }, _session, done) => done(refusal(`no user ${username} with ${password}`, 535)),
  })
  const signedIn = url.replace('//', '//operator:t0p%20s3cret@')
  const mailer = open(t, signedIn)
  for (const attempt of [() => tryMailServer({ url: signedIn, from: FROM }), () => mailer.send(MAIL)])
    assert.match((await failureOf(attempt())).message, /no user \*{8} with \*{8}/)
})

/** A mail server that answers each command with a line of the script; null is no answer. */
async function startScript(t: Cleanup, answer: (line: string) => string | null | 'close') {
  const lines: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let isData = false
    socket.on('error', () => {})
    socket.write('220 ready\r\n')
    socket.on('data', (bytes) => {
      for (const line of String(bytes).split('\r\n').filter(Boolean)) {
        if (isData && line !== '.') continue
        isData = line === 'DATA'
        lines.push(line)
        const reply = answer(line)
        if (reply === 'close') socket.end()
        else if (reply !== null) socket.write(`${reply}\r\n`)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, lines }
}

const accept = (line: string): string => (line === 'DATA' ? '354 go on' : '250 ok')

for (const [how, reply] of [
  ['no answer', null],
  ['a closed connection', 'close'],
] as const)
  test(`an email that was sent completely and got ${how} may have arrived, and is sent once`, async (t) => {
    const { url, lines } = await startScript(t, (line) => (line === '.' ? reply : accept(line)))
    const failure = await failureOf(open(t, url, 1_500).send(MAIL))
    assert.match(failure.message, /; the message may have arrived nevertheless$/)
    assert.deepEqual([failure.handedOver, failure.receiver, failure.permanent], [true, 'silent', false])
    assert.equal(lines.filter((line) => line === '.').length, 1)
  })

test('an email that the server refuses after its data did not arrive', async (t) => {
  const { url } = await startScript(t, (line) => (line === '.' ? '451 4.3.0 try again' : accept(line)))
  const failure = await failureOf(open(t, url).send(MAIL))
  assert.deepEqual([failure.handedOver, failure.receiver], [false, 'unavailable'])
})

test('EHLO has the configured name, or the domain of the sender', async (t) => {
  const { url, lines } = await startScript(t, accept)
  for (const heloName of ['watch.example.com', null]) {
    const mailer = createMailer({ url, from: 'Watchkeeper <alerts@exämple.com>', heloName })
    await mailer.send(MAIL)
    mailer.close()
  }
  const greetings = lines.filter((line) => line.startsWith('EHLO'))
  assert.deepEqual(greetings, ['EHLO watch.example.com', 'EHLO xn--exmple-cua.com'])
  const hosts = [
    'https://watch.example.com/x',
    'http://localhost:80',
    'http://10.0.0.1',
    'http://[::1]',
    'http://watch',
  ]
  assert.deepEqual(hosts.map(findHeloName), ['watch.example.com', null, null, null, null])
})

test('a refused sign-in names the methods that the server offers', async (t) => {
  const { url } = await startScript(t, (line) =>
    line.startsWith('EHLO') ? '250-mail.test\r\n250-AUTH NTLM GSSAPI\r\n250 SIZE 1000000' : accept(line),
  )
  const failure = await failureOf(open(t, url.replace('//', '//me:pw@')).send(MAIL))
  assert.match(
    failure.message,
    /^the mail server accepts no password on this connection and offers only NTLM, GSSAPI; if/,
  )
})

test('slow emails hold up no others, and a patient send waits for minutes', async (t) => {
  const { url, lines } = await startScript(t, (line) => (line.includes('slow') ? null : accept(line)))
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const mailer = open(t, url)
  const slow = Array.from({ length: 5 }, () => mailer.send({ ...MAIL, to: 'slow@example.test' }, true))
  for (const one of slow) one.catch(() => {})
  await untilTrue(() => lines.filter((line) => line.includes('slow')).length === 5)
  const quick = mailer.send(MAIL)
  t.mock.timers.tick(10_000)
  await quick
  t.mock.timers.tick(4 * 60_000)
  const state = await Promise.race([
    Promise.any(slow).catch(() => 'failed'),
    new Promise((resolve) => setImmediate(resolve, 'waiting')),
  ])
  assert.equal(state, 'waiting')
})

async function untilTrue(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}
