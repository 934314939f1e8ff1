import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SMTPServerOptions } from 'smtp-server'
import { ChannelError } from '../../src/channels/channel-error.ts'
import { createMailer, type EmailMessage, type MailerOptions } from '../../src/channels/mailer.ts'
import { createTlsContexts } from '../../src/net/tls/tls.ts'
import { type Cleanup, createTestFolder } from '../support/database/stores.ts'
import {
  type Certificate,
  createAuthority,
  createCertificate,
  createExpiredCertificate,
} from '../support/targets/certificates.ts'
import { openMailServer } from '../support/targets/mail-server.ts'

const MAIL: EmailMessage = {
  to: 'alice@example.test',
  subject: 'Hello',
  text: 'Plain words',
  html: '<p>Rich words</p>',
}

const AUTHORITY = createAuthority()
const GOOD = createCertificate({ names: ['127.0.0.1'], issuer: AUTHORITY })
const SELF_SIGNED = createCertificate({ names: ['127.0.0.1'] })

/** TLS options that trust the authority of these tests. */
function trusting(t: Cleanup) {
  const file = join(createTestFolder(t), 'authority.pem')
  writeFileSync(file, AUTHORITY.cert)
  return createTlsContexts(file)
}

async function failureOf(sending: Promise<unknown>): Promise<ChannelError> {
  const error = await sending.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ChannelError, String(error))
  return error
}

interface Signed {
  /** `user password`, and whether the connection was encrypted. */
  seen: [credentials: string, secure: boolean][]
  mails: { secure: boolean }[]
  send(url: (url: string) => string, options?: Partial<MailerOptions>): Promise<void>
}

/** A mail server that requires or accepts credentials. */
async function serverWith(t: Cleanup, options: SMTPServerOptions): Promise<Signed> {
  const seen: Signed['seen'] = []
  const mails: Signed['mails'] = []
  const { url } = await openMailServer(t, {
    allowInsecureAuth: true,
    onAuth({ username, password }, session, callback) {
      seen.push([`${username} ${password}`, session.secure])
      callback(null, { user: username ?? '' })
    },
    onMailFrom(_address, session, callback) {
      mails.push({ secure: session.secure })
      callback()
    },
    ...options,
  })
  return {
    seen,
    mails,
    async send(change, more = {}) {
      const mailer = createMailer({ url: change(url), from: 'alerts@example.test', ...more })
      t.after(() => mailer.close())
      await mailer.send(MAIL)
    },
  }
}

const of = ({ key, cert }: Certificate) => ({ key, cert })
const asIs = (url: string) => url
const withTls = (url: string) => url.replace('smtp://', 'smtps://')
const withPassword = (url: string) => url.replace('://', '://me:pw@')

/** A server that does not support TLS. */
const PLAIN: SMTPServerOptions = { disabledCommands: ['STARTTLS'] }

test('smtps starts with TLS and trusts the configured authority', async (t) => {
  const server = await serverWith(t, { secure: true, ...of(GOOD) })
  await server.send((url) => withTls(withPassword(url)), { tls: trusting(t) })
  assert.deepEqual([server.seen, server.mails], [[['me pw', true]], [{ secure: true }]])
})

for (const method of ['PLAIN', 'LOGIN'])
  test(`STARTTLS precedes the password, which is sent by AUTH ${method}`, async (t) => {
    const server = await serverWith(t, { hideSTARTTLS: false, authMethods: [method], ...of(GOOD) })
    await server.send(withPassword, { startTls: 'required', tls: trusting(t) })
    assert.deepEqual(server.seen, [['me pw', true]])
  })

test('an offered STARTTLS is used, and a local server may have any certificate', async (t) => {
  const server = await serverWith(t, { hideSTARTTLS: false, ...of(SELF_SIGNED) })
  await server.send(asIs)
  assert.deepEqual(server.mails, [{ secure: true }])
})

/** The name resolves to this machine but does not look local. */
const elsewhere = (url: string) => url.replace('127.0.0.1', '[::ffff:127.0.0.1]')

test('on this machine smtps accepts any certificate, and elsewhere it does not', async (t) => {
  const server = await serverWith(t, { secure: true, ...of(SELF_SIGNED) })
  await server.send((url) => withTls(withPassword(url)))
  assert.deepEqual(server.mails, [{ secure: true }])
  const failure = await failureOf(server.send((url) => elsewhere(withTls(url))))
  assert.match(failure.message, /self-signed/)
})

test('a relay in the network may have any certificate and TLS 1.0, but gets no password then', async (t) => {
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
  const server = await serverWith(t, { hideSTARTTLS: false, ...of(SELF_SIGNED), ...old })
  await server.send(elsewhere)
  assert.deepEqual(server.mails, [{ secure: true }])
  await failureOf(server.send((url) => elsewhere(withPassword(url))))
  assert.deepEqual(server.seen, [])
})

test('LOGIN follows when the server offers PLAIN and refuses it', async (t) => {
  const tried: string[] = []
  const server = await serverWith(t, {
    authMethods: ['PLAIN', 'LOGIN'],
    onAuth({ method, username, password }, _session, callback) {
      tried.push(`${method} ${username} ${password}`)
      if (method === 'LOGIN') callback(null, { user: 'me' })
      else callback(Object.assign(new Error('5.5.4 Unsupported mechanism'), { responseCode: 504 }))
    },
  })
  await server.send(withPassword)
  assert.deepEqual(tried, ['PLAIN me pw', 'LOGIN me pw'])
})

test('a server without TLS receives email unless TLS is required', async (t) => {
  const server = await serverWith(t, PLAIN)
  await server.send(asIs)
  assert.deepEqual(server.mails, [{ secure: false }])
  const failure = await failureOf(server.send(asIs, { startTls: 'required' }))
  assert.match(failure.message, /did not accept STARTTLS.*WK_SMTP_STARTTLS/)
  assert.deepEqual([failure.permanent, server.mails.length], [false, 1])
})

test('a password is not sent to a remote server without TLS unless the operator allows it', async (t) => {
  const remote = (url: string) => elsewhere(withPassword(url))
  const server = await serverWith(t, PLAIN)
  const failure = await failureOf(server.send(remote))
  assert.match(failure.message, /STARTTLS, which is required/)
  assert.deepEqual([server.seen, server.mails], [[], []])
  await server.send(remote, { startTls: 'off' })
  assert.deepEqual(server.seen, [['me pw', false]])
})

test('`off` does not use an offered STARTTLS', async (t) => {
  const server = await serverWith(t, { hideSTARTTLS: false, ...of(SELF_SIGNED) })
  await server.send(asIs, { startTls: 'off' })
  assert.deepEqual(server.mails, [{ secure: false }])
})

test('a server that accepts no password on the connection is reported, and receives none', async (t) => {
  // It offers AUTH only after TLS, and refuses recipients of unauthenticated senders
  const afterTls: SMTPServerOptions = {
    hideSTARTTLS: false,
    allowInsecureAuth: false,
    onRcptTo: (_address, _session, callback) =>
      callback(Object.assign(new Error('Access denied'), { responseCode: 554 })),
    ...of(SELF_SIGNED),
  }
  for (const options of [afterTls, { ...PLAIN, disabledCommands: ['STARTTLS', 'AUTH'] }]) {
    const server = await serverWith(t, options)
    const failure = await failureOf(server.send(withPassword, { startTls: 'off' }))
    assert.match(failure.message, /accepts no password on this connection; .*WK_SMTP_STARTTLS.*WK_SMTP_URL/)
    assert.deepEqual([failure.permanent, failure.bounced, server.seen, server.mails], [false, false, [], []])
  }
})

test('a wrong password is reported with the reply of the server', async (t) => {
  const server = await serverWith(t, {
    onAuth: (_auth, _session, callback) =>
      callback(Object.assign(new Error('5.7.8 Bad credentials'), { responseCode: 535 })),
  })
  const failure = await failureOf(server.send(withPassword))
  assert.match(failure.message, /rejected the user name or password in WK_SMTP_URL: 535/)
})

const BAD: [what: string, certificate: Certificate, words: RegExp][] = [
  ['self-signed', SELF_SIGNED, /certificate of the mail server is self-signed: .*WK_CA_FILE/],
  [
    'of an unknown authority',
    createCertificate({ names: ['127.0.0.1'], issuer: createAuthority('Other') }),
    /unknown authority.*WK_CA_FILE/,
  ],
  ['expired', createExpiredCertificate(AUTHORITY), /certificate of the mail server has expired/],
  [
    'for another name',
    createCertificate({ names: ['mail.example.test'], issuer: AUTHORITY }),
    /does not match the host name in WK_SMTP_URL/,
  ],
]
for (const [what, certificate, words] of BAD)
  for (const [how, options, change, startTls] of [
    ['smtps', { secure: true }, withTls, 'required'],
    ['STARTTLS', { hideSTARTTLS: false }, asIs, 'required'],
  ] as const)
    test(`${how}: a certificate that is ${what} is reported, and no email is sent`, async (t) => {
      const server = await serverWith(t, { ...options, ...of(certificate) })
      const failure = await failureOf(server.send(change, { startTls, tls: trusting(t) }))
      assert.match(failure.message, words)
      assert.deepEqual([failure.permanent, server.mails], [false, []])
    })

test('smtps at a port without TLS is reported with the usual ports', async (t) => {
  const server = await serverWith(t, PLAIN)
  assert.match((await failureOf(server.send(withTls))).message, /use smtps:\/\/ for port 465/)
})

test('options in the query of the address are ignored', async (t) => {
  const server = await serverWith(t, { secure: true, ...of(SELF_SIGNED) })
  const failure = await failureOf(
    server.send((url) => `${withTls(url)}/?tls.rejectUnauthorized=false`, { startTls: 'required' }),
  )
  assert.match(failure.message, /self-signed/)
})
