import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSendAttempt } from '../../../src/channels/send-attempt.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { startCourier } from '../../../src/engine/courier.ts'
import { createProbeTools } from '../../../src/net/connection/tools.ts'
import { updateTarget } from '../../../src/services/notifications/notification-targets.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { unsubscribe } from '../../support/api/unsubscribe.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { deleteRows, readRows, updateRows } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { SCOPE, T0 } from '../../support/factories/dependency-site.ts'
import { createOutboxFixture } from '../../support/factories/outbox.ts'
import { startSlack } from '../../support/targets/slack-server.ts'

/** A target of a Slack bot. */
async function prepare(t: Cleanup, dialect: DialectName, monitors = 1) {
  const server = await startSlack(t)
  const store = await openTestStore(t, dialect)
  const context = createTestContext(store, T0)
  const outbox = await createOutboxFixture(store, context, monitors)
  await outbox.createTarget('chat', 'https://chat.example.test/')
  const config = { bot_token: 'xoxb-key', channel: 'C1', server_url: server.url }
  await updateRows(store.db, 'notification_targets', { channel: 'slack', config: JSON.stringify(config) }, {})
  const egress = createEgressPolicy({ mode: 'any' })
  const net = createProbeTools({ egress })
  t.after(() => net.resolver.close())
  const tools = { net, now: context.now, mailer: null, baseUrl: 'http://watchkeeper.test', unsubscribe }
  const attempt = createSendAttempt(tools, (error) => assert.fail(String(error)))
  const log = { error: (details: object) => assert.fail(JSON.stringify(details)) }
  return {
    ...server,
    store,
    context: { ...context, egress },
    /** Changes the status of all monitors, and sends the messages. */
    async change(to: 'up' | 'down') {
      context.setTime(context.now() + MINUTE_MS)
      await outbox.setCondition(to, to === 'up' ? 'down' : 'up')
      for (let round = 0; round < 8; round++) {
        await startCourier({ context, attempt, log, random: () => 0.5 }).stop()
        if (round % 4 === 3) context.setTime(context.now() + MINUTE_MS)
      }
    },
    listParents: () => server.posts.map(({ thread_ts = 'none' }) => thread_ts),
    listThreads: async () => (await readRows(store.db, 'message_threads')).map(({ thread_id }) => thread_id),
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the end and the reopening of an incident answer the message of its opening`, async (t) => {
    const site = await prepare(t, dialect)
    await site.change('down')
    assert.deepEqual(await site.listThreads(), ['100.1'])
    await site.change('up')
    await site.change('down')
    assert.deepEqual(site.listParents(), ['none', '100.1', '100.1'])
  })

  test(`${dialect}: a deleted first message is replaced by the next message`, async (t) => {
    const site = await prepare(t, dialect)
    await site.change('down')
    site.deleted.add('100.1')
    await site.change('up')
    await site.change('down')
    assert.deepEqual(site.listParents(), ['none', 'none', '100.2'])
    assert.deepEqual(await site.listThreads(), ['100.2'])
  })

  test(`${dialect}: a target with a new channel has no threads`, async (t) => {
    const site = await prepare(t, dialect)
    await site.change('down')
    await updateTarget(site.context, SCOPE, 'target-chat', { name: 'Renamed' })
    assert.deepEqual(await site.listThreads(), ['100.1'])
    await updateTarget(site.context, SCOPE, 'target-chat', { config: { channel: 'C2' } })
    assert.deepEqual(await site.listThreads(), [])
  })

  test(`${dialect}: threads are deleted with their incident`, async (t) => {
    const site = await prepare(t, dialect)
    await site.change('down')
    await deleteRows(site.store.db, 'incidents', {})
    assert.deepEqual(await site.listThreads(), [])
  })

  test(`${dialect}: a grouped message begins no thread`, async (t) => {
    const site = await prepare(t, dialect, 12)
    await site.change('down')
    const single = site.posts.filter(({ text }) => !/monitors/.test(text)).length
    assert.ok(single < site.posts.length, `${single} messages are not grouped`)
    assert.equal((await site.listThreads()).length, single)
  })
}
