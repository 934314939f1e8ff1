import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { BulkRequest } from '../../../src/core/monitors/bulk.ts'
import type { MonitorChange, MonitorDraft } from '../../../src/core/monitors/monitor-change.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createGroup } from '../../../src/services/monitors/groups.ts'
import { changeMonitors } from '../../../src/services/monitors/monitor-bulk.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { removeMonitor, updateMonitor } from '../../../src/services/monitors/monitors.ts'
import { saveFlaps } from '../../../src/store/incidents/flaps.ts'
import { saveDeferredIncidents } from '../../../src/store/maintenance/deferred-incidents.ts'
import { insertTarget } from '../../../src/store/notifications/notification-targets.ts'
import type { Store } from '../../../src/store/platform/store.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRows, updateRows } from '../../support/database/tables.ts'
import { createExpiringCertificate } from '../../support/factories/expiries.ts'
import { createFailureResponse } from '../../support/factories/failure-response.ts'
import {
  createDownResult,
  createMonitorDraft,
  createMonitorFixture,
  type MonitorFixture,
} from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

/** The effect of an operation on the rows of a monitor in one table. */
type Effect = 'added' | 'changed' | 'removed'
type Operation = 'create' | 'update' | 'pause' | 'resume' | 'move' | 'delete'

/** Every table with rows of monitors. An operation that is not listed leaves the rows unchanged. */
const EFFECTS: Record<string, Partial<Record<Operation, Effect>>> = {
  monitors: {
    create: 'added',
    update: 'changed',
    pause: 'changed',
    resume: 'changed',
    move: 'changed',
    delete: 'changed',
  },
  monitor_tags: { create: 'added', update: 'changed' },
  monitor_targets: { create: 'added', update: 'removed' },
  monitor_dependencies: { create: 'added', update: 'changed', delete: 'removed' },
  heartbeats: { create: 'added', pause: 'changed' },
  heartbeat_pings: {},
  check_states: { update: 'changed', pause: 'changed', resume: 'changed', delete: 'changed' },
  status_changes: { create: 'added', pause: 'changed', resume: 'changed' },
  incidents: { pause: 'changed', resume: 'changed', delete: 'changed' },
  incident_holds: { delete: 'removed' },
  incident_reminders: { update: 'changed', resume: 'changed', delete: 'removed' },
  deliveries: {},
  flaps: { pause: 'removed', delete: 'removed' },
  deferred_incidents: { pause: 'removed', delete: 'removed' },
  certificates: { update: 'removed', delete: 'removed' },
  certificate_spans: { update: 'removed', delete: 'removed' },
  certificate_observations: { update: 'removed', delete: 'removed' },
  domain_watches: { create: 'added', update: 'changed', pause: 'removed', resume: 'added', delete: 'removed' },
  expiry_watches: { create: 'added', update: 'changed', pause: 'changed', resume: 'changed', delete: 'removed' },
  failure_responses: { delete: 'removed' },
  // The data of a monitor's history and its entries in pages and windows stay until retention deletes them
  results: {},
  result_blocks: {},
  result_hours: {},
  result_days: {},
  maintenance_monitors: {},
  maintenance_spans: {},
  silences: {},
  status_page_components: {},
}

/** Reads the columns of all tables that refer to a monitor by its key. */
async function referencesOf({ db }: Store): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables()
  const references = tables
    .filter(({ name }) => !/^(results|result_blocks)_/.test(name)) // partitions
    .map(({ name, columns }) => {
      const named = columns.map((column) => column.name).filter((column) => /^(monitor|parent)_key$/.test(column))
      return [name, name === 'monitors' ? ['key'] : named] as const
    })
  return new Map(references.filter(([, columns]) => columns.length > 0).map(([name, columns]) => [name, [...columns]]))
}

async function snapshot(
  { context: { store } }: MonitorFixture,
  keys: readonly number[],
): Promise<Map<string, string[]>> {
  const rows = new Map<string, string[]>()
  for (const [table, columns] of await referencesOf(store)) {
    const conditions = columns.map((column) => sql`${sql.ref(column)} in (${sql.join(keys)})`)
    const found = await sql`select * from ${sql.table(table)} where ${sql.join(conditions, sql` or `)}`.execute(
      store.db,
    )
    rows.set(table, found.rows.map((row) => JSON.stringify(row)).toSorted())
  }
  return rows
}

function effectOf(before: readonly string[], after: readonly string[]): Effect | null {
  if (before.join() === after.join()) return null
  if (before.length === 0) return 'added'
  return after.length === 0 ? 'removed' : 'changed'
}

function effectsBetween(before: Map<string, string[]>, after: Map<string, string[]>): Record<string, Effect> {
  const effects = [...after].map(([table, rows]) => [table, effectOf(before.get(table) ?? [], rows)] as const)
  return Object.fromEntries(effects.filter((entry): entry is readonly [string, Effect] => entry[1] !== null))
}

const expectedOf = (operation: Operation): Record<string, Effect> =>
  Object.fromEntries(
    Object.entries(EFFECTS).flatMap(([table, effects]) => (effects[operation] ? [[table, effects[operation]]] : [])),
  )

const JOB = {
  type: 'HEARTBEAT',
  target: '',
  settings: { expectedIntervalSeconds: 60, gracePeriodSeconds: 30 },
} as const

/** Creates monitors that use every feature, with data that each operation must change. */
async function createFeatureMonitors(desk: MonitorFixture, suffix: string) {
  const { context, scope } = desk
  const { store } = context
  const target = `target-${suffix}`
  await store.transact((tx) =>
    insertTarget(tx, {
      ...{ id: target, organizationId: 'alice', projectId: 'alice', name: target, channel: 'webhook', config: {} },
      ...{ isDefault: false, isEnabled: true, createdAt: MONDAY, updatedAt: MONDAY },
    }),
  )
  const create = (over: Partial<MonitorDraft> = {}) => createMonitor(context, scope, createMonitorDraft(over))
  const router = await create({ name: 'Router' })
  const shop: Partial<MonitorDraft> = {
    ...{ name: 'Shop', sslMonitoring: {}, domainMonitoring: {}, regions: ['local'], reminderIntervalMinutes: 5 },
    ...{ tags: ['shop'], notificationTargetIds: [target], dependsOnMonitorIds: [router.id] },
  }
  const group = (
    await createGroup(context, scope, {
      name: suffix,
      description: '',
      parentGroupId: null,
      condition: null,
      escalationPolicyId: null,
    })
  ).group.id
  const drafts = [shop, JOB]
  /** Makes the shop fail while its router is down, and arms the deadline of the job. */
  const spoil = async (shopKey: number) => {
    const at = context.now()
    const failed = (key: number, offset: number): CheckResult => ({
      ...createDownResult(key, at + offset),
      ...{ certificate: createExpiringCertificate(90), response: createFailureResponse() },
    })
    await recordResults(context, 'local', [failed(router.key, 1), failed(router.key, 2)])
    await recordResults(context, 'local', [failed(shopKey, 3), failed(shopKey, 4)])
    context.setTime(at + MINUTE_MS)
    await create({ name: 'Cart', dependsOnMonitorIds: [(await idOf(store, shopKey))!] })
    await store.transact(async (tx) => {
      await saveFlaps(tx, [{ monitorKey: shopKey, since: at, stableAt: at + MINUTE_MS, intervalMs: MINUTE_MS }])
      await saveDeferredIncidents(tx, [{ monitorKey: shopKey, dueAt: at + MINUTE_MS }])
    })
    await updateRows(store.db, 'heartbeats', { armed_at: at, due_at: at + MINUTE_MS })
  }
  const made = async () => {
    const monitors = []
    for (const draft of drafts) monitors.push(await create(draft))
    await spoil(monitors[0]!.key)
    return monitors
  }
  return { create, drafts, made, router, group }
}

const idOf = async ({ db }: Store, key: number): Promise<string | undefined> =>
  (await readRows(db, 'monitors', { key }))[0]?.id

const PAUSE: BulkRequest = { operation: 'pause', from: ['active'] }
const RESUME: BulkRequest = { operation: 'resume', from: ['paused'] }

for (const dialect of DIALECTS) {
  test(`${dialect}: every table that refers to monitors is listed in the expectations`, async (t) => {
    const { context } = await createMonitorFixture(t, dialect)
    assert.deepEqual([...(await referencesOf(context.store)).keys()].toSorted(), Object.keys(EFFECTS).toSorted())
  })

  test(`${dialect}: creating monitors writes what every feature needs`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { create, drafts } = await createFeatureMonitors(desk, 'new')
    const keys: number[] = []
    for (const draft of drafts) keys.push((await create(draft)).key)
    assert.deepEqual(effectsBetween(new Map(), await snapshot(desk, keys)), expectedOf('create'))
  })

  test(`${dialect}: updating a monitor updates every feature that depends on its configuration`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { made } = await createFeatureMonitors(desk, 'updated')
    const [shop, job] = await made()
    const other = await createMonitor(desk.context, desk.scope, createMonitorDraft())
    const change: MonitorChange = {
      ...{ target: 'https://www.example.org/', regions: ['eu-1'], reminderIntervalMinutes: 10 },
      ...{ tags: ['web'], notificationTargetIds: [], dependsOnMonitorIds: [other.id] },
    }
    const keys = [shop!.key, job!.key]
    const before = await snapshot(desk, keys)
    await updateMonitor(desk.context, desk.scope, shop!.id, () => change)
    assert.deepEqual(effectsBetween(before, await snapshot(desk, keys)), expectedOf('update'))
  })

  for (const path of ['single', 'bulk'] as const)
    test(`${dialect}: a ${path} pause, resume, move and deletion reach every feature`, async (t) => {
      const desk = await createMonitorFixture(t, dialect)
      const { context, scope } = desk
      const { made, group } = await createFeatureMonitors(desk, path)
      const run = async (ids: readonly string[], wish: BulkRequest, one: (id: string) => Promise<unknown>) => {
        if (path === 'bulk') await changeMonitors(context, scope, wish, ids)
        else for (const id of ids) await one(id)
      }
      const update = (change: MonitorChange) => (id: string) => updateMonitor(context, scope, id, () => change)
      const check = async (monitors: Awaited<ReturnType<typeof made>>, operation: Operation) => {
        const keys = monitors.map(({ key }) => key)
        const ids = monitors.map(({ id }) => id)
        const before = await snapshot(desk, keys)
        context.setTime(context.now() + MINUTE_MS)
        if (operation === 'pause') await run(ids, PAUSE, update({ status: 'paused' }))
        if (operation === 'resume') await run(ids, RESUME, update({ status: 'active' }))
        if (operation === 'move') await run(ids, { operation: 'move', groupId: group }, update({ groupId: group }))
        if (operation === 'delete') await run(ids, { operation: 'delete' }, (id) => removeMonitor(context, scope, id))
        assert.deepEqual(effectsBetween(before, await snapshot(desk, keys)), expectedOf(operation), operation)
      }
      const first = await made()
      for (const operation of ['move', 'pause', 'resume'] as const) await check(first, operation)
      await check(await made(), 'delete')
    })
}
