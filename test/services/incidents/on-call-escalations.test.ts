import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncidentDraft } from '../../../src/core/incidents/incident-change.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { startCourier } from '../../../src/engine/courier.ts'
import { sendDueEscalations } from '../../../src/services/incidents/escalations.ts'
import {
  acknowledgeIncident,
  addIncidentNote,
  removeIncident,
  reportIncident,
} from '../../../src/services/incidents/incident-actions.ts'
import { endSilences, silenceMonitors } from '../../../src/services/incidents/silences.ts'
import { endIncidentSnooze, snoozeIncident } from '../../../src/services/incidents/snoozes.ts'
import { processDueWindows } from '../../../src/services/maintenance/maintenance-spans.ts'
import { createWindow, updateWindow } from '../../../src/services/maintenance/maintenance-windows.ts'
import { createContactMethod } from '../../../src/services/notifications/contact-methods.ts'
import { removeSchedule, updatePolicy } from '../../../src/services/notifications/escalation-policies.ts'
import { removeFromSchedules } from '../../../src/services/on-call/on-call-schedules.ts'
import { transact } from '../../../src/services/platform/work.ts'
import { listEndingOpenings } from '../../../src/store/notifications/delayed-openings.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { removeMember } from '../../support/database/account-rows.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { countRows, readColumns, updateRows } from '../../support/database/tables.ts'
import { reviewSilences, SCOPE, T0 } from '../../support/factories/dependency-site.ts'
import {
  createEscalationSite,
  createTestSchedule,
  EGRESS,
  insertMembers,
  SHOP,
} from '../../support/factories/escalation-site.ts'
import { sendAll } from '../../support/factories/manual-courier.ts'

const REPORT: IncidentDraft = {
  severity: 'major',
  type: 'timeout',
  errorMessage: 'It hangs',
  title: 'Broken',
  checkId: null,
  source: 'manual',
  publicTitle: null,
  statusPageUpdate: null,
  affectedRegions: [],
  affectedMonitorIds: [],
  failureCount: 1,
  startedAt: null,
}

/** A policy with these schedules in its steps at minutes 0, 15 and 30. Alice has a pager that is used after 5 minutes. */
async function prepare(t: Cleanup, dialect: DialectName) {
  const site = await createEscalationSite(t, dialect)
  const { context } = site
  await insertMembers(context)
  await createContactMethod({ ...context, egress: EGRESS }, SCOPE.actor, {
    name: 'Pager',
    channel: 'webhook',
    config: { url: 'https://pager.example.test/' },
    delayMinutes: 5,
    isEnabled: true,
  })
  const sent: string[] = []
  /** Sends due messages, and records lines such as `5 opened Pager`. */
  const send = async () => {
    for (const { delivery, target } of await sendAll(context)) {
      const minute = Math.floor((context.now() - T0) / MINUTE_MS)
      const name = target?.name === 'Account email' ? target.id : (target?.name ?? 'deleted')
      sent.push(`${minute} ${delivery.event.type.replace('incident.', '')} ${name.replace('target ', '')}`)
    }
  }
  return {
    ...site,
    setSteps: (...steps: string[][]) =>
      updatePolicy(context, SCOPE, site.policy.id, {
        steps: steps.map((scheduleIds, index) => ({
          afterMinutes: 15 * index,
          targetIds: [],
          scheduleIds,
          userIds: [],
        })),
      }),
    createSchedule: (name: string, ...userIds: string[]) => createTestSchedule(context, name, ...userIds),
    async check(status: 'up' | 'down') {
      await site.check({ shop: status })
      await send()
    },
    async pass(minutes: number) {
      for (let at = 0; at < minutes * MINUTE_MS; at += 30 * SECOND_MS) {
        site.advance(30 * SECOND_MS)
        await sendDueEscalations(context, 100)
        await processDueWindows(context)
        await reviewSilences(context)
        await send()
      }
    },
    async acknowledge() {
      await acknowledgeIncident(context, SCOPE, (await site.getIncident('shop')).id)
      await send()
    },
    /** The sent messages since the last call, sorted. */
    takeSent: () => sent.splice(0).sort(),
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: each step notifies the user who is on call at its time, and both receive the end`, async (t) => {
    const site = await prepare(t, dialect)
    const platform = await site.createSchedule('Platform', 'alice', 'bob')
    await site.setSteps([platform], [platform])
    await site.check('down')
    await site.pass(16)
    assert.deepEqual(site.takeSent(), ['0 opened alice', '15 opened bob', '5 opened Pager'])
    assert.deepEqual(await site.listIncidentUpdates('shop'), ['created', 'Escalated to step 2: Bob (Platform)'])
    await site.check('up')
    assert.deepEqual(site.takeSent(), ['16 resolved Pager', '16 resolved alice', '16 resolved bob'])
    const recipients = await readColumns(site.context.store.db, 'deliveries', ['recipient'])
    assert.deepEqual([...new Set(recipients.map(({ recipient }) => recipient))].sort(), ['Bob', 'alice'])
  })

  test(`${dialect}: an acknowledgement before the delay of a contact method leaves the method without messages`, async (t) => {
    const site = await prepare(t, dialect)
    await site.setSteps([await site.createSchedule('Platform', 'alice')])
    await site.check('down')
    const { id } = await site.getIncident('shop')
    await addIncidentNote(site.context, SCOPE, id, { message: 'We are at it', isPublic: false })
    await site.pass(3)
    await site.acknowledge()
    await site.pass(10)
    await site.check('up')
    assert.deepEqual(site.takeSent(), [
      '0 opened alice',
      '0 updated alice',
      '13 resolved alice',
      '3 acknowledged alice',
    ])
  })

  test(`${dialect}: a snooze moves the delayed message of a contact method, and its early end moves the message back`, async (t) => {
    const site = await prepare(t, dialect)
    const { context } = site
    await site.setSteps([await site.createSchedule('Platform', 'alice')])
    await site.check('down')
    const { id } = await site.getIncident('shop')
    await site.pass(3)
    await snoozeIncident(context, SCOPE, id, T0 + 60 * MINUTE_MS)
    await site.pass(10)
    assert.deepEqual(site.takeSent(), ['0 opened alice'])
    await endIncidentSnooze(context, SCOPE, id)
    await site.pass(3)
    assert.deepEqual(site.takeSent(), ['15 opened Pager'])
  })

  test(`${dialect}: a silence that begins before the end of the delay holds the message until the silence ends`, async (t) => {
    const site = await prepare(t, dialect)
    const { context } = site
    await site.setSteps([await site.createSchedule('Platform', 'alice')])
    await site.check('down')
    await site.pass(3)
    await silenceMonitors(context, SCOPE, SHOP, { until: T0 + 13 * MINUTE_MS, note: null })
    site.advance(2 * MINUTE_MS)
    const log = { error: (details: object) => assert.fail(JSON.stringify(details)) }
    const attempt = () => assert.fail('the courier sends a message')
    await startCourier({ context, attempt, log }).stop()
    await site.pass(7)
    assert.deepEqual(site.takeSent(), ['0 opened alice'])
    await site.pass(3)
    assert.deepEqual(site.takeSent(), ['13 opened Pager'])
    await site.check('up')
    assert.deepEqual(site.takeSent(), ['15 resolved Pager', '15 resolved alice'])
  })

  test(`${dialect}: a group of delayed openings is not held for its first incident, because it reports others`, async (t) => {
    const site = await prepare(t, dialect)
    const { db } = site.context.store
    await site.setSteps([await site.createSchedule('Platform', 'alice')])
    await site.check('down')
    const [leader] = await readColumns(db, 'deliveries', ['id'], { status: 'pending' })
    const [other] = await readColumns(db, 'deliveries', ['id'], { status: 'delivered' })
    const listHeld = async () => (await listEndingOpenings(db, T0 + 5 * MINUTE_MS)).map(({ id }) => id)
    await updateRows(db, 'deliveries', { leader_id: leader!.id }, { id: leader!.id })
    assert.deepEqual(await listHeld(), [leader!.id])
    await updateRows(db, 'deliveries', { leader_id: leader!.id, status: 'pending' }, { id: other!.id })
    assert.deepEqual(await listHeld(), [])
  })

  test(`${dialect}: an incident that is answered during a silence leaves the held message unsent`, async (t) => {
    for (const answer of ['acknowledge', 'resolve'] as const) {
      const site = await prepare(t, dialect)
      const { context } = site
      await site.setSteps([await site.createSchedule('Platform', 'alice')])
      await site.check('down')
      await silenceMonitors(context, SCOPE, SHOP, { until: T0 + 60 * MINUTE_MS, note: null })
      await site.pass(7)
      if (answer === 'acknowledge') await site.acknowledge()
      else await site.check('up')
      await endSilences(context, SCOPE, SHOP)
      await site.pass(7)
      assert.ok(!site.takeSent().some((line) => line.includes('Pager')), answer)
    }
  })

  test(`${dialect}: maintenance that begins before the end of the delay holds the message until the maintenance ends`, async (t) => {
    const site = await prepare(t, dialect)
    const { context } = site
    await site.setSteps([await site.createSchedule('Platform', 'alice')])
    const plan = { name: 'Upgrade', description: '', monitorIds: SHOP, groupIds: [], recurrence: null }
    const [startsAt, endsAt] = [3, 20].map((minute) => T0 + minute * MINUTE_MS)
    await createWindow(context, SCOPE, { ...plan, startsAt: startsAt!, endsAt: endsAt! })
    await site.check('down')
    await site.pass(19)
    assert.deepEqual(site.takeSent(), ['0 opened alice', '3 maintenance.started ops'])
    await site.pass(2)
    assert.deepEqual(site.takeSent(), ['20 maintenance.ended ops', '20 opened Pager'])
  })

  test(`${dialect}: a resolution, also in the batch of the opening, and a deletion cancel delayed messages`, async (t) => {
    const site = await prepare(t, dialect)
    const { db } = site.context.store
    await site.setSteps([await site.createSchedule('Platform', 'alice')])
    await site.checkRepeatedly('shop', 'down', 'up')
    assert.equal(await countRows(db, 'deliveries', { channel: 'webhook' }), 0)
    await site.pass(1)
    await site.check('down')
    assert.equal(await countRows(db, 'deliveries', { channel: 'webhook' }), 1)
    await site.pass(1)
    await site.check('up')
    assert.equal(await countRows(db, 'deliveries', { channel: 'webhook' }), 0)
    site.advance(10 * MINUTE_MS)
    await site.check('down')
    await removeIncident(site.context, SCOPE, (await site.getIncident('shop')).id)
    await site.pass(10)
    assert.ok(!site.takeSent().some((line) => line.includes('Pager')))
  })

  test(`${dialect}: a user who leaves the organization receives neither delayed messages nor the end`, async (t) => {
    const site = await prepare(t, dialect)
    const { context } = site
    await site.setSteps([await site.createSchedule('Platform', 'alice', 'bob')])
    await site.check('down')
    await removeMember(context.store.db, 'alice')
    await transact(context, { actor: SCOPE.actor }, (work) => removeFromSchedules(work, 'alice'))
    await site.pass(6)
    await site.check('up')
    assert.deepEqual(
      site.takeSent().filter((line) => !line.endsWith('bob')),
      ['0 opened alice'],
    )
  })

  test(`${dialect}: a delayed message follows a changed end of maintenance`, async (t) => {
    const site = await prepare(t, dialect)
    const { context } = site
    const at = (minute: number) => T0 + minute * MINUTE_MS
    await site.setSteps([await site.createSchedule('Platform', 'alice')])
    const plan = { name: 'Upgrade', description: '', monitorIds: SHOP, groupIds: [], recurrence: null }
    const window = await createWindow(context, SCOPE, { ...plan, startsAt: at(1), endsAt: at(60) })
    site.advance(2 * MINUTE_MS)
    await processDueWindows(context)
    await reportIncident(context, SCOPE, { ...REPORT, checkId: SHOP[0]! })
    const listDue = async () => {
      const rows = await readColumns(context.store.db, 'deliveries', ['next_attempt_at'], { recipient: 'alice' })
      return rows.map((row) => (row.next_attempt_at - T0) / MINUTE_MS).sort((a, b) => a - b)
    }
    assert.deepEqual(await listDue(), [60, 65])
    for (const end of [90, 30]) {
      await updateWindow(context, SCOPE, window.id, { endsAt: at(end) }, false)
      assert.deepEqual(await listDue(), [end, end + 5])
    }
  })

  test(`${dialect}: a repeated round does not hold the acknowledgement behind its delayed message`, async (t) => {
    const site = await prepare(t, dialect)
    await site.setSteps([await site.createSchedule('Platform', 'alice')])
    await updatePolicy(site.context, SCOPE, site.policy.id, { repeatCount: 1, repeatAfterMinutes: 8 })
    await site.check('down')
    await site.pass(9)
    await site.acknowledge()
    assert.deepEqual(site.takeSent(), [
      '0 opened alice',
      '5 opened Pager',
      '8 opened alice',
      '9 acknowledged Pager',
      '9 acknowledged alice',
    ])
  })

  test(`${dialect}: a schedule without a user on call is recorded, and an opening goes to the targets of the monitor`, async (t) => {
    const site = await prepare(t, dialect)
    const [empty, platform] = [await site.createSchedule('Empty'), await site.createSchedule('Platform', 'bob')]
    await site.setSteps([empty], [empty], [empty, platform])
    await site.check('down')
    await site.pass(31)
    assert.deepEqual(site.takeSent(), ['0 opened ops', '30 opened bob'])
    assert.deepEqual((await site.listIncidentUpdates('shop')).slice(1), [
      'Escalation step 2 notified no recipient: no user is on call in Empty',
      'Escalated to step 3: Bob (Platform); no user is on call in Empty',
    ])
  })

  test(`${dialect}: a user who is on call in several schedules is notified once, and by enabled contact methods only`, async (t) => {
    const site = await prepare(t, dialect)
    const ids = [await site.createSchedule('Platform', 'bob'), await site.createSchedule('Database', 'bob')]
    await site.setSteps(ids, ids)
    await site.check('down')
    assert.deepEqual(site.takeSent(), ['0 opened bob'])
    await updateRows(site.context.store.db, 'contact_methods', { is_enabled: 0 }, { id: 'bob' })
    await site.pass(16)
    assert.deepEqual(site.takeSent(), [])
    assert.equal(
      (await site.listIncidentUpdates('shop')).at(-1),
      'Escalation step 2 notified no recipient: ' +
        'Bob (Platform) has no enabled contact method, Bob (Database) has no enabled contact method',
    )
  })

  test(`${dialect}: a schedule that is deleted between two steps leaves the later step without a recipient`, async (t) => {
    const site = await prepare(t, dialect)
    const platform = await site.createSchedule('Platform', 'bob')
    await site.setSteps([platform], [platform])
    await site.check('down')
    await removeSchedule(site.context, SCOPE, platform)
    await site.pass(16)
    await site.check('up')
    assert.deepEqual(site.takeSent(), ['0 opened bob', '16 resolved bob'])
    assert.match((await site.listIncidentUpdates('shop'))[1]!, /^Escalation step 2 notified no recipient/)
  })
}
