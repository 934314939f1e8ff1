/** Commands that work on the database. */
import { statSync } from 'node:fs'
import { formatMegabytes } from '../../backup/progress.ts'
import type { Config } from '../../config/config.ts'
import { StartError } from '../../core/platform/errors.ts'
import type { Clock } from '../../runtime/context.ts'
import { createDataDir, getDatabaseFile, lockDataDir } from '../../runtime/data-dir.ts'
import { describeLocation, openDatabase, toStoreLocation } from '../../runtime/open-database.ts'
import { rebuildFile } from '../../store/platform/sqlite/sqlite-space.ts'
import { print } from '../io.ts'

export async function migrateDatabase(config: Config, clock: Clock): Promise<void> {
  createDataDir(config.dataDir)
  const { store, applied } = await openDatabase(config, clock.now())
  await store.close()
  const done = applied.map(({ version, name }) => `\n  ${version} ${name}`).join('')
  const location = describeLocation(toStoreLocation(config))
  print(done ? `Migrated ${location}:${done}` : `${location} is up to date.`)
}

/**
 * Temporarily needs as much disk space again as the database, and takes long for a large file. It therefore never runs
 * automatically.
 */
export async function shrinkDatabase(config: Config, clock: Clock): Promise<void> {
  if (config.databaseUrl !== null)
    throw new StartError('Only a SQLite file can be compacted. PostgreSQL reuses the space of deleted rows.')
  createDataDir(config.dataDir)
  const unlock = lockDataDir(config.dataDir)
  try {
    const { store } = await openDatabase(config, clock.now())
    const file = getDatabaseFile(config.dataDir)
    const before = statSync(file).size
    await rebuildFile(store.db).finally(() => store.close())
    print(`Compacted ${file} from ${formatMegabytes(before)} to ${formatMegabytes(statSync(file).size)}.`)
  } finally {
    unlock()
  }
}
