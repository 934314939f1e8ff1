import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BulkRequest } from '../../../src/core/monitors/bulk.ts'
import type { MonitorDraft } from '../../../src/core/monitors/monitor-change.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createGroup, removeGroup } from '../../../src/services/monitors/groups.ts'
import { changeGroupMonitors, changeMonitors } from '../../../src/services/monitors/monitor-bulk.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { updateMonitor } from '../../../src/services/monitors/monitors.ts'
import type { Tx } from '../../../src/store/platform/store.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { countRows, readColumns, readRow, readRows } from '../../support/database/tables.ts'
import {
  createDownResult,
  createMonitorDraft,
  createMonitorFixture,
  type MonitorFixture,
} from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

const PAUSE: BulkRequest = { operation: 'pause', from: ['active'] }
const RESUME: BulkRequest = { operation: 'resume', from: ['paused'] }

const run = ({ context, scope }: MonitorFixture, wish: BulkRequest, ids: string[]) =>
  changeMonitors(context, scope, wish, ids)

async function make({ context, scope }: MonitorFixture, count: number, over: Partial<MonitorDraft> = {}) {
  const made = []
  for (let number = 0; number < count; number++)
    made.push(await createMonitor(context, scope, createMonitorDraft({ name: `Site ${number}`, ...over })))
  return { ids: made.map(({ id }) => id), keys: made.map(({ key }) => key) }
}

const makeGroup = async ({ context, scope }: MonitorFixture, name: string): Promise<string> =>
  (
    await createGroup(context, scope, {
      name,
      description: '',
      parentGroupId: null,
      condition: null,
      escalationPolicyId: null,
    })
  ).group.id

const bringDown = ({ context }: MonitorFixture, keys: number[]) =>
  recordResults(
    context,
    'local',
    keys.flatMap((key) => [createDownResult(key, context.now() - 20), createDownResult(key, context.now() - 10)]),
  )

for (const dialect of DIALECTS) {
  test(`${dialect}: pausing disabled monitors keeps the time since when they are inactive`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { ids } = await make(desk, 2)
    desk.context.setTime(MONDAY + MINUTE_MS)
    for (const id of ids) await updateMonitor(desk.context, desk.scope, id, () => ({ status: 'disabled' }))
    desk.context.setTime(MONDAY + 2 * MINUTE_MS)
    await run(desk, { operation: 'pause', from: ['active', 'disabled'] }, ids)
    const rows = await readColumns(desk.context.store.db, 'monitors', ['status', 'status_since'])
    assert.deepEqual(
      rows.map((row) => [row.status, row.status_since]),
      ids.map(() => ['paused', MONDAY + MINUTE_MS]),
    )
  })

  test(`${dialect}: ten times as many monitors cost no more statements, and hundreds cost a few transactions`, async (t) => {
    const desk = await createMonitorFixture(t, dialect, { limits: { activeMonitors: 1_000 } })
    const { ids, keys } = await make(desk, 230)
    desk.context.setTime(MONDAY + MINUTE_MS)
    await bringDown(desk, keys)
    const { store } = desk.context
    const statements: number[] = []
    const counting: MonitorFixture = {
      ...desk,
      context: {
        ...desk.context,
        store: {
          ...store,
          transact: (work) =>
            store.transact((tx: Tx) => {
              const executor = tx.getExecutor()
              const execute = executor.executeQuery.bind(executor)
              const index = statements.push(0) - 1
              executor.executeQuery = (query) => {
                statements[index]!++
                return execute(query)
              }
              return work(tx)
            }),
        },
      },
    }
    await run(counting, PAUSE, ids.slice(0, 3))
    await run(counting, PAUSE, ids.slice(3, 33))
    const [few, many] = statements.splice(0)
    assert.equal(many, few)
    assert.ok(few! < 26, `${few} statements`)
    const { succeeded, skipped } = await run(counting, PAUSE, ids)
    assert.deepEqual([succeeded, skipped, statements.length], [197, 33, 3])
    assert.equal(await openIncidents(desk), 230, 'a pause resolves nothing')
  })

  test(`${dialect}: concurrent bulk resumes activate no more monitors than the plan allows`, async (t) => {
    const desk = await createMonitorFixture(t, dialect, { limits: { activeMonitors: 7 } })
    const { ids } = await make(desk, 12, { status: 'paused' })
    const parts = [ids.slice(0, 4), ids.slice(4, 8), ids.slice(8)]
    const results = await Promise.all(parts.map((part) => run(desk, RESUME, part)))
    const counts = (name: 'succeeded' | 'failed') => results.reduce((sum, result) => sum + result[name], 0)
    assert.deepEqual([counts('succeeded'), counts('failed')], [7, 5])
    const codes = results.flatMap((result) => result.results.map(({ error }) => error?.code))
    assert.deepEqual([...new Set(codes.filter(Boolean))], ['MONITOR_LIMIT_REACHED'])
  })

  test(`${dialect}: a bulk move never leaves a monitor in a group that is being deleted`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { context, scope } = desk
    for (let round = 0; round < 6; round++) {
      const group = await makeGroup(desk, `Group ${round}`)
      const { ids } = await make(desk, 5)
      const gone = removeGroup(context, scope, group, { force: true, reassignTo: null })
      const [moved] = await Promise.all([run(desk, { operation: 'move', groupId: group }, ids).catch(codeOf), gone])
      assert.equal(await countRows(context.store.db, 'monitors', { group_id: group }), 0, JSON.stringify(moved))
    }
  })

  test(`${dialect}: a monitor that left the group in the meantime is not changed with it`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { context, scope } = desk
    const [group, other] = [await makeGroup(desk, 'Web'), await makeGroup(desk, 'Other')]
    const { ids } = await make(desk, 2, { groupId: group })
    // Runs after the group was read and before its monitors are read
    let isFirst = true
    const store: typeof context.store = {
      ...context.store,
      async transact(work) {
        if (isFirst) {
          isFirst = false
          await updateMonitor(context, scope, ids[0]!, () => ({ groupId: other }))
        }
        return context.store.transact(work)
      },
    }
    const result = await changeGroupMonitors({ ...context, store }, scope, group, { operation: 'delete' })
    const outcomes = new Map(result.results.map(({ monitorId, outcome }) => [monitorId, outcome]))
    assert.deepEqual([outcomes.get(ids[0]!), outcomes.get(ids[1]!)], ['failed', 'succeeded'])
    assert.equal((await readRow(context.store.db, 'monitors', { id: ids[0]! })).deleted_at, null)
  })

  test(`${dialect}: results that arrive during a bulk pause change no paused monitor`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { ids, keys } = await make(desk, 40)
    for (let round = 1; round <= 6; round++) {
      desk.context.setTime(desk.context.now() + MINUTE_MS)
      const halves = [keys.slice(0, 20), keys.slice(20).toReversed()]
      await Promise.all([...halves.map((half) => bringDown(desk, half)), run(desk, PAUSE, ids)])
      const monitors = await readRows(desk.context.store.db, 'monitors')
      assert.deepEqual(new Set(monitors.map((monitor) => monitor.runtime_status)), new Set(['paused']))
      await run(desk, RESUME, ids)
    }
  })

  test(`${dialect}: probes and courier are woken once per transaction, and not for a move`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const group = await makeGroup(desk, 'Web')
    const { ids } = await make(desk, 3)
    const wokenBy = async (wish: BulkRequest) => {
      desk.context.woken.length = 0
      await run(desk, wish, ids)
      return [...desk.context.woken]
    }
    assert.deepEqual(await wokenBy({ operation: 'move', groupId: group }), [])
    assert.deepEqual(await wokenBy(PAUSE), ['assignments'])
    assert.deepEqual(await wokenBy(PAUSE), [])
    assert.deepEqual(await wokenBy(RESUME), ['assignments'])
    assert.deepEqual(await wokenBy({ operation: 'delete' }), ['assignments', 'deliveries'])
  })
}

const codeOf = (error: { code?: string }) => error.code

async function openIncidents({ context }: MonitorFixture): Promise<number> {
  const incidents = await readRows(context.store.db, 'incidents')
  return incidents.filter((incident) => incident.status !== 'resolved').length
}
