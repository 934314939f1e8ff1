/** Restores a backup into a PostgreSQL database. */
import { BackupError } from '../core/platform/backup.ts'
import { describeLocation } from '../runtime/open-database.ts'
import { readContents } from '../store/backup/contents.ts'
import { countServers, createPostgresFiller, dropOwnTables, relaxTimeouts } from '../store/backup/load-postgres.ts'
import {
  connectSingle,
  createClientStore,
  type SingleClient,
  updateStatistics,
} from '../store/backup/single-postgres.ts'
import { runInTransaction, type Tx } from '../store/platform/store.ts'
import { type Restored, restoreAll } from './restore.ts'
import { type RestoreRun, type RestoreTarget, refuseNonEmpty } from './restore-target.ts'

const NAME = 'watchkeeper restore'

/** Source of the code: PostgreSQL, Appendix A */
const LOCK_NOT_AVAILABLE = '55P03'

export async function openPostgresTarget(url: string): Promise<RestoreTarget> {
  const client = await connectSingle(url, NAME)
  return { run: (run) => restoreDatabase(client, describeLocation({ url }), run), close: () => client.end() }
}

async function restoreDatabase(
  client: SingleClient,
  location: string,
  run: RestoreRun,
): Promise<{ restored: Restored; kept: null }> {
  // When the connection closes, the database rolls everything back, whatever it is executing
  run.signal.addEventListener('abort', () => void client.end().catch(() => {}))
  const store = createClientStore(client)
  try {
    if ((await countServers(client)) > 0)
      throw new BackupError('A server is using the database. Stop all servers before you restore.')
    const restored = await runInTransaction(store.db, async (tx) => {
      await prepare(tx, location, run)
      const filler = createPostgresFiller(tx, client, run.header.takenAt, run.now)
      const { header, tables, now } = run
      return restoreAll(tx, store.traits, { header, tables, filler, now })
    })
    await updateStatistics(client)
    return { restored, kept: null }
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new BackupError(
      'Another process is using the database. Stop all servers, and wait for other commands to finish.',
    )
  }
}

/** @throws BackupError, StartError */
async function prepare(tx: Tx, location: string, { isReplacing }: RestoreRun): Promise<void> {
  await relaxTimeouts(tx)
  const contents = await readContents(tx)
  if (!isReplacing)
    refuseNonEmpty(
      location,
      contents,
      'Set DATABASE_URL to an empty database, or use --replace, which deletes all its contents.',
    )
  await dropOwnTables(tx)
}
