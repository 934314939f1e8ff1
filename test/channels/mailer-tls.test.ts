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

/** Trusts the authority of these tests. */
function trusting(t: Cleanup) {
  const file = join(createTestFolder(t), 'authority.pem')
  writeFileSync(file, AUTHORITY.cert)
  return createTlsContexts(file)
}

async function failureOf(sending: Promise<void>): Promise<ChannelError> {
  const error = await sending.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ChannelError, String(error))
  return error
}

interface Signed {
  /** `user password` and whether the connection was encrypted then. */
  seen: [credentials: string, secure: boolean][]
  mails: { secure: boolean }[]
  send(url: (url: string) => string, options?: Partial<MailerOptions>): Promise<void>
}

/** A mail server that wants credentials, or takes them at least. */
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

/** It speaks of no TLS and knows none. */
const PLAIN: SMTPServerOptions = { disabledCommands: ['STARTTLS'] }

test('smtps begins with TLS and trusts the authority that the operator named', async (t) => {
  const server = await serverWith(t, { secure: true, ...of(GOOD) })
  await server.send((url) => withTls(withPassword(url)), { tls: trusting(t) })
  assert.deepEqual([server.seen, server.mails], [[['me pw', true]], [{ secure: true }]])
})

for (const method of ['PLAIN', 'LOGIN'])
  test(`STARTTLS comes before the password, which goes by AUTH ${method}`, async (t) => {
    const server = await serverWith(t, { hideSTARTTLS: false, authMethods: [method], ...of(GOOD) })
    await server.send(withPassword, { startTls: 'required', tls: trusting(t) })
    assert.deepEqual(server.seen, [['me pw', true]])
  })

test('where STARTTLS is offered it is taken, and on this machine any certificate will do', async (t) => {
  const server = await serverWith(t, { hideSTARTTLS: false, ...of(SELF_SIGNED) })
  await server.send(asIs)
  assert.deepEqual(server.mails, [{ secure: true }])
})

test('a server without TLS gets mail unless TLS is required', async (t) => {
  const server = await serverWith(t, PLAIN)
  await server.send(asIs)
  assert.deepEqual(server.mails, [{ secure: false }])
  const failure = await failureOf(server.send(asIs, { startTls: 'required' }))
  assert.match(failure.message, /did not accept STARTTLS.*WK_SMTP_STARTTLS/)
  assert.deepEqual([failure.permanent, server.mails.length], [false, 1])
})

test('no password leaves this machine without TLS, unless somebody says that it may', async (t) => {
  // The name leads here too, and does not look like it
  const elsewhere = (url: string) => withPassword(url).replace('127.0.0.1', '[::ffff:127.0.0.1]')
  const server = await serverWith(t, PLAIN)
  const failure = await failureOf(server.send(elsewhere))
  assert.match(failure.message, /STARTTLS, which is required/)
  assert.deepEqual([server.seen, server.mails], [[], []])
  await server.send(elsewhere, { startTls: 'off' })
  assert.deepEqual(server.seen, [['me pw', false]])
})

test('`off` takes no TLS even where it is offered', async (t) => {
  const server = await serverWith(t, { hideSTARTTLS: false, ...of(SELF_SIGNED) })
  await server.send(asIs, { startTls: 'off' })
  assert.deepEqual(server.mails, [{ secure: false }])
})

test('a server that takes no password on the connection is reported as such, and gets none', async (t) => {
  // It offers AUTH only after TLS, and refuses recipients of senders that have not signed in
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

test('a wrong password is reported in the words of the server', async (t) => {
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
    'of nobody known',
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
    ['smtps', { secure: true }, withTls, 'auto'],
    ['STARTTLS', { hideSTARTTLS: false }, asIs, 'required'],
  ] as const)
    test(`${how}: a certificate that is ${what} is said so, and no mail goes there`, async (t) => {
      const server = await serverWith(t, { ...options, ...of(certificate) })
      const failure = await failureOf(server.send(change, { startTls, tls: trusting(t) }))
      assert.match(failure.message, words)
      assert.deepEqual([failure.permanent, server.mails], [false, []])
    })

test('TLS from the start at a port that does not know it is told with the usual ports', async (t) => {
  const server = await serverWith(t, PLAIN)
  assert.match((await failureOf(server.send(withTls))).message, /use smtps:\/\/ for port 465/)
})

test('options in the query of the address are not taken', async (t) => {
  const server = await serverWith(t, { secure: true, ...of(SELF_SIGNED) })
  const failure = await failureOf(server.send((url) => `${withTls(url)}/?tls.rejectUnauthorized=false`))
  assert.match(failure.message, /self-signed/)
})
