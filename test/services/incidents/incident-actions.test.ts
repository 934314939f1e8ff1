import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncidentDraft } from '../../../src/core/incidents/incident-change.ts'
import { Problem } from '../../../src/core/platform/errors.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import {
  acknowledgeIncident,
  addIncidentNote,
  changeIncidentStatus,
  editIncident,
  removeIncident,
  reportIncident,
} from '../../../src/services/incidents/incident-actions.ts'
import { removeMonitor } from '../../../src/services/monitors/monitors.ts'
import type { MonitorScope } from '../../../src/services/platform/context.ts'
import { listIncidents } from '../../../src/store/incidents/incident-reads.ts'
import { listIncidentUpdates } from '../../../src/store/incidents/incident-updates.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { updateRows } from '../../support/database/tables.ts'
import { createMonitorFixture } from '../../support/factories/monitors.ts'
import { createOutboxFixtureIn } from '../../support/factories/outbox.ts'

async function prepare(t: Cleanup, dialect: DialectName, monitors = 1) {
  const { context, scope } = await createMonitorFixture(t, dialect)
  const { store } = context
  const outbox = await createOutboxFixtureIn(store, context, monitors)
  const incidents = async () =>
    (await listIncidents(store.db, 'alice', {}, { limit: 1_000, offset: 0 })).incidents.reverse()
  return { store, context, scope, ...outbox, incidents }
}

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

const SHOP = 'alice-monitor-0'

/** Outcomes of several attempts at once: `ok` or the error code, sorted. */
async function outcomes(attempts: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(attempts)
  return settled
    .map((outcome) => {
      if (outcome.status === 'fulfilled') return 'ok'
      if (!(outcome.reason instanceof Problem)) throw outcome.reason
      return outcome.reason.code
    })
    .sort()
}

const bob = (scope: MonitorScope): MonitorScope => ({
  ...scope,
  actor: { ...scope.actor, userId: 'bob', userName: 'Bob' },
})

for (const dialect of DIALECTS) {
  test(`${dialect}: one of several concurrent acknowledgements succeeds`, async (t) => {
    const { store, context, scope, createTarget, setCondition, listDeliveries, incidents } = await prepare(t, dialect)
    await createTarget('ops', 'https://ops.example.test/hook')
    await setCondition('down', 'up')
    context.woken.length = 0
    const { id } = (await incidents())[0]!
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => acknowledgeIncident(context, scope, id)))
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        assert.equal(outcome.reason.message, 'Incident is already in status: acknowledged')
    assert.deepEqual(
      (await listDeliveries()).map((row) => row.event_type),
      ['incident.opened', 'incident.acknowledged'],
    )
    assert.deepEqual(context.woken, ['deliveries'])
    assert.equal((await listIncidentUpdates(store.db, id)).at(-1)?.userName, 'alice')
  })

  test(`${dialect}: one of several concurrent resolutions succeeds, and one of several deletions`, async (t) => {
    const { context, scope, incidents } = await prepare(t, dialect)
    const { id } = await reportIncident(context, scope, DRAFT)
    const five = (work: () => Promise<unknown>) => outcomes(Array.from({ length: 5 }, work))
    assert.deepEqual(await five(() => changeIncidentStatus(context, scope, id, { status: 'resolved', note: null })), [
      ...Array(4).fill('VALIDATION_ERROR'),
      'ok',
    ])
    assert.deepEqual(await five(() => removeIncident(context, scope, id)), [
      ...Array(4).fill('RESOURCE_NOT_FOUND'),
      'ok',
    ])
    assert.deepEqual(await incidents(), [])
  })

  test(`${dialect}: concurrent edits, notes and failing checks lose no change`, async (t) => {
    const { store, context, scope, setCondition, incidents } = await prepare(t, dialect)
    await setCondition('down', 'up')
    const { id } = (await incidents())[0]!
    await Promise.all([
      editIncident(context, scope, id, { title: 'Checkout' }),
      editIncident(context, bob(scope), id, { severity: 'minor' }),
      addIncidentNote(context, scope, id, { message: 'Found it', isPublic: false }),
      setCondition('down', 'unknown'),
      setCondition('down', 'unknown'),
    ])
    const [incident] = await incidents()
    // Two failures to begin with; each change from unknown to down adds one check
    assert.deepEqual([incident?.title, incident?.severity, incident?.failureCount], ['Checkout', 'minor', 2 + 1 + 1])
    const updates = await listIncidentUpdates(store.db, id)
    assert.deepEqual(updates.map(({ kind }) => kind).sort(), ['comment_added', 'created', 'edited', 'edited'])
    assert.equal(new Set(updates.map(({ createdAt }) => createdAt)).size, 4, 'each has its own time')
  })

  test(`${dialect}: two old system incidents that are reopened at once do not both open`, async (t) => {
    const { context, scope, setCondition, incidents } = await prepare(t, dialect)
    for (const minutes of [0, 10]) {
      context.setTime(context.now() + minutes * MINUTE_MS)
      await setCondition('down', 'up')
      await setCondition('up', 'down')
    }
    const [first, second] = await incidents()
    const open = (id: string) => changeIncidentStatus(context, scope, id, { status: 'open', note: null })
    assert.deepEqual(await outcomes([open(first!.id), open(second!.id)]), ['CONFLICT', 'ok'])
    assert.deepEqual((await incidents()).map(({ status }) => status).sort(), ['open', 'resolved'])
  })

  test(`${dialect}: manual incidents may be open beside a system incident, in any number`, async (t) => {
    const { context, scope, setCondition, incidents } = await prepare(t, dialect)
    await setCondition('down', 'up')
    const report = () => reportIncident(context, scope, { ...DRAFT, checkId: SHOP })
    await Promise.all([report(), report()])
    assert.equal((await incidents()).length, 3)
    await setCondition('up', 'down')
    assert.deepEqual(
      (await incidents()).map(({ status }) => status),
      ['resolved', 'resolved', 'resolved'],
    )
    const mine = (await incidents()).find(({ createdBy }) => createdBy !== null)!
    context.setTime(context.now() + 10 * MINUTE_MS)
    await setCondition('slow', 'up')
    await changeIncidentStatus(context, scope, mine.id, { status: 'open', note: null })
    await setCondition('down', 'degraded')
    const open = (await incidents()).filter(({ status }) => status === 'open')
    assert.deepEqual(open.map(({ family }) => family).sort(), ['availability', 'slowness'])
    assert.equal(open.find(({ family }) => family === 'availability')?.id, mine.id, 'it counts as the system incident')
  })

  test(`${dialect}: an incident reported during the deletion of its monitor does not stay open`, async (t) => {
    const { context, scope, incidents } = await prepare(t, dialect)
    const report = () => reportIncident(context, scope, { ...DRAFT, checkId: SHOP })
    const done = await outcomes([report(), removeMonitor(context, scope, SHOP), report(), report()])
    assert.ok(
      done.every((outcome) => outcome === 'ok' || outcome === 'MONITOR_NOT_FOUND'),
      String(done),
    )
    assert.deepEqual(
      (await incidents()).filter(({ status }) => status !== 'resolved'),
      [],
    )
  })

  test(`${dialect}: a target notified of the start is notified of the end, although the affected monitor was deleted`, async (t) => {
    const { context, scope, createTarget, listDeliveries } = await prepare(t, dialect)
    await createTarget('ops', 'https://ops.example.test/hook')
    const { id } = await reportIncident(context, scope, { ...DRAFT, affectedMonitorIds: [SHOP] })
    await removeMonitor(context, scope, SHOP)
    await changeIncidentStatus(context, scope, id, { status: 'resolved', note: null })
    assert.deepEqual(
      (await listDeliveries()).map((row) => row.event_type),
      ['incident.opened', 'incident.resolved'],
    )
  })

  test(`${dialect}: a deleted project refuses an incident report`, async (t) => {
    const { store, context, scope } = await prepare(t, dialect)
    await store.transact((tx) => updateRows(tx, 'projects', { deleted_at: 1 }))
    await assert.rejects(reportIncident(context, scope, DRAFT), (error: Problem) => error.code === 'PROJECT_NOT_FOUND')
  })
}
