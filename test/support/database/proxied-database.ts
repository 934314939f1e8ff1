/** A PostgreSQL database for one test, behind a proxy with faults on command. */
import type { NetConnectOpts } from 'node:net'
import { migrate } from '../../../src/store/migrations/migrate.ts'
import { openStore } from '../../../src/store/platform/store.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { type Cleanup, createTestDatabaseUrl, LONG_TIMEOUTS } from './stores.ts'

export interface ProxiedDatabase {
  proxy: FaultyProxy
  /** URL through the proxy. */
  url: string
  /** URL without the proxy. */
  directUrl: string
}

const DEFAULT_PORT = 5432

/** Parses the address of a PostgreSQL server from its URL. */
export function parseUpstream(databaseUrl: string): NetConnectOpts {
  const url = new URL(databaseUrl)
  const socketFolder = url.searchParams.get('host')
  const port = Number(url.port) || DEFAULT_PORT
  return socketFolder ? { path: `${socketFolder}/.s.PGSQL.${port}` } : { host: url.hostname, port }
}

/** Returns the URL of the same database at another port of this machine. */
export function replacePort(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return url.href
}

/** Creates an empty database, which is deleted after the test. */
export async function createProxiedDatabase(t: Cleanup): Promise<ProxiedDatabase> {
  const directUrl = await createTestDatabaseUrl(t)
  const proxy = await startFaultyProxy(t, parseUpstream(directUrl))
  return { proxy, url: replacePort(directUrl, proxy.port), directUrl }
}

/** Creates a migrated database, which is deleted after the test. */
export async function createMigratedProxiedDatabase(t: Cleanup): Promise<ProxiedDatabase> {
  const database = await createProxiedDatabase(t)
  const store = openStore({ url: database.directUrl, ...LONG_TIMEOUTS })
  await migrate(store, 0)
  await store.close()
  return database
}
