/** A PostgreSQL for one test, which may stop, kill and restart it and add replicas. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import type { NetConnectOpts } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { PATIENCE_MS } from '../time/until.ts'
import {
  type Binaries,
  createServerFolder,
  findBinaries,
  identity,
  runInitdb,
  transferOwnership,
} from './postgres-binaries.ts'
import type { Cleanup } from './stores.ts'

/** Data need not survive a power cut of this machine; acknowledged data must survive the end of the server. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'replica',
  max_wal_senders: '4',
  max_replication_slots: '4',
  wal_keep_size: '64MB',
  max_wal_size: '128MB',
  shared_buffers: '16MB',
  max_connections: '60',
  listen_addresses: '',
  autovacuum: 'off',
}

export interface OwnPostgres {
  /** URL of the database `postgres`, over its socket. */
  url: string
  /** Address of its socket. */
  address: NetConnectOpts
  /** @param mode `fast` closes connections and stops in order, `immediate` stops as in a crash */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  start(): Promise<void>
  /** Starts a replica of this server. */
  makeReplica(t: Cleanup): Promise<OwnPostgres>
}

/** @param settings additional settings, as in `postgresql.conf` */
export async function startOwnPostgres(t: Cleanup, settings: Record<string, string> = {}): Promise<OwnPostgres> {
  const folder = createServerFolder()
  const binaries = await findBinaries(folder)
  runInitdb(binaries.initdb, join(folder, 'data'))
  return run(t, folder, binaries, settings)
}

async function run(
  t: Cleanup,
  folder: string,
  binaries: Binaries,
  settings: Record<string, string>,
): Promise<OwnPostgres> {
  const data = join(folder, 'data')
  const all = { ...SETTINGS, ...settings, unix_socket_directories: folder }
  const args = ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`
  const watch = spawn(process.execPath, ['-e', CLEANUP_SCRIPT, folder, data], { stdio: ['pipe', 'ignore', 'inherit'] })
  watch.unref()
  ;(watch.stdin as { unref?(): void }).unref?.()
  let server: ChildProcess | null = null

  const start = async (): Promise<void> => {
    const child = spawn(binaries.postgres, args, { ...identity, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    server = child
    await waitUntilReady(child)
  }
  const stop = async (mode: 'fast' | 'immediate' = 'fast'): Promise<void> => {
    const child = server
    server = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await ended
  }
  t.after(async () => {
    await stop('immediate')
    const over = once(watch, 'exit')
    watch.ref()
    watch.stdin!.end()
    await over
  })
  await start()
  const makeReplica = async (t: Cleanup): Promise<OwnPostgres> => {
    const copy = createServerFolder()
    await copyBaseBackup(url, data, join(copy, 'data'))
    const conninfo = `host=${folder} user=postgres`
    return run(t, copy, binaries, { ...settings, primary_conninfo: conninfo })
  }
  return { url, address: { path: join(folder, '.s.PGSQL.5432') }, stop, start, makeReplica }
}

/** Detects the end of the test's process by the closing of its pipe; then stops the server and deletes its files. */
const CLEANUP_SCRIPT = `
  const { readFileSync, rmSync } = require('node:fs')
  const [folder, data] = process.argv.slice(1)
  const bury = () => {
    try { process.kill(Number(readFileSync(data + '/postmaster.pid', 'utf8').split('\\n', 1)[0]), 'SIGQUIT') } catch {}
    const remove = (tries) => {
      try { rmSync(folder, { recursive: true, force: true }) } catch (error) {
        if (tries > 0) setTimeout(remove, 100, tries - 1)
      }
    }
    remove(50)
  }
  process.stdin.on('close', bury).resume()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})`

function waitUntilReady(server: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let log = ''
  const timer = setTimeout(() => reject(new Error(`PostgreSQL did not start:\n${log}`)), PATIENCE_MS)
  server.stderr!.on('data', (chunk) => {
    log = (log + chunk).slice(-10_000)
    if (/ready to accept (read-only )?connections/.test(log)) resolve()
  })
  server.once('exit', () => reject(new Error(`PostgreSQL ended:\n${log}`)))
  return promise.finally(() => clearTimeout(timer))
}

/** A base backup without pg_basebackup. Source: PostgreSQL, "Making a Base Backup Using the Low Level API". */
async function copyBaseBackup(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('replica', true)`)
    const copied = spawnSync('cp', ['-R', from, to], { ...identity, encoding: 'utf8' })
    // A backup does not need a file that disappears during the copy
    if (copied.status !== 0 && !/No such file/.test(copied.stderr)) throw new Error(copied.stderr)
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    rmSync(join(to, 'postmaster.pid'), { force: true })
    for (const [name, text] of [
      ['backup_label', rows[0].labelfile],
      ['standby.signal', ''],
    ]) {
      writeFileSync(join(to, name), text)
      transferOwnership(join(to, name))
    }
  } finally {
    await client.end()
  }
}
