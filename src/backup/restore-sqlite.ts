/** Restores a backup as the SQLite database of a data folder. */
import { existsSync } from 'node:fs'
import { StartError } from '../core/platform/start-error.ts'
import { getDatabaseFile, lockDataDir } from '../runtime/data-dir.ts'
import { type Contents, isEmpty, readContents } from '../store/backup/contents.ts'
import {
  checkpointLog,
  createSqliteFiller,
  finishLoading,
  moveWalAside,
  openForLoading,
  removeFile,
  replaceDatabaseFile,
} from '../store/backup/load-sqlite.ts'
import { isCorruption } from '../store/platform/sqlite/sqlite.ts'
import { openStore } from '../store/platform/store.ts'
import { type Restored, restoreAll } from './restore.ts'
import { type RestoreRun, type RestoreTarget, refuseNonEmpty } from './restore-target.ts'

/**
 * Locks the folder: no server starts from it until the restore ends.
 *
 * @throws StartError
 */
export function openSqliteTarget(dataDir: string): RestoreTarget {
  const unlock = lockDataDir(dataDir)
  const file = getDatabaseFile(dataDir)
  return { run: (run) => restoreFile(file, run), close: async () => unlock() }
}

async function restoreFile(file: string, run: RestoreRun): Promise<{ restored: Restored; kept: string | null }> {
  const exists = existsSync(file)
  const contents = exists ? await readExistingContents(file, run) : null
  if (contents) checkpointLog(file) // Detects another program that uses the file before the work, not after it
  const filled = `${file}.restoring`
  const restored = await fill(filled, run).catch((error) => {
    removeFile(filled)
    throw error
  })
  if (contents) checkpointLog(file)
  const previousFile = `${file}.before-${run.stamp}`
  moveWalAside(file, previousFile)
  const kept = exists && !(contents && isEmpty(contents)) ? previousFile : null
  replaceDatabaseFile(filled, file, kept)
  return { restored, kept }
}

/**
 * @returns null when the file is damaged and may be replaced.
 * @throws StartError when it may not be replaced
 */
async function readExistingContents(file: string, { isReplacing }: RestoreRun): Promise<Contents | null> {
  try {
    const contents = await readFile(file)
    if (!isReplacing) refuseNonEmpty(file, contents, `Use --replace to replace it with the backup; ${KEPT_NOTE}.`)
    return contents
  } catch (error) {
    if (!isCorruption(error)) throw error
    if (isReplacing) return null
    throw new StartError(`${file} is damaged. Use --replace to replace it with the backup; ${KEPT_NOTE}.`)
  }
}

const KEPT_NOTE = 'the existing file is kept next to it'

async function readFile(file: string): Promise<Contents> {
  const store = openStore({ file })
  return readContents(store.db).finally(() => store.close())
}

async function fill(file: string, { header, tables, now }: RestoreRun): Promise<Restored> {
  const store = openForLoading(file)
  try {
    const restored = await store.transact((tx) =>
      restoreAll(tx, store.traits, { header, tables, filler: createSqliteFiller(tx), now }),
    )
    await finishLoading(store)
    return restored
  } catch (error) {
    await store.close()
    throw error
  }
}
