/** Progress of sealing the database, and the rows with secrets to seal. */
import { type Selectable, sql } from 'kysely'
import type { SealStateTable } from '../../tables/platform.ts'
import { bulk } from '../queries/bulk.ts'
import type { Reader, Tx } from '../store.ts'

export type SealState = Selectable<SealStateTable>

const NAME = 'secrets'

export async function findSealState(db: Reader): Promise<SealState | null> {
  return (await db.selectFrom('seal_state').selectAll().where('name', '=', NAME).executeTakeFirst()) ?? null
}

/** @returns false when another server was faster */
export async function insertSealState(tx: Tx, state: Omit<SealState, 'name'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('seal_state')
    .values({ name: NAME, ...state })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns false when another server has moved it in the meantime: the key and the progress are in the condition */
export async function moveSealState(
  tx: Tx,
  from: Pick<SealState, 'key_id' | 'cursor'>,
  to: Partial<Omit<SealState, 'name'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('seal_state')
    .set(to)
    .where('name', '=', NAME)
    .where('key_id', '=', from.key_id)
    .where('cursor', '=', from.cursor)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** A row with a text that may hold secrets. */
interface SealableRow {
  /** Sort key of the rows; unique. */
  mark: string
  id: string
  text: string
}

/** Rows of one table, and the replacement of their texts. */
export interface Sealable {
  /** @param after mark of the row before; empty for the first page */
  list(db: Reader, after: string, limit: number): Promise<SealableRow[]>
  /** Replaces a text only if it is unchanged: a transaction that changed the row in the meantime has sealed it. */
  replace(tx: Tx, changes: readonly { mark: string; before: string; after: string }[]): Promise<void>
}

const buildReplace = (table: string, key: string, column: string, type: 'int4' | 'text') => {
  const run = bulk(
    { mark: type, before: 'text', after: 'text' },
    `update ${table} set ${column} = k.after from k where ${table}.${key} = k.mark and ${table}.${column} = k.before`,
  )
  return async (tx: Tx, changes: readonly { mark: string; before: string; after: string }[]): Promise<void> => {
    const markOf = (mark: string) => (type === 'int4' ? Number(mark) : mark)
    await run(
      tx,
      changes.map(({ mark, before, after }) => [markOf(mark), before, after]),
    )
  }
}

/**
 * Walks by key: the table is clustered by it, or has an index on it. Deleted monitors keep their settings for a while.
 */
export const monitorSettings: Sealable = {
  list: async (db, after, limit) => {
    const rows = await db
      .selectFrom('monitors')
      .select(['key', 'id', 'settings'])
      .where('key', '>', Number(after))
      .orderBy('key')
      .limit(limit)
      .execute()
    return rows.map(({ key, id, settings }) => ({ mark: String(key), id, text: settings }))
  },
  replace: buildReplace('monitors', 'key', 'settings', 'int4'),
}

/** Walks a table whose rows have an id. */
const walkById = (
  table: 'notification_targets' | 'contact_methods' | 'variables',
  column: 'config' | 'content',
): Sealable => ({
  list: async (db, after, limit) => {
    const rows = await db
      .selectFrom(table)
      .select(['id', sql.ref<string>(column).as('text')])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(({ id, text }) => ({ mark: id, id, text }))
  },
  replace: buildReplace(table, 'id', column, 'text'),
})

export const targetConfigs = walkById('notification_targets', 'config')
export const contactMethodConfigs = walkById('contact_methods', 'config')
export const variableContents = walkById('variables', 'content')

/** The few rows fit into one page. */
export const instanceSettingContents: Sealable = {
  list: async (db, after, limit) => {
    const rows = await db
      .selectFrom('instance_settings')
      .select(['name', 'content'])
      .where('name', '>', after as never)
      .orderBy('name')
      .limit(limit)
      .execute()
    return rows.map(({ name, content }) => ({ mark: name, id: name, text: content }))
  },
  replace: buildReplace('instance_settings', 'name', 'content', 'text'),
}

/** Secrets of enabled factors. Started enrollments are left out, because they expire within minutes. */
export const factorSecrets: Sealable = {
  list: async (db, after, limit) => {
    const rows = await db
      .selectFrom('second_factors')
      .select(['user_id', 'secret'])
      .where('user_id', '>', after)
      .where('enabled_at', 'is not', null)
      .orderBy('user_id')
      .limit(limit)
      .execute()
    return rows.map(({ user_id, secret }) => ({ mark: user_id, id: user_id, text: secret }))
  },
  replace: buildReplace('second_factors', 'user_id', 'secret', 'text'),
}
