/** The whole service with many monitors, inserted directly into the store, so that plan limits do not apply. */

import { join } from 'node:path'
import type { ProbeKind } from '../../src/core/probes/protocol.ts'
import { createIdSource } from '../../src/runtime/ids.ts'
import { migrate } from '../../src/store/migrations/migrate.ts'
import { openStore, type StoreLocation, type Tx } from '../../src/store/platform/store.ts'
import { insertMonitors } from '../../test/support/database/rows.ts'
import { type Cleanup, createTestFolder } from '../../test/support/database/stores.ts'
import { type Program, startProgram } from '../../test/support/programs/program.ts'
import { createAccount } from './account.ts'

export interface MonitorsOptions {
  count: number
  target: string
  intervalSeconds: number
  /** Defaults to HTTP. */
  type?: ProbeKind
  /** Settings in the schema of the prober; `SETTINGS` for HTTP. */
  settings?: Record<string, unknown>
}

/** Settings in the schema of the HTTP prober. */
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
  location: StoreLocation
  /** An API key with write access. */
  key: string
}

/** Assigns ids in the API's format and a revision to each monitor, as a server does. */
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

/**
 * Creates a data folder as a server would leave it.
 *
 * @param url of an empty PostgreSQL database
 */
export async function prepareData(t: Cleanup, monitors: readonly MonitorsOptions[], url?: string): Promise<Prepared> {
  const folder = createTestFolder(t)
  const location = url === undefined ? { file: join(folder, 'watchkeeper.db') } : { url }
  const store = openStore(location)
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
  return { folder, location, key }
}

export interface Service extends Prepared {
  program: Program
}

/** @param env with `DATABASE_URL` for an empty PostgreSQL database; otherwise the data is in SQLite */
export async function startService(
  t: Cleanup,
  monitors: MonitorsOptions | readonly MonitorsOptions[],
  env: Record<string, string> = {},
): Promise<Service> {
  const prepared = await prepareData(t, [monitors].flat() as MonitorsOptions[], env.DATABASE_URL)
  const program = await startProgram(t, {
    env: { WK_DATA_DIR: prepared.folder, WK_RATE_LIMIT: '0', WK_LOG_LEVEL: 'warn', ...env },
  })
  return { ...prepared, program }
}
