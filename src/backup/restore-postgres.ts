/** A backup becomes what a PostgreSQL database holds. */
import { BackupError } from '../core/platform/backup.ts'
import { placeOf } from '../runtime/open-database.ts'
import { readContents } from '../store/backup/contents.ts'
import { countServers, dropOwnTables, makePostgresFiller, takeTime } from '../store/backup/load-postgres.ts'
import { analyze, connectAlone, type LoneClient, storeOver } from '../store/backup/postgres-alone.ts'
import { type Tx, transactOnce } from '../store/platform/store.ts'
import { type Restored, restoreAll } from './restore.ts'
import { type RestorePlace, type RestoreRun, refuseFull } from './restore-place.ts'

const NAME = 'watchkeeper restore'

/** Source of the code: PostgreSQL, Appendix A */
const LOCK_NOT_AVAILABLE = '55P03'

export async function openPostgresPlace(url: string): Promise<RestorePlace> {
  const client = await connectAlone(url, NAME)
  return { run: (run) => restoreDatabase(client, placeOf({ url }), run), close: () => client.end() }
}

async function restoreDatabase(
  client: LoneClient,
  place: string,
  run: RestoreRun,
): Promise<{ restored: Restored; kept: null }> {
  // Without its connection the database forgets all of it, whatever it is busy with
  run.signal.addEventListener('abort', () => void client.end().catch(() => {}))
  const store = storeOver(client)
  try {
    if ((await countServers(client)) > 0)
      throw new BackupError('A server works on the database. Stop every server, and restore then.')
    const restored = await transactOnce(store.db, async (tx) => {
      await prepare(tx, place, run)
      const filler = makePostgresFiller(tx, client, run.header.takenAt, run.now)
      const { header, tables, now } = run
      return restoreAll(tx, store.traits, { header, tables, filler, now })
    })
    await analyze(client)
    return { restored, kept: null }
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new BackupError('Somebody else is at work on the database. Stop every server, and wait for other commands.')
  }
}

/** @throws BackupError, StartError */
async function prepare(tx: Tx, place: string, { isReplacing }: RestoreRun): Promise<void> {
  await takeTime(tx)
  const contents = await readContents(tx)
  if (!isReplacing)
    refuseFull(place, contents, 'Name an empty one in DATABASE_URL, or give --replace, which deletes all of it.')
  await dropOwnTables(tx)
}
