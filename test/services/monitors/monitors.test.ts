import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MonitorChange } from '../../../src/core/monitors/monitor-change.ts'
import { Problem } from '../../../src/core/platform/errors.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import {
  getMonitor,
  pauseMonitor,
  removeMonitor,
  resumeMonitor,
  updateMonitor,
} from '../../../src/services/monitors/monitors.ts'
import { listHistory } from '../../../src/store/results/status-changes.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { insertRows, readColumns, readRow, readRows, updateRows } from '../../support/database/tables.ts'
import {
  createDownResult,
  createMonitorDraft,
  createMonitorFixture,
  type MonitorFixture,
} from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

const change = ({ context, scope }: MonitorFixture, id: string, wanted: MonitorChange) =>
  updateMonitor(context, scope, id, () => wanted)

/** Lines such as `config: null > active, unended`, oldest first, for each kind. */
async function historyOf({ context }: MonitorFixture, key: number, kind: 'runtime' | 'config'): Promise<string[]> {
  const { entries } = await listHistory(context.store.db, key, { limit: 100, offset: 0 })
  return entries
    .filter((entry) => entry.kind === kind)
    .toReversed()
    .map(({ fromStatus, toStatus, startedAt, endedAt, actorName }) => {
      const minutes = (at: number | null) => (at === null ? '' : (at - MONDAY) / MINUTE_MS)
      return `${fromStatus ?? ''}>${toStatus} ${minutes(startedAt)}-${minutes(endedAt)} ${actorName ?? 'engine'}`
    })
}

/** Makes the monitor go down with an incident. */
async function bringDown({ context }: MonitorFixture, key: number, region = 'local'): Promise<void> {
  await recordResults(context, region, [
    createDownResult(key, context.now() - 20),
    createDownResult(key, context.now() - 10),
  ])
}

/** Check states by region code. */
const statesOf = async ({ context }: MonitorFixture, key: number) => {
  const regions = await readRows(context.store.db, 'regions', {}, ['code'])
  const states = await readRows(context.store.db, 'check_states', { monitor_key: key })
  return regions.flatMap(({ key: region, code }) => {
    const state = states.find((one) => one.region === region)
    if (!state) return []
    return [{ code, opinion: state.opinion, failures: state.failures, fresh_until: state.fresh_until }]
  })
}

const incidentsOf = ({ context }: MonitorFixture, key: number) =>
  readColumns(context.store.db, 'incidents', ['status', 'resolution_note', 'resolved_by'], { monitor_key: key })

const revisionOf = async ({ context }: MonitorFixture, key: number): Promise<number> =>
  (await readRow(context.store.db, 'monitors', { key })).revision

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof Problem) return `${error.code} ${error.details?.field ?? ''}`.trim()
    throw error
  }
  return 'fine'
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a new monitor starts its history and wakes the probes`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const monitor = await createMonitor(desk.context, desk.scope, createMonitorDraft({ tags: ['a'] }))
    assert.deepEqual([monitor.status, monitor.runtimeStatus], ['active', 'unknown'])
    assert.deepEqual([monitor.createdAt, monitor.updatedAt, monitor.gridSince], [MONDAY, MONDAY, MONDAY])
    assert.deepEqual(await historyOf(desk, monitor.key, 'config'), ['>active 0- alice'])
    assert.deepEqual(await historyOf(desk, monitor.key, 'runtime'), ['>unknown 0- alice'])
    assert.deepEqual(desk.context.woken, ['assignments'])
  })

  test(`${dialect}: a monitor that is created paused has no earlier status in its history`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const monitor = await createMonitor(desk.context, desk.scope, createMonitorDraft({ status: 'paused' }))
    assert.deepEqual([monitor.status, monitor.runtimeStatus], ['paused', 'paused'])
    assert.deepEqual(await historyOf(desk, monitor.key, 'runtime'), ['>paused 0- alice'])
  })

  test(`${dialect}: a pause is recorded once and keeps the open incident`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { id, key } = await createMonitor(desk.context, desk.scope, createMonitorDraft())
    desk.context.setTime(MONDAY + MINUTE_MS)
    await bringDown(desk, key)
    desk.context.setTime(MONDAY + 2 * MINUTE_MS)
    desk.context.woken.length = 0
    const paused = await pauseMonitor(desk.context, desk.scope, id)
    assert.deepEqual([paused.status, paused.runtimeStatus, paused.updatedAt], ['paused', 'paused', desk.context.now()])
    assert.deepEqual(await historyOf(desk, key, 'config'), ['>active 0-2 alice', 'active>paused 2- alice'])
    assert.equal((await historyOf(desk, key, 'runtime')).at(-1), 'down>paused 2- alice')
    assert.deepEqual(await incidentsOf(desk, key), [{ status: 'open', resolution_note: null, resolved_by: null }])
    assert.deepEqual(desk.context.woken, ['assignments'])

    desk.context.setTime(MONDAY + 3 * MINUTE_MS)
    desk.context.woken.length = 0
    const again = await pauseMonitor(desk.context, desk.scope, id)
    assert.deepEqual(again, paused)
    assert.equal((await historyOf(desk, key, 'config')).length, 2)
    assert.deepEqual(desk.context.woken, [])
  })

  test(`${dialect}: a resumed monitor starts without the counts of its regions`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { id, key } = await createMonitor(desk.context, desk.scope, createMonitorDraft())
    desk.context.setTime(MONDAY + MINUTE_MS)
    await bringDown(desk, key)
    assert.equal((await statesOf(desk, key))[0]?.opinion, 'down')
    desk.context.setTime(MONDAY + 2 * MINUTE_MS)
    await pauseMonitor(desk.context, desk.scope, id)
    desk.context.setTime(MONDAY + 5 * MINUTE_MS)
    const resumed = await resumeMonitor(desk.context, desk.scope, id)
    assert.deepEqual([resumed.status, resumed.runtimeStatus], ['active', 'unknown'])
    assert.deepEqual(await statesOf(desk, key), [{ code: 'local', opinion: 'unknown', failures: 0, fresh_until: 0 }])
    assert.equal((await historyOf(desk, key, 'config')).at(-1), 'paused>active 5- alice')
    assert.equal((await historyOf(desk, key, 'runtime')).at(-1), 'paused>unknown 5- alice')
    assert.deepEqual(await resumeMonitor(desk.context, desk.scope, id), resumed)
  })

  test(`${dialect}: a disabled monitor can be resumed like a paused monitor`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { id, key } = await createMonitor(desk.context, desk.scope, createMonitorDraft())
    assert.equal((await change(desk, id, { status: 'paused' })).runtimeStatus, 'paused')
    const disabled = await change(desk, id, { status: 'disabled' })
    assert.deepEqual([disabled.status, disabled.runtimeStatus], ['disabled', 'paused'])
    assert.equal((await historyOf(desk, key, 'config')).length, 3)
    assert.equal((await historyOf(desk, key, 'runtime')).length, 2, 'the monitor was paused throughout')
    assert.equal((await resumeMonitor(desk.context, desk.scope, id)).status, 'active')
  })

  test(`${dialect}: probes are woken by a change of the check, and not by a new name`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { id, key } = await createMonitor(desk.context, desk.scope, createMonitorDraft())
    const first = await revisionOf(desk, key)
    desk.context.woken.length = 0
    await change(desk, id, { name: 'New', tags: ['x'], notificationTargetIds: [], reminderIntervalMinutes: 5 })
    assert.deepEqual([desk.context.woken, await revisionOf(desk, key)], [[], first])
    await change(desk, id, { target: 'https://example.org/' })
    assert.deepEqual(desk.context.woken, ['assignments'])
    assert.ok((await revisionOf(desk, key)) > first)
  })

  test(`${dialect}: only a new interval starts a new grid`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { id } = await createMonitor(desk.context, desk.scope, createMonitorDraft())
    desk.context.setTime(MONDAY + MINUTE_MS)
    assert.equal((await change(desk, id, { timeoutMs: 5_000, intervalSeconds: 300 })).gridSince, MONDAY)
    assert.equal((await change(desk, id, { intervalSeconds: 60 })).gridSince, MONDAY + MINUTE_MS)
  })

  test(`${dialect}: a region that no longer checks a monitor does not count, and other regions still count`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { id, key } = await createMonitor(desk.context, desk.scope, createMonitorDraft({ regions: ['eu-1', 'us-1'] }))
    desk.context.setTime(MONDAY + MINUTE_MS)
    await bringDown(desk, key, 'eu-1')
    await bringDown(desk, key, 'us-1')
    await change(desk, id, { regions: ['us-1'] })
    const opinions = (await statesOf(desk, key)).map(({ code, opinion }) => `${code} ${opinion}`)
    assert.deepEqual(opinions, ['eu-1 unknown', 'us-1 down'])
    await change(desk, id, { regions: [] })
    assert.equal((await statesOf(desk, key)).at(-1)?.opinion, 'unknown', 'automatic means the default region')
  })

  test(`${dialect}: a deleted monitor is not found by any user, and its incident is resolved`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { id, key } = await createMonitor(desk.context, desk.scope, createMonitorDraft())
    desk.context.setTime(MONDAY + MINUTE_MS)
    await bringDown(desk, key)
    desk.context.woken.length = 0
    await removeMonitor(desk.context, desk.scope, id)
    assert.deepEqual(desk.context.woken, ['assignments', 'deliveries'])
    assert.equal((await incidentsOf(desk, key))[0]?.resolution_note, 'Resolved because the monitor was deleted')
    const missing = 'MONITOR_NOT_FOUND'
    assert.equal(await codeOf(getMonitor(desk.context.store.db, 'alice', id)), missing)
    assert.equal(await codeOf(removeMonitor(desk.context, desk.scope, id)), missing)
    assert.equal(await codeOf(pauseMonitor(desk.context, desk.scope, id)), missing)
    assert.equal(await codeOf(change(desk, id, { name: 'x' })), missing)
    await bringDown(desk, key)
    assert.equal((await incidentsOf(desk, key)).length, 1, 'a late result opens nothing')
  })

  test(`${dialect}: a monitor is not found in another project`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { id } = await createMonitor(desk.context, desk.scope, createMonitorDraft())
    const elsewhere = { ...desk.scope, projectId: 'charlie' }
    assert.equal(await codeOf(pauseMonitor(desk.context, elsewhere, id)), 'MONITOR_NOT_FOUND')
    assert.equal(await codeOf(removeMonitor(desk.context, elsewhere, id)), 'MONITOR_NOT_FOUND')
  })

  test(`${dialect}: a result that arrives during a pause does not change the paused monitor`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { id, key } = await createMonitor(desk.context, desk.scope, createMonitorDraft())
    const pauseUnderFire = async (one: { id: string; key: number }) => {
      desk.context.setTime(desk.context.now() + MINUTE_MS)
      await Promise.all([bringDown(desk, one.key), pauseMonitor(desk.context, desk.scope, one.id)])
      assert.equal((await getMonitor(desk.context.store.db, 'alice', one.id)).runtimeStatus, 'paused')
      assert.match((await historyOf(desk, one.key, 'runtime')).at(-1)!, />paused \d+- /)
    }
    for (let round = 1; round <= 10; round++) {
      await pauseUnderFire({ id, key })
      await resumeMonitor(desk.context, desk.scope, id)
      await pauseUnderFire(await createMonitor(desk.context, desk.scope, createMonitorDraft()))
    }
  })

  test(`${dialect}: concurrent creations activate no more monitors than the plan allows`, async (t) => {
    const desk = await createMonitorFixture(t, dialect, { limits: { activeMonitors: 3 } })
    const attempts = Array.from({ length: 8 }, () =>
      codeOf(createMonitor(desk.context, desk.scope, createMonitorDraft())),
    )
    const codes = await Promise.all(attempts)
    assert.equal(codes.filter((code) => code === 'fine').length, 3)
    assert.equal(codes.filter((code) => code === 'MONITOR_LIMIT_REACHED').length, 5)
  })

  test(`${dialect}: at the limit a monitor can be created paused, but not activated in any way`, async (t) => {
    const desk = await createMonitorFixture(t, dialect, { limits: { activeMonitors: 1 } })
    const first = await createMonitor(desk.context, desk.scope, createMonitorDraft())
    const second = await createMonitor(desk.context, desk.scope, createMonitorDraft({ status: 'paused' }))
    const full = 'MONITOR_LIMIT_REACHED'
    assert.equal(await codeOf(resumeMonitor(desk.context, desk.scope, second.id)), full)
    assert.equal(await codeOf(change(desk, second.id, { status: 'active' })), full)
    assert.equal(
      await codeOf(resumeMonitor(desk.context, desk.scope, first.id)),
      'fine',
      'the monitor is already active',
    )
    assert.equal(await codeOf(change(desk, first.id, { status: 'active', name: 'x' })), 'fine')
    await change(desk, first.id, { status: 'disabled' })
    assert.equal(
      await codeOf(resumeMonitor(desk.context, desk.scope, second.id)),
      'fine',
      'disabled monitors do not count',
    )
  })

  test(`${dialect}: a monitor keeps its settings after a downgrade, and other fields can be edited`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const rich = createMonitorDraft({
      intervalSeconds: 60,
      regions: ['eu-1', 'us-1'],
      settings: { slowThresholdMs: 500 },
      sslMonitoring: {},
      domainMonitoring: {},
    })
    const { id } = await createMonitor(desk.context, desk.scope, rich)
    const free: MonitorFixture = { ...desk, scope: { ...desk.scope, actor: { ...desk.scope.actor, plan: 'free' } } }
    assert.equal(await codeOf(change(free, id, { name: 'New', target: 'https://example.org/' })), 'fine')
    assert.equal(await codeOf(change(free, id, { intervalSeconds: 90, regions: ['us-1'] })), 'fine')
    assert.equal(await codeOf(change(free, id, { intervalSeconds: 60 })), 'INTERVAL_TOO_SHORT interval_seconds')
    assert.equal(await codeOf(change(free, id, { sslMonitoring: { enabled: false } })), 'fine')
    assert.equal(
      await codeOf(change(free, id, { sslMonitoring: { enabled: true } })),
      'SSL_MONITORING_NOT_AVAILABLE ssl_monitoring',
    )
    await pauseMonitor(free.context, free.scope, id)
    assert.equal(await codeOf(resumeMonitor(free.context, free.scope, id)), 'fine')
  })

  test(`${dialect}: plan limits are checked before regions, and unknown or idle regions are refused`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const create = (regions: string[], plan = 'scale') => {
      const scope = { ...desk.scope, actor: { ...desk.scope.actor, plan } }
      return codeOf(createMonitor(desk.context, scope, createMonitorDraft({ regions })))
    }
    assert.equal(await create(['mars'], 'free'), 'LOCATION_MONITORING_NOT_AVAILABLE monitoring_regions')
    assert.equal(await create(['local', 'mars']), 'INVALID_REGIONS monitoring_regions')
    assert.equal(await create(['local', 'eu-1']), 'fine')
    const { id } = await createMonitor(desk.context, desk.scope, createMonitorDraft({ regions: ['eu-1'] }))
    desk.context.activeRegions = () => []
    assert.equal(await create(['eu-1']), 'INVALID_REGIONS monitoring_regions')
    assert.equal(await codeOf(change(desk, id, { regions: ['eu-1'], name: 'x' })), 'fine', 'it was pinned there before')
  })

  test(`${dialect}: domain monitoring is validated when the request changes a field it depends on`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const ineligible = 'VALIDATION_ERROR domain_monitoring'
    const create = (target: string) =>
      codeOf(createMonitor(desk.context, desk.scope, createMonitorDraft({ target, domainMonitoring: {} })))
    for (const target of [
      'http://localhost/',
      'http://192.0.2.1/',
      'http://[::1]/',
      'http://printer.local/',
      'http://co.uk/',
    ])
      assert.equal(await create(target), ineligible, target)
    assert.equal(await create('https://a.b.example.co.uk:8443/path'), 'fine')

    const { id } = await createMonitor(desk.context, desk.scope, createMonitorDraft({ target: 'http://localhost/' }))
    assert.equal(await codeOf(change(desk, id, { domainMonitoring: { enabled: false } })), 'fine')
    assert.equal(await codeOf(change(desk, id, { domainMonitoring: { enabled: true } })), ineligible)
    assert.equal(
      await codeOf(change(desk, id, { domainMonitoring: { enabled: true }, target: 'http://example.com/' })),
      'fine',
    )
    assert.equal(await codeOf(change(desk, id, { target: 'http://127.0.0.1/' })), ineligible)
    // As if the public suffix list had changed since
    await updateRows(desk.context.store.db, 'monitors', { target: 'http://localhost/' }, { id })
    assert.equal(await codeOf(change(desk, id, { name: 'x' })), 'fine')
    assert.equal(await codeOf(change(desk, id, { type: 'HTTP' })), ineligible)
  })

  test(`${dialect}: a draft without targets gets the project's default targets, oldest first`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const target = (id: string, isDefault: 0 | 1, createdAt: number) => ({
      id,
      organization_id: 'alice',
      project_id: 'alice',
      name: id,
      channel: 'email',
      config: '{}',
      is_default: isDefault,
      is_enabled: 1 as const,
      created_at: createdAt,
      updated_at: createdAt,
    })
    await insertRows(desk.context.store.db, 'notification_targets', [
      target('young', 1, 2),
      target('old', 1, 1),
      target('other', 0, 0),
    ])
    const created = async (over: MonitorChange) => createMonitor(desk.context, desk.scope, createMonitorDraft(over))
    assert.deepEqual((await created({})).notificationTargetIds, ['old', 'young'])
    assert.deepEqual((await created({ notificationTargetIds: [] })).notificationTargetIds, [])
    const { id } = await created({ notificationTargetIds: ['other'] })
    assert.deepEqual((await change(desk, id, { notificationTargetIds: ['young', 'other'] })).notificationTargetIds, [
      'young',
      'other',
    ])
    assert.equal(
      await codeOf(change(desk, id, { notificationTargetIds: ['nobody'] })),
      'VALIDATION_ERROR notification_target_ids',
    )
    assert.deepEqual((await change(desk, id, { name: 'x' })).notificationTargetIds, ['young', 'other'])
  })
}
