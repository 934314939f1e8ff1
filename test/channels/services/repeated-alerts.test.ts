import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSendRepeat } from '../../../src/channels/repeat.ts'
import { createSendAttempt } from '../../../src/channels/send-attempt.ts'
import { toIncidentEvent } from '../../../src/core/incidents/event.ts'
import type { IncidentDraft } from '../../../src/core/incidents/incident-change.ts'
import { toGroupedEvent, toOwnEvent } from '../../../src/core/notifications/grouped-event.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { startAlertRepeater } from '../../../src/engine/alert-repeater.ts'
import { startCourier } from '../../../src/engine/courier.ts'
import { createProbeTools } from '../../../src/net/connection/tools.ts'
import { editIncident, removeIncident, reportIncident } from '../../../src/services/incidents/incident-actions.ts'
import { saveTarget } from '../../../src/store/notifications/notification-targets.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { unsubscribe } from '../../support/api/unsubscribe.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { readRow, updateRows } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { SCOPE, T0 } from '../../support/factories/dependency-site.ts'
import { createTestIncident, SHOP } from '../../support/factories/incidents.ts'
import { sendAll } from '../../support/factories/manual-courier.ts'
import { createOutboxFixture } from '../../support/factories/outbox.ts'
import { type Received, startSink } from '../../support/targets/sink.ts'
import { waitUntil } from '../../support/time/until.ts'

const DRAFT: IncidentDraft = {
  severity: 'major',
  type: 'timeout',
  errorMessage: 'It does not answer',
  title: 'Shop',
  checkId: null,
  source: null,
  publicTitle: null,
  statusPageUpdate: null,
  affectedRegions: [],
  affectedMonitorIds: [],
  failureCount: 1,
  startedAt: null,
}

/** An Alertmanager that receives the alerts of one monitor and of reported incidents. */
async function prepare(t: Cleanup, dialect: DialectName) {
  const store = await openTestStore(t, dialect)
  const context = createTestContext(store, T0)
  const { createTarget, setCondition } = await createOutboxFixture(store, context)
  const sink = await startSink(t)
  const target = await createTarget('am', sink.url)
  const config = { service: 'alertmanager', urls: [sink.url] }
  await store.transact((tx) => saveTarget(tx, { ...target, config, isDefault: true }))
  const net = createProbeTools({ egress: createEgressPolicy({ mode: 'any' }) })
  t.after(() => net.resolver.close())
  const fail = (details: object) => assert.fail(JSON.stringify(details))
  const log = { error: fail, warn: fail }
  const tools = { net, now: context.now, mailer: null, baseUrl: 'http://watchkeeper.test', unsubscribe }
  const attempt = createSendAttempt(tools, (error) => assert.fail(String(error)))
  const send = createSendRepeat(tools)
  return {
    context,
    createTarget,
    setCondition,
    sink,
    deliver: () => startCourier({ context, attempt, log }).stop(),
    startRepeater: (repeat: typeof send = send) => startAlertRepeater({ context, repeat, log }),
    send,
  }
}

interface Alert {
  labels: { monitor?: string; severity: string }
  endsAt: string
}

/** Alerts of a request as `severity name +5`, with the end in minutes after the start of the test. */
const describeAlerts = ({ event }: Received): string[] =>
  (event as unknown as Alert[]).map(
    ({ labels, endsAt }) => `${labels.severity} ${labels.monitor ?? '-'} +${(Date.parse(endsAt) - T0) / MINUTE_MS}`,
  )

for (const dialect of DIALECTS) {
  test(`${dialect}: Alertmanager gets an alert again every minute until its incident is resolved`, async (t) => {
    const { context, createTarget, setCondition, sink, deliver, startRepeater, send } = await prepare(t, dialect)
    const other = await startSink(t)
    await createTarget('plain', other.url)
    let whileRepeating = async () => {}
    const repeat = () =>
      startRepeater(async (...sent) => {
        await whileRepeating()
        await send(...sent)
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

  test(`${dialect}: an alert ends within a minute when a changed name or severity makes another alert`, async (t) => {
    const { context, setCondition, sink, deliver, startRepeater } = await prepare(t, dialect)
    const { id } = await reportIncident(context, SCOPE, DRAFT)
    await setCondition('down', 'up')
    await deliver()
    const repeater = startRepeater()
    t.after(() => repeater.stop())
    const nextRound = async (requests: number) => {
      sink.received.length = 0
      context.setTime(context.now() + MINUTE_MS)
      repeater.wake()
      await waitUntil(() => sink.received.length === requests, `${requests} requests`)
      return sink.received.map((request) => describeAlerts(request).sort()).sort()
    }
    await waitUntil(() => sink.received.length === 3, 'two openings and their repetition')
    const { name } = await readRow(context.store.db, 'monitors')
    await editIncident(context, SCOPE, id, { severity: 'minor' })
    await updateRows(context.store.db, 'monitors', { name: 'Renamed' }, {})
    await deliver()
    assert.deepEqual(await nextRound(2), [[`critical ${name} +6`, 'minor - +6'], ['major - +1']])
    await setCondition('up', 'down')
    await removeIncident(context, SCOPE, id)
    await deliver()
    assert.deepEqual(await nextRound(1), [[`critical ${name} +2`, 'minor - +2']])
    await repeater.stop()
  })
}

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
