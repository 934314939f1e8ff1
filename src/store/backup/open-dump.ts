import type { StoreLocation } from '../platform/store.ts'
import type { Dump } from './dump.ts'
import { openPostgresDump } from './dump-postgres.ts'
import { openSqliteDump } from './dump-sqlite.ts'

/** @throws BackupError when the database has no Watchkeeper tables, or has migrations unknown to this program */
export const openDump = (location: StoreLocation): Promise<Dump> =>
  'file' in location ? openSqliteDump(location.file) : openPostgresDump(location.url)
