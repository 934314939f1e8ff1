/** The whole service with many monitors, which are written straight into the store: plans have nothing to say here. */

import { join } from 'node:path'
import type { ProbeKind } from '../../src/core/probes/protocol.ts'
import { createIdSource } from '../../src/runtime/ids.ts'
import { migrate } from '../../src/store/migrations/migrate.ts'
import { openStore, type Tx } from '../../src/store/platform/store.ts'
import { insertMonitors } from '../../test/support/database/rows.ts'
import { type Cleanup, createTestFolder } from '../../test/support/database/stores.ts'
import { type Program, startProgram } from '../../test/support/programs/program.ts'
import { createAccount } from './account.ts'

export interface MonitorsOptions {
  count: number
  target: string
  intervalSeconds: number
  /** HTTP unless it says otherwise. */
  type?: ProbeKind
  /** As the prober's own schema has them; `SETTINGS` for HTTP. */
  settings?: Record<string, unknown>
}

/** As the HTTP prober's own schema has them. */
export const SETTINGS = {
  method: 'GET',
  headers: {},
  body: null,
  followRedirects: true,
  expectedStatus: null,
  slowThresholdMs: null,
  verifyTls: true,
  ipVersion: 'auto',
}

export interface Prepared {
  folder: string
  databaseFile: string
  /** An API key that may write. */
  key: string
}

/** Ids as the API wants them, and a revision each, as a server gives them. */
async function assignIds(tx: Tx, at: number): Promise<void> {
  const newId = createIdSource(() => at)
  const monitors = await tx.selectFrom('monitors').select('key').orderBy('key').execute()
  for (const { key } of monitors)
    await tx.updateTable('monitors').set({ id: newId(), revision: key }).where('key', '=', key).execute()
  await tx
    .updateTable('counters')
    .set({ value: monitors.at(-1)?.key ?? 0 })
    .execute()
}

/** A data folder as a server would have left it. */
export async function prepareData(t: Cleanup, monitors: readonly MonitorsOptions[]): Promise<Prepared> {
  const folder = createTestFolder(t)
  const databaseFile = join(folder, 'watchkeeper.db')
  const store = openStore({ file: databaseFile })
  const at = Date.now()
  await migrate(store, at)
  const { workspace, key } = await createAccount(store, at)
  for (const [i, { count, target, intervalSeconds, type = 'HTTP', settings = SETTINGS }] of monitors.entries())
    await insertMonitors(store, count, {
      at,
      workspace,
      prefix: `monitor-${i}`,
      type,
      target,
      interval_seconds: intervalSeconds,
      timeout_ms: Math.min(10_000, intervalSeconds * 900),
      settings: JSON.stringify(settings),
    })
  await store.transact((tx) => assignIds(tx, at))
  await store.close()
  return { folder, databaseFile, key }
}

export interface Service extends Prepared {
  program: Program
}

/** @param wishes one, or several that are checked side by side */
export async function startService(
  t: Cleanup,
  monitors: MonitorsOptions | readonly MonitorsOptions[],
  env: Record<string, string> = {},
): Promise<Service> {
  const prepared = await prepareData(t, [monitors].flat() as MonitorsOptions[])
  const program = await startProgram(t, {
    env: { WK_DATA_DIR: prepared.folder, WK_RATE_LIMIT: '0', WK_LOG_LEVEL: 'warn', ...env },
  })
  return { ...prepared, program }
}
