/** Adds the blocks that hold the results of closed hours, and the progress of the compaction that fills them. */
import { type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../../platform/dialects.ts'
import type { Database } from '../../tables/index.ts'
import { bytes, smallInteger, table } from '../schema.ts'

export async function up(db: Kysely<Database>, traits: DialectTraits, now: number): Promise<void> {
  const blocks = table(db, 'result_blocks', {
    monitor_key: 'integer',
    starts_at: 'bigint',
    region: smallInteger(traits),
    up: 'integer',
    down: 'integer',
    degraded: 'integer',
    inconclusive: 'integer',
    data: bytes(traits),
  }).addPrimaryKeyConstraint('result_blocks_key', ['monitor_key', 'starts_at', 'region'])
  await traits.partitioned(traits.clustered(blocks), 'starts_at').execute()
  await traits.space.partition(db, 'result_blocks', now)
  await sql`insert into retention_run (id, day, stage, cursor, previous_day, deleted)
    values (2, 0, 'over', '', 0, '{}')`.execute(db)
}
