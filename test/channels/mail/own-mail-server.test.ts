/** Email targets with a mail server of their own, against real servers. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SMTPServerOptions } from 'smtp-server'
import { createSendAttempt } from '../../../src/channels/send-attempt.ts'
import { type Event, toIncidentEvent } from '../../../src/core/incidents/event.ts'
import type { NotificationTarget, Outcome } from '../../../src/core/notifications/delivery.ts'
import { createEgressPolicy, type EgressOptions } from '../../../src/core/platform/egress.ts'
import { createProbeTools } from '../../../src/net/connection/tools.ts'
import { createResolver } from '../../../src/net/dns/resolver.ts'
import { unsubscribe } from '../../support/api/unsubscribe.ts'
import { type Cleanup, createTestFolder } from '../../support/database/stores.ts'
import { createTestIncident } from '../../support/factories/incidents.ts'
import { createAuthority, createCertificate } from '../../support/targets/certificates.ts'
import { findFreePort } from '../../support/targets/free-port.ts'
import { openMailServer } from '../../support/targets/mail-server.ts'
import { NXDOMAIN, startDnsServer } from '../../support/targets/targets.ts'

const EVENT: Event = toIncidentEvent('incident.opened', createTestIncident({}), 1_000)
const AUTHORITY = createAuthority()
const GOOD = createCertificate({ names: ['mail.test'], issuer: AUTHORITY })

const toTarget = (smtp_url: string): NotificationTarget => ({
  id: 'target',
  organizationId: 'alice',
  projectId: 'alice',
  name: 'On-call',
  channel: 'email',
  config: { address: 'alice@example.test', smtp_url, from: 'Ops <ops@example.test>' },
  isDefault: false,
  isEnabled: true,
  createdAt: 0,
  updatedAt: 0,
})

/** Sends one message without a mail server of the installation; `mail.test` and `inside.test` are this machine. */
async function sendTo(t: Cleanup, smtpUrl: string, egress: EgressOptions = { mode: 'any' }): Promise<Outcome> {
  const folder = createTestFolder(t)
  const [caFile, hostsPath] = [join(folder, 'authority.pem'), join(folder, 'hosts')]
  writeFileSync(caFile, AUTHORITY.cert)
  writeFileSync(hostsPath, '127.0.0.1 mail.test inside.test\n')
  const policy = createEgressPolicy(egress)
  const { resolver: unused, ...net } = createProbeTools({ egress: policy, caFile })
  unused.close()
  const { hidesNetwork } = policy
  const dns = await startDnsServer(t, () => ({ rcode: NXDOMAIN }))
  const resolver = createResolver({ servers: [dns.address], hostsPath, hidesNetwork })
  t.after(() => resolver.close())
  const tools = { net: { ...net, resolver }, now: () => 0, mailer: null, baseUrl: 'http://w.test', unsubscribe }
  const attempt = createSendAttempt(tools, (error) => assert.fail(String(error)))
  return attempt(toTarget(smtpUrl), { id: 'd-1', event: EVENT, targetId: 'target' })
}

const describe = (outcome: Outcome): string => (outcome.delivered ? 'delivered' : outcome.message)

/** A server with a trusted certificate that requires a password after STARTTLS. */
async function openAuthServer(t: Cleanup, options: SMTPServerOptions = {}) {
  const seen: [credentials: string, isEncrypted: boolean][] = []
  const server = await openMailServer(t, {
    hideSTARTTLS: false,
    authOptional: false,
    key: GOOD.key,
    cert: GOOD.cert,
    onAuth({ username, password }, session, callback) {
      seen.push([`${username} ${password}`, session.secure])
      if (password === 'p/w') callback(null, { user: username ?? '' })
      else callback(Object.assign(new Error('authentication failed'), { responseCode: 535 }))
    },
    ...options,
  })
  const { port } = server.server.server.address() as AddressInfo
  return { ...server, seen, port }
}

test('an email target sends through its own server, with STARTTLS before the password', async (t) => {
  const { port, mails, seen } = await openAuthServer(t)
  assert.equal(describe(await sendTo(t, `smtp://ops:p%2Fw@mail.test:${port}`)), 'delivered')
  assert.deepEqual(seen, [['ops p/w', true]])
  assert.deepEqual([mails[0]?.from, mails[0]?.to], ['ops@example.test', ['alice@example.test']])
  assert.match(mails[0]!.raw, /^From: Ops <ops@example\.test>\r$/m)
})

test('an email target sends through its own server with TLS from the start', async (t) => {
  const { port, mails, seen } = await openAuthServer(t, { secure: true })
  assert.equal(describe(await sendTo(t, `smtps://ops:p%2Fw@mail.test:${port}`)), 'delivered')
  assert.deepEqual([seen, mails.length], [[['ops p/w', true]], 1])
})

test('the connection to the server of a target is closed after the email', async (t) => {
  const { port, server } = await openAuthServer(t)
  await sendTo(t, `smtp://ops:p%2Fw@mail.test:${port}`)
  const { connections } = server as unknown as { connections: Set<unknown> }
  while (connections.size > 0) await new Promise(setImmediate)
})

test('the answer of the server of a target is in the error, with the name of the setting', async (t) => {
  const { port, mails } = await openAuthServer(t)
  assert.equal(
    describe(await sendTo(t, `smtp://ops:wrong@mail.test:${port}`)),
    'the mail server rejected the user name or password in smtp_url: 535 authentication failed',
  )
  const plain = await openMailServer(t, { disabledCommands: ['STARTTLS'] })
  const url = plain.url.replace('127.0.0.1', 'ops:pw@mail.test')
  assert.match(describe(await sendTo(t, url)), /did not accept STARTTLS.*a password needs STARTTLS or smtps:/)
  assert.deepEqual([mails, plain.mails], [[], []])
})

test('the answer of a mail server is shown without the credentials that it repeats', async (t) => {
  const encoded = Buffer.from('\0operator\0t0p s3cret').toString('base64')
  const { port } = await openAuthServer(t, {
    onAuth({ username, password }, _session, callback) {
      const text = `no user ${username} with ${password} or ${encoded}`
      callback(Object.assign(new Error(text), { responseCode: 535 }))
    },
  })
  assert.equal(
    describe(await sendTo(t, `smtp://operator:t0p%20s3cret@mail.test:${port}`)),
    'the mail server rejected the user name or password in smtp_url: ' +
      '535 no user ******** with ******** or ********',
  )
})

test('a closed port of an own server is reported, and the target is tried again', async (t) => {
  const outcome = await sendTo(t, `smtp://mail.test:${await findFreePort()}`)
  assert.ok(!outcome.delivered)
  assert.match(outcome.message, /^mail server: connect 127\.0\.0\.1:\d+: ECONNREFUSED$/)
  assert.deepEqual([outcome.permanent, outcome.receiver], [false, 'away'])
})

/** Accepts connections and greets like another service. */
async function openOther(t: Cleanup, greeting: string) {
  const accepted: string[] = []
  const server = createServer((socket) => {
    accepted.push('connection')
    socket.on('error', () => {})
    socket.end(greeting)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => void server.close())
  return { port: (server.address() as AddressInfo).port, accepted }
}

test('the greeting of a service other than a mail server is not in the error', async (t) => {
  for (const greeting of ['SSH-2.0-OpenSSH_9.9 internal\r\n', 'HTTP/1.1 400 internal\r\n\r\n', '* OK internal\r\n']) {
    const { port } = await openOther(t, greeting)
    const message = describe(await sendTo(t, `smtp://mail.test:${port}`))
    assert.equal(message, 'the server does not respond like a mail server (SMTP); check smtp_url', greeting)
  }
})

const PUBLIC: EgressOptions = { mode: 'public' }

test('no own server is reached inside the network, and a hidden name is like a missing one', async (t) => {
  const { port, accepted } = await openOther(t, '220 internal\r\n')
  const [inside, missing] = [
    await sendTo(t, `smtp://inside.test:${port}`, PUBLIC),
    await sendTo(t, `smtp://missing.test:${port}`, PUBLIC),
  ]
  assert.deepEqual(accepted, [])
  const hide = (outcome: Outcome) => JSON.stringify(outcome).replaceAll(/inside|missing/g, 'name')
  assert.match(describe(inside), /the name does not exist, or has no address that this server may connect to/)
  assert.equal(hide(inside), hide(missing))
})

test('an own server with a forbidden address receives no connection, although its target was stored before', async (t) => {
  const { port, accepted } = await openOther(t, '220 internal\r\n')
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '[64:ff9b::127.0.0.1]'])
    assert.match(describe(await sendTo(t, `smtp://${host}:${port}`, PUBLIC)), /refused by the egress policy/, host)
  assert.deepEqual(accepted, [])
})
