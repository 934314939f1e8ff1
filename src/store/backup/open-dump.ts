import type { StoreLocation } from '../platform/store.ts'
import type { Dump } from './dump.ts'
import { openPostgresDump } from './dump-postgres.ts'
import { openSqliteDump } from './dump-sqlite.ts'

/** @throws BackupError when there is nothing of ours, or something that this program does not know */
export const openDump = (location: StoreLocation): Promise<Dump> =>
  'file' in location ? openSqliteDump(location.file) : openPostgresDump(location.url)
