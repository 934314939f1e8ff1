/**
 * Cost of a status change in a group with a condition. One result at a time changes the status of a monitor, and the group is
 * computed in the same transaction. Compares monitors without a group, in one group, and in groups nested in a group.
 *
 *   npm run bench -- groups [members=5000] [changes=300]
 *
 * Each setting has a store of its own. Reports the CPU time of a change including the database server, and its ratio to a
 * change without a group. Results that change no status read no group: see `unchanged`.
 */
import { join } from 'node:path'
import { MINUTE_MS } from '../src/core/platform/time/time.ts'
import { recordResults } from '../src/services/evaluation/record-results.ts'
import { migrate } from '../src/store/migrations/migrate.ts'
import { openStore, type Store } from '../src/store/platform/store.ts'
import { insertMonitors, insertWorkspace } from '../test/support/database/rows.ts'
import { type Cleanup, createTestDatabaseUrl, createTestFolder } from '../test/support/database/stores.ts'
import { insertRows } from '../test/support/database/tables.ts'
import { createTestContext } from '../test/support/factories/context.ts'
import { withCleanup } from './support/cleanup.ts'
import { findDatabaseServerPid, readTreeCpuSeconds } from './support/cpu.ts'
import { formatRatio, printTable } from './support/report.ts'
import { createResult } from './support/results.ts'
import { sized } from './support/size.ts'

const MEMBERS = Number(process.argv[2] ?? sized(5_000, 50))
const CHANGES = Number(process.argv[3] ?? sized(300, 4))
const START = Date.UTC(2026, 0, 10)
const NESTED = 50

/** Number of groups with a condition below the top group; null for monitors without a group. */
const SETTINGS = { 'no group': null, 'one group': 0, 'nested groups': NESTED } as const

async function insertGroups(store: Store, nested: number): Promise<string[]> {
  const columns = { organization_id: 'alice', project_id: 'alice', created_by: 'alice', description: '' }
  const times = { created_at: START, updated_at: START }
  // One member is enough, so each change is explained, and the group opens no incident
  const condition = JSON.stringify({ mode: 'any' })
  const add = (id: string, parent: string | null) =>
    store.transact((tx) =>
      insertRows(tx, 'groups', { id, name: id, parent_group_id: parent, condition, ...columns, ...times }),
    )
  await add('top', null)
  const ids = Array.from({ length: nested }, (_, n) => `nested-${n}`)
  for (const id of ids) await add(id, 'top')
  return nested === 0 ? ['top'] : ids
}

interface Cost {
  changedMs: number
  unchangedMs: number
}

async function measure(store: Store, nested: number | null): Promise<Cost> {
  const serverPid = store.dialect === 'postgres' ? await findDatabaseServerPid(store) : null
  await insertWorkspace(store)
  const keys: number[] = []
  const groupIds = nested === null ? [null] : await insertGroups(store, nested)
  for (const group_id of groupIds)
    keys.push(
      ...(await insertMonitors(store, MEMBERS / groupIds.length, {
        at: START,
        prefix: group_id ?? 'monitor',
        group_id,
        failure_threshold: 1,
        recovery_threshold: 1,
      })),
    )
  const context = createTestContext(store, START)
  const record = (minute: number, monitorKeys: readonly number[], fails = false) => {
    const at = START + minute * MINUTE_MS
    context.setTime(at + 100)
    return recordResults(
      context,
      'local',
      monitorKeys.map((key) => createResult(key, at, fails)),
    )
  }
  for (let from = 0; from < keys.length; from += 500) await record(0, keys.slice(from, from + 500))
  const changed = keys.slice(0, CHANGES)
  /** Records one result of each of these monitors, one at a time. */
  const time = async (minute: number, fails: boolean) => {
    const server = serverPid === null ? 0 : readTreeCpuSeconds(serverPid)
    const own = process.cpuUsage()
    for (const key of changed) await record(minute, [key], fails)
    const used = process.cpuUsage(own)
    const cpu = (used.user + used.system) / 1e6 + (serverPid === null ? 0 : readTreeCpuSeconds(serverPid) - server)
    return (cpu * 1_000) / changed.length
  }
  const unchangedMs = await time(1, false)
  return { unchangedMs, changedMs: await time(2, true) }
}

async function compare(name: string, open: () => Promise<Store>): Promise<void> {
  const rows: string[][] = []
  let plain: Cost | null = null
  for (const [setting, nested] of Object.entries(SETTINGS)) {
    const store = await open()
    await migrate(store, 0)
    const cost = await measure(store, nested)
    await store.close()
    plain ??= cost
    rows.push([
      setting,
      `${cost.unchangedMs.toFixed(2)} ms`,
      formatRatio(cost.unchangedMs, plain.unchangedMs),
      `${cost.changedMs.toFixed(2)} ms`,
      formatRatio(cost.changedMs, plain.changedMs),
    ])
  }
  console.log(`${name}, ${MEMBERS} monitors`)
  printTable(['', 'unchanged', 'ratio', 'changed', 'ratio'], rows)
}

async function run(t: Cleanup): Promise<void> {
  let count = 0
  const folder = createTestFolder(t)
  await compare('SQLite', async () => openStore({ file: join(folder, `${++count}.db`) }))
  await compare('PostgreSQL', async () => openStore({ url: await createTestDatabaseUrl(t) }))
}

await withCleanup(run)
process.exit(0)
