/** The replica that statistics are read from: whether it is one, and how far behind. */
import { inspect } from '../../store/inspection.ts'
import { openStore } from '../../store/platform/store.ts'
import { explain } from '../open-database.ts'
import { type Finding, failure, fine } from './finding.ts'

const TOPIC = 'Replica'

export async function lookAtReplica(url: string): Promise<Finding[]> {
  const location = { url, poolSize: 2 }
  const store = openStore(location)
  try {
    const { server, pending, unknown } = await inspect(store, Date.now)
    if (server?.isReadOnly !== true)
      return [
        failure(
          TOPIC,
          'it takes writes, so it is none',
          'WK_DATABASE_REPLICA_URL must lead to a streaming replica of DATABASE_URL.',
        ),
      ]
    if (pending > 0 || unknown.length > 0)
      return [
        failure(
          TOPIC,
          'it does not hold the database of this version',
          'Look whether it replays: select pg_last_wal_replay_lsn(), pg_last_xact_replay_timestamp()',
        ),
      ]
    return [fine(TOPIC, 'it can be read')]
  } catch (error) {
    const told = explain(error, location)
    const text = (told instanceof Error ? told.message : String(told)).replace(
      'DATABASE_URL',
      'WK_DATABASE_REPLICA_URL',
    )
    return [failure(TOPIC, text, 'Until it is back, everything is read from the primary.')]
  } finally {
    await store.close()
  }
}
