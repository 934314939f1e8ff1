/** First messages about incidents, which later messages to the same target answer. */
import { bulk } from '../platform/bulk.ts'
import type { Reader, Tx } from '../platform/store.ts'

interface MessageThread {
  incidentId: string
  targetId: string
  /** Id of the message at the service. */
  threadId: string
}

const upsert = bulk(
  { incident_id: 'text', target_id: 'text', thread_id: 'text' },
  `insert into message_threads (incident_id, target_id, thread_id)
   select k.incident_id, k.target_id, k.thread_id from k join incidents i on i.id = k.incident_id where true
   on conflict (incident_id, target_id) do update set thread_id = excluded.thread_id`,
)

/** Saves threads. Incidents that retention has deleted have none. */
export async function saveThreads(tx: Tx, threads: readonly MessageThread[]): Promise<void> {
  await upsert(
    tx,
    threads.map(({ incidentId, targetId, threadId }) => [incidentId, targetId, threadId]),
  )
}

/** @returns null when no message of the target began a thread */
export async function findThread(
  db: Reader,
  { incidentId, targetId }: Pick<MessageThread, 'incidentId' | 'targetId'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('message_threads')
    .select('thread_id')
    .where('incident_id', '=', incidentId)
    .where('target_id', '=', targetId)
    .executeTakeFirst()
  return row?.thread_id ?? null
}

export async function deleteThreadsOf(tx: Tx, targetId: string): Promise<void> {
  await tx.deleteFrom('message_threads').where('target_id', '=', targetId).execute()
}
