/** Failing mail servers, and the entries of the notification log for each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SMTPServerSession } from 'smtp-server'
import { createMailer, type MailerOptions } from '../../src/channels/mailer.ts'
import { createSendAttempt } from '../../src/channels/send-attempt.ts'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { MINUTE_MS, SECOND_MS } from '../../src/core/platform/time/time.ts'
import { startCourier } from '../../src/engine/courier.ts'
import { createProbeTools } from '../../src/net/connection/tools.ts'
import { insertTarget } from '../../src/store/notifications/notification-targets.ts'
import type { DialectName } from '../../src/store/platform/dialects.ts'
import { unsubscribe } from '../support/api/unsubscribe.ts'
import { readDelivery } from '../support/database/notification-rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../support/database/stores.ts'
import { insertRows } from '../support/database/tables.ts'
import { createTestContext } from '../support/factories/context.ts'
import { createOutboxFixture } from '../support/factories/outbox.ts'
import { type MailServer, openMailServer } from '../support/targets/mail-server.ts'
import { waitUntil } from '../support/time/until.ts'

const T0 = Date.UTC(2026, 0, 31)

/** Long enough for immediate answers, short enough to wait for a stalled server. */
const TIMEOUT_MS = 500

/** @param url null: there is no mail server */
async function prepare(t: Cleanup, dialect: DialectName, url: string | null, over: Partial<MailerOptions> = {}) {
  const store = await openTestStore(t, dialect)
  const context = createTestContext(store, T0)
  const { setCondition, keys } = await createOutboxFixture(store, context)
  const net = createProbeTools({ egress: createEgressPolicy({ mode: 'any' }) })
  const mailer = url === null ? null : createMailer({ url, from: 'alerts@example.test', ...over })
  t.after(() => {
    mailer?.close()
    net.resolver.close()
  })
  const tools = { net, now: context.now, mailer, baseUrl: 'http://watchkeeper.test', unsubscribe }
  const attempt = createSendAttempt(tools, (error) => assert.fail(String(error)))
  const log = { error: (details: object) => assert.fail(JSON.stringify(details)) }
  const runOnce = () => startCourier({ context, attempt, log, random: () => 0.5 }).stop()
  const write = (address: string) =>
    store.transact(async (tx) => {
      const place = { organizationId: 'alice', projectId: 'alice', isDefault: false, isEnabled: true }
      const times = { createdAt: T0, updatedAt: T0 }
      await insertTarget(tx, { id: address, name: address, channel: 'email', config: { address }, ...place, ...times })
      for (const monitor_key of keys)
        await insertRows(tx, 'monitor_targets', { monitor_key, target_id: address, position: 0 })
    })
  const line = async (address: string) => {
    const row = await readDelivery(store.db, { target_id: address })
    const nextIn = row.status === 'pending' ? (row.next_attempt_at - context.now()) / SECOND_MS : null
    return { status: row.status, message: row.error_message ?? '', retries: row.retry_count, nextIn }
  }
  return { context, turn: setCondition, pass: runOnce, write, line }
}

/** Replies of the server to a recipient, by the name before the `@`. */
const REFUSALS: Record<string, [code: number, words: string]> = {
  nobody: [550, '5.1.1 No such user here'],
  full: [452, '4.2.2 Mailbox full'],
}

class Refusal extends Error {
  readonly responseCode: number

  constructor(code: number, words: string) {
    super(words)
    this.responseCode = code
  }
}

/** A greylisting server: it rejects an unknown sender once and expects a retry. */
function makeGreylist(): (name: string) => Refusal | null {
  const seen = new Set<string>()
  return (name) => {
    if (name !== 'grey' || seen.has(name)) return null
    seen.add(name)
    return new Refusal(451, '4.7.1 Greylisted, please try again')
  }
}

/** Closes the connection of this session without a reply. */
function hangUp({ server }: MailServer, session: SMTPServerSession): void {
  const connections = (server as unknown as { connections: Set<{ session: unknown; _socket: { destroy(): void } }> })
    .connections
  for (const connection of connections) if (connection.session === session) connection._socket.destroy()
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a delivery follows the mail server's reply: accepted, deferred, rejected or full`, async (t) => {
    const greylist = makeGreylist()
    const server = await openMailServer(t, {
      onRcptTo({ address }, _session, callback) {
        const name = address.split('@')[0]!
        const refusal = REFUSALS[name]
        callback(refusal ? new Refusal(...refusal) : greylist(name))
      },
    })
    const { context, turn, pass: runOnce, write, line } = await prepare(t, dialect, server.url)
    for (const name of ['ops', 'grey', 'nobody', 'full']) await write(`${name}@example.test`)
    await turn('down', 'up')
    await runOnce()
    assert.equal((await line('ops@example.test')).status, 'delivered')
    const bounced = await line('nobody@example.test')
    assert.deepEqual([bounced.status, bounced.retries], ['bounced', 0])
    assert.match(bounced.message, /rejected the recipient: 550 5\.1\.1 No such user here/)
    const grey = await line('grey@example.test')
    assert.deepEqual([grey.status, grey.nextIn], ['pending', 10])
    assert.match(grey.message, /temporarily rejected the recipient: 451 4\.7\.1 Greylisted/)
    context.setTime(T0 + 10 * SECOND_MS)
    await runOnce()
    assert.deepEqual(await line('grey@example.test'), { status: 'delivered', message: '', retries: 1, nextIn: null })
    assert.equal(server.mails.filter(({ to }) => to[0]?.startsWith('grey')).length, 1)
    for (let tries = 2; tries <= 5; tries++) {
      context.setTime(context.now() + 40 * MINUTE_MS)
      await runOnce()
    }
    const full = await line('full@example.test')
    assert.deepEqual([full.status, full.retries], ['failed', 5], 'all tries were in vain, and it is no bounce')
    assert.match(full.message, /452 4\.2\.2 Mailbox full/)
  })

  test(`${dialect}: a broken connection during a mail, or before its acceptance, leads to a retry with the same id`, async (t) => {
    const breaks = ['in the middle', 'at the end']
    const raws: string[] = []
    const server: MailServer = await openMailServer(t, {
      onData(stream, session, callback) {
        const how = breaks.shift()
        const chunks: Buffer[] = []
        if (how === 'in the middle') hangUp(server, session)
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          if (how !== 'in the middle') raws.push(String(Buffer.concat(chunks)))
          if (how === undefined) callback()
          else hangUp(server, session)
        })
      },
    })
    const { context, turn, pass: runOnce, write, line } = await prepare(t, dialect, server.url)
    await write('ops@example.test')
    await turn('down', 'up')
    for (const nextIn of [10, 30]) {
      await runOnce()
      const broken = await line('ops@example.test')
      assert.deepEqual([broken.status, broken.nextIn], ['pending', nextIn], broken.message)
      assert.match(broken.message, /the mail server closed the connection/)
      context.setTime(context.now() + nextIn * SECOND_MS)
    }
    await runOnce()
    assert.deepEqual(await line('ops@example.test'), { status: 'delivered', message: '', retries: 2, nextIn: null })
    const ids = raws.map((raw) => /^Message-ID: (.*)$/im.exec(raw)?.[1])
    assert.ok(ids.length >= 2)
    assert.equal(new Set(ids).size, 1, 'the recipient can recognize a duplicate')
  })
}

test('a mail server that rejects the password keeps alerts pending, and the error names the setting', async (t) => {
  const server = await openMailServer(t, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(new Refusal(535, '5.7.8 Bad credentials')),
  })
  const url = server.url.replace('smtp://', 'smtp://user:wrong@')
  const { turn, pass: runOnce, write, line } = await prepare(t, 'sqlite', url, { startTls: 'off' })
  await write('ops@example.test')
  await turn('down', 'up')
  await runOnce()
  const refused = await line('ops@example.test')
  assert.deepEqual([refused.status, refused.nextIn], ['pending', 10])
  assert.match(refused.message, /rejected the user name or password in WK_SMTP_URL: 535/)
})

test('a mail server that stalls times out and is tried again', async (t) => {
  let isAwake = false
  const server = await openMailServer(t, {
    onRcptTo(_address, _session, callback) {
      if (isAwake) callback()
    },
  })
  const {
    context,
    turn,
    pass: runOnce,
    write,
    line,
  } = await prepare(t, 'sqlite', server.url, { timeoutMs: TIMEOUT_MS })
  await write('ops@example.test')
  await turn('down', 'up')
  await runOnce()
  const stalled = await line('ops@example.test')
  assert.deepEqual([stalled.status, stalled.nextIn], ['pending', 10])
  assert.match(stalled.message, /did not finish within 1 s|does not respond/)
  isAwake = true
  context.setTime(T0 + 10 * SECOND_MS)
  // With such a short timeout, a busy machine may make it fail once more
  await waitUntil(async () => {
    await runOnce()
    const { status } = await line('ops@example.test')
    assert.ok(status !== 'failed')
    context.setTime(context.now() + 40 * MINUTE_MS)
    return status === 'delivered'
  }, 'the mail')
})

test('without a mail server an email fails at once, and the error names the missing setting', async (t) => {
  const { turn, pass: runOnce, write, line } = await prepare(t, 'sqlite', null)
  await write('ops@example.test')
  await turn('down', 'up')
  await runOnce()
  const message =
    'this installation has no mail server (Settings → Email, or WK_SMTP_URL), and the target names none (smtp_url)'
  assert.deepEqual(await line('ops@example.test'), { status: 'failed', message, retries: 0, nextIn: null })
})
