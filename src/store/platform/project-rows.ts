/** Reads of a table whose rows belong to projects. */
import type { Selectable } from 'kysely'
import type { Database } from '../tables/index.ts'
import { getDialect } from './bulk.ts'
import { prepareQuery } from './prepared.ts'
import type { Reader, Tx } from './session.ts'

type ProjectTable = 'maintenance_windows' | 'on_call_schedules' | 'status_pages'

/** @param complete adds fields from other tables, and keeps the order of the rows */
export function readProjectRows<Table extends ProjectTable, Item>(
  table: Table,
  complete: (db: Reader, rows: readonly Selectable<Database[Table]>[]) => Promise<Item[]>,
) {
  const from: ProjectTable = table
  const completed = (db: Reader, rows: readonly unknown[]) => complete(db, rows as Selectable<Database[Table]>[])

  const selectPage = prepareQuery((db: Reader, projectId: string, limit: number, offset: number) =>
    db
      .selectFrom(from)
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset),
  )
  const count = prepareQuery((db: Reader, projectId: string) =>
    db
      .selectFrom(from)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('project_id', '=', projectId),
  )
  const selectOne = (db: Reader, projectId: string, id: string) =>
    db.selectFrom(from).selectAll().where('id', '=', id).where('project_id', '=', projectId)

  return {
    /** Rows, newest first. */
    async list(db: Reader, projectId: string, { limit, offset }: { limit: number; offset: number }) {
      const rows = await selectPage(db, projectId, limit, offset)
      const [counted] = await count(db, projectId)
      return { items: await completed(db, rows), total: counted!.n }
    },
    async find(db: Reader, projectId: string, id: string): Promise<Item | null> {
      const [item] = await completed(db, await selectOne(db, projectId, id).execute())
      return item ?? null
    },
    /** A row, locked until the end of the transaction. */
    async lock(tx: Tx, projectId: string, id: string): Promise<Item | null> {
      const query = selectOne(tx, projectId, id)
      const rows = await (getDialect(tx) === 'postgres' ? query.forUpdate() : query).execute()
      const [item] = await completed(tx, rows)
      return item ?? null
    },
  }
}
