/** Adds the first message about each incident to each target, which later messages answer. */
import type { Kysely } from 'kysely'
import type { Database } from '../../tables/index.ts'
import { references, table } from '../schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await table(db, 'message_threads', {
    incident_id: references('incidents.id'),
    target_id: 'text',
    thread_id: 'text',
  })
    .addPrimaryKeyConstraint('message_threads_key', ['incident_id', 'target_id'])
    .execute()
}
