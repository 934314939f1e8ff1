/** Receivers that refuse a message and name the setting with which they accept it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSendAttempt } from '../../../src/channels/send-attempt.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { startCourier } from '../../../src/engine/courier.ts'
import { createProbeTools } from '../../../src/net/connection/tools.ts'
import { storeReplacedSettings } from '../../../src/services/notifications/delivery-effects.ts'
import { updateTarget } from '../../../src/services/notifications/notification-targets.ts'
import { findContactMethods, insertContactMethods } from '../../../src/store/notifications/contact-methods.ts'
import { findTarget } from '../../../src/store/notifications/notification-targets.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { unsubscribe } from '../../support/api/unsubscribe.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { updateRows } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { SCOPE, T0 } from '../../support/factories/dependency-site.ts'
import { createOutboxFixture } from '../../support/factories/outbox.ts'
import { type Received, type SinkAnswer, startSink } from '../../support/targets/sink.ts'

type Answer = (message: Record<string, unknown>, url: URL) => { status: number; body: object }

/** A target whose receiver gives these answers. */
async function prepare(t: Cleanup, dialect: DialectName, answer: Answer, settings: (url: string) => object) {
  const store = await openTestStore(t, dialect)
  const context = createTestContext(store, T0)
  const outbox = await createOutboxFixture(store, context)
  const messages: Record<string, unknown>[] = []
  const sink = await startSink(t, ({ path, event }: Received): SinkAnswer => {
    const url = new URL(path, 'http://localhost')
    const message = event as unknown as Record<string, unknown>
    const { status, body } = answer(message, url)
    messages.push({ ...message, thread_id: url.searchParams.get('thread_id') })
    return { status, body: JSON.stringify(body) }
  })
  await outbox.createTarget('chat', sink.url)
  const save = (config: object) =>
    updateRows(store.db, 'notification_targets', { config: JSON.stringify(config) }, { id: 'target-chat' })
  await save(settings(sink.url))
  const egress = createEgressPolicy({ mode: 'any' })
  const net = createProbeTools({ egress })
  t.after(() => net.resolver.close())
  const tools = { net, now: context.now, mailer: null, baseUrl: 'http://watchkeeper.test', unsubscribe }
  const attempt = createSendAttempt(tools, (error) => assert.fail(String(error)))
  const log = { error: (details: object) => assert.fail(JSON.stringify(details)) }
  return {
    context: { ...context, egress },
    messages,
    save,
    async change(to: 'up' | 'down') {
      context.setTime(context.now() + MINUTE_MS)
      await outbox.setCondition(to, to === 'up' ? 'down' : 'up')
      for (let round = 0; round < 4; round++) await startCourier({ context, attempt, log }).stop()
    },
    async readTarget() {
      const target = (await findTarget(store.db, 'alice', 'target-chat'))!
      return { config: target.config, note: target.configNote, lastError: target.lastError }
    },
    listStatuses: async () => (await outbox.listDeliveries()).map(({ status }) => status),
  }
}

const OLD = {
  status: 400,
  body: { ok: false, description: 'Bad Request: group chat was upgraded to a supergroup chat' },
}
const MIGRATED = { ...OLD, body: { ...OLD.body, parameters: { migrate_to_chat_id: -1001234567890 } } }

/** A Telegram group that became a supergroup. */
function answerAsSupergroup({ chat_id, message_thread_id }: Record<string, unknown>) {
  if (chat_id === '-100') return MIGRATED
  if (message_thread_id === 4)
    return { status: 400, body: { ok: false, description: 'Bad Request: message thread not found' } }
  return { status: 200, body: { ok: true, result: { message_id: 7 } } }
}

const toTelegram = (url: string) => ({ service: 'telegram', bot_token: '1:key', chat_id: '-100', server_url: url })

for (const dialect of DIALECTS) {
  test(`${dialect}: a Telegram group that became a supergroup gets the alert, and the target stores its id`, async (t) => {
    const site = await prepare(t, dialect, answerAsSupergroup, toTelegram)
    await site.change('down')
    await site.change('up')
    assert.deepEqual(await site.listStatuses(), ['delivered', 'delivered'])
    assert.deepEqual(
      site.messages.map(({ chat_id }) => chat_id),
      ['-100', '-1001234567890', '-1001234567890'],
    )
    const { config, note, lastError } = await site.readTarget()
    assert.deepEqual([config.chat_id, config.bot_token, lastError], ['-1001234567890', '1:key', null])
    assert.equal(note, 'Telegram turned the group into a supergroup, whose chat_id is -1001234567890')
    await updateTarget(site.context, SCOPE, 'target-chat', { config: { chat_id: '-200' } })
    assert.equal((await site.readTarget()).note, null)
  })

  test(`${dialect}: a replaced setting of a contact method is stored, unless a user has changed it`, async (t) => {
    const store = await openTestStore(t, dialect)
    const context = createTestContext(store, T0)
    await createOutboxFixture(store, context)
    const config = toTelegram('https://telegram.example.test')
    const health = { lastDeliveredAt: null, lastFailedAt: null, lastError: null, configNote: null }
    const base = { userId: 'alice', name: 'Chat', channel: 'webhook' as const, delayMinutes: 0, isEnabled: true }
    await store.transact((tx) =>
      insertContactMethods(tx, [{ id: 'method', ...base, ...health, config, createdAt: T0, updatedAt: T0 }]),
    )
    const delivery = { projectId: 'alice', targetId: 'method' }
    const replace = (before: string, after: string) => {
      const replaced = [{ field: 'chat_id', before, after, note: 'Moved' }]
      return storeReplacedSettings(context, [{ delivery, outcome: { delivered: true, replaced } }])
    }
    const read = async () => (await findContactMethods(store.db, ['method']))[0]!
    await replace('-100', '-200')
    await replace('-100', '-300')
    const { config: stored, configNote } = await read()
    assert.deepEqual([stored.chat_id, configNote], ['-200', 'Moved'])
  })

  test(`${dialect}: a Discord forum gets one post per incident, and later messages go into the post`, async (t) => {
    let isForum = true
    const deleted = new Set<string>()
    let posts = 0
    const answer: Answer = ({ thread_name }, url) => {
      const thread = url.searchParams.get('thread_id')
      if (thread !== null && deleted.has(thread))
        return { status: 404, body: { message: 'Unknown Channel', code: 10003 } }
      if (isForum && !thread && !thread_name)
        return { status: 400, body: { message: 'Webhooks posted to forum channels must have a thread', code: 220001 } }
      if (!isForum && thread_name)
        return { status: 400, body: { message: 'Webhooks can only create threads in forum channels', code: 220003 } }
      if (thread_name) posts++
      return { status: 200, body: { id: 'm', channel_id: thread ?? (isForum ? `post-${posts}` : 'channel') } }
    }
    const site = await prepare(t, dialect, answer, (url) => ({ service: 'discord', webhook_url: url }))
    await site.change('down')
    await site.change('up')
    deleted.add('post-1')
    await site.change('down')
    assert.deepEqual(
      site.messages.map(({ thread_name, thread_id }) => [thread_name !== undefined, thread_id]),
      [
        [false, null],
        [true, null],
        [false, 'post-1'],
        [false, 'post-1'],
        [true, null],
      ],
    )
    assert.ok(String(site.messages[1]!.thread_name).length <= 100)
    assert.deepEqual(await site.readTarget().then(({ config, note }) => [config.is_forum, note]), [
      true,
      'The channel is a forum in Discord, so each incident is a post of its own',
    ])
    isForum = false
    await site.save({ ...(await site.readTarget()).config })
    deleted.add('post-2')
    await site.change('up')
    assert.equal((await site.readTarget()).config.is_forum, undefined)
    assert.deepEqual([...new Set(await site.listStatuses())], ['delivered'])
  })
}

test('a message whose group moved and whose topic was deleted arrives with both settings replaced', async (t) => {
  const site = await prepare(t, 'sqlite', answerAsSupergroup, (url) => ({ ...toTelegram(url), message_thread_id: '4' }))
  await site.change('down')
  const { config, note } = await site.readTarget()
  assert.deepEqual([config.chat_id, config.message_thread_id], ['-1001234567890', undefined])
  assert.match(note!, /^The topic was deleted/)
  assert.deepEqual(await site.listStatuses(), ['delivered'])
})

test('a receiver that names ever new settings gets two requests per attempt', async (t) => {
  let chat = -100
  const answer: Answer = () => ({ ...MIGRATED, body: { ...OLD.body, parameters: { migrate_to_chat_id: --chat } } })
  const site = await prepare(t, 'sqlite', answer, toTelegram)
  await site.change('down')
  assert.deepEqual([site.messages.length, await site.listStatuses()], [2, ['failed']])
})
