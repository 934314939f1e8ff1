/** PostgreSQL server of the simulation, on a disk and configured for many monitors, with full durability. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries, identity, runInitdb, transferOwnership } from '../../test/support/database/postgres-binaries.ts'
import type { Cleanup } from '../../test/support/database/stores.ts'

/**
 * All other settings keep PostgreSQL's defaults, including `fsync`, `full_page_writes`, `synchronous_commit`,
 * autovacuum and checkpoints.
 */
const computeSettings = (monitors: number): Record<string, string> => ({
  // Large enough for the states and the newest page of every index and of the results
  shared_buffers: `${Math.min(4_096, Math.max(128, Math.ceil(monitors / 256)))}MB`,
  max_wal_size: '8GB',
  wal_compression: 'pglz',
  max_connections: '100',
  autovacuum_vacuum_cost_delay: '1ms',
  listen_addresses: '',
})

const START_MS = 60_000

export interface SimulatedDatabase {
  url: string
  /** Data folder. */
  folder: string
  pid: number
  settings: Record<string, string>
}

/** Starts the server. It is removed with its files when the bench ends. */
export async function startDatabase(
  t: Cleanup,
  monitors: number,
  overrides: readonly string[],
): Promise<SimulatedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'wk-simulate-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  transferOwnership(folder)
  const { postgres, initdb } = await findBinaries(folder)
  const data = join(folder, 'data')
  runInitdb(initdb, data)
  const overridden = Object.fromEntries(overrides.map((override) => override.split('=', 2) as [string, string]))
  const settings = { ...computeSettings(monitors), ...overridden }
  const given = Object.entries({ ...settings, unix_socket_directories: folder })
  const args = ['-D', data, ...given.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const server = spawn(postgres, args, { ...identity, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  t.after(async () => {
    if (server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGQUIT')
    await ended
  })
  await waitUntilReady(server)
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`
  return { url, folder, pid: server.pid!, settings }
}

function waitUntilReady(server: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let log = ''
  const timer = setTimeout(() => reject(new Error(`PostgreSQL did not start:\n${log}`)), START_MS)
  server.stderr!.on('data', (chunk) => {
    log = (log + chunk).slice(-10_000)
    if (log.includes('ready to accept connections')) resolve()
  })
  server.once('exit', () => reject(new Error(`PostgreSQL ended:\n${log}`)))
  return promise.finally(() => clearTimeout(timer))
}
