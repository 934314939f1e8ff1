import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSendRepeat } from '../../../src/channels/repeat.ts'
import { createSendAttempt } from '../../../src/channels/send-attempt.ts'
import { toIncidentEvent } from '../../../src/core/incidents/event.ts'
import { toGroupedEvent, toOwnEvent } from '../../../src/core/notifications/grouped-event.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { startAlertRepeater } from '../../../src/engine/alert-repeater.ts'
import { startCourier } from '../../../src/engine/courier.ts'
import { createProbeTools } from '../../../src/net/connection/tools.ts'
import { saveTarget } from '../../../src/store/notifications/notification-targets.ts'
import { unsubscribe } from '../../support/api/unsubscribe.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { createTestIncident, SHOP } from '../../support/factories/incidents.ts'
import { sendAll } from '../../support/factories/manual-courier.ts'
import { createOutboxFixture } from '../../support/factories/outbox.ts'
import { startSink } from '../../support/targets/sink.ts'

const T0 = Date.UTC(2026, 0, 31)

for (const dialect of DIALECTS)
  test(`${dialect}: Alertmanager gets an alert again every minute until its incident is resolved`, async (t) => {
    const store = await openTestStore(t, dialect)
    const context = createTestContext(store, T0)
    const { createTarget, setCondition } = await createOutboxFixture(store, context)
    const sink = await startSink(t)
    const other = await startSink(t)
    const target = await createTarget('am', sink.url)
    await createTarget('plain', other.url)
    const config = { service: 'alertmanager', urls: [sink.url] }
    await store.transact((tx) => saveTarget(tx, { ...target, config }))
    const net = createProbeTools({ egress: createEgressPolicy({ mode: 'any' }) })
    t.after(() => net.resolver.close())
    const fail = (details: object) => assert.fail(JSON.stringify(details))
    const log = { error: fail, warn: fail }
    const tools = { net, now: context.now, mailer: null, baseUrl: 'http://watchkeeper.test', unsubscribe }
    const attempt = createSendAttempt(tools, (error) => assert.fail(String(error)))
    let whileRepeating = async () => {}
    const send = createSendRepeat(tools)
    const deliver = () => startCourier({ context, attempt, log }).stop()
    const repeat = () =>
      startAlertRepeater({
        context,
        repeat: async (...sent) => {
          await whileRepeating()
          await send(...sent)
        },
        log,
      }).stop()
    const listEnds = () =>
      sink.received.map(
        ({ event }) => (Date.parse((event as unknown as { endsAt: string }[])[0]!.endsAt) - T0) / MINUTE_MS,
      )

    await repeat()
    assert.deepEqual(listEnds(), [])
    await setCondition('down', 'up')
    await repeat()
    assert.deepEqual(listEnds(), [], 'an opening that was not delivered is not repeated')
    await deliver()
    context.setTime(context.now() + MINUTE_MS)
    await repeat()
    assert.deepEqual(listEnds(), [5, 6])
    whileRepeating = async () => {
      whileRepeating = async () => {}
      await setCondition('up', 'down')
      await deliver()
    }
    context.setTime(context.now() + MINUTE_MS)
    await repeat()
    assert.deepEqual(listEnds().slice(2), [2, 7, 2], 'the resolution wins over a late repetition')
    context.setTime(context.now() + MINUTE_MS)
    await repeat()
    assert.equal(sink.received.length, 5)
    assert.equal(other.received.length, 2)
  })

test('Alertmanager and PagerDuty get one message for each of many alerts', async (t) => {
  const store = await openTestStore(t, 'sqlite')
  const context = createTestContext(store, T0)
  const { createTarget, setCondition } = await createOutboxFixture(store, context, 12)
  for (const [name, config] of Object.entries({
    am: { service: 'alertmanager', urls: ['https://a.example.test'] },
    pd: { service: 'pagerduty', routing_key: 'k'.repeat(32) },
  })) {
    const target = await createTarget(name, 'https://a.example.test')
    await store.transact((tx) => saveTarget(tx, { ...target, config }))
  }
  await setCondition('down', 'up')
  const claims = await sendAll(context)
  assert.equal(claims.length, 24)
  assert.ok(claims.every(({ delivery }) => delivery.event.data.alert_group === undefined))
})

test('an event of an alert group is reduced to one of its incidents', () => {
  const [first, second] = ['a', 'b'].map((id) =>
    toIncidentEvent('incident.opened', createTestIncident({ id, monitor: { ...SHOP, id, name: id } }), T0),
  )
  const own = toOwnEvent(toGroupedEvent(first!, [second!], 2, []), 'b')
  assert.deepEqual(own, second)
})
