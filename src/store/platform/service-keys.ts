/** Keys that all servers share. Their secret parts are sealed. */
import type { Fields } from '../../core/platform/sealed-fields.ts'
import type { Reader, Tx } from './store.ts'
import { parseStored, toKeySealContext, toStored } from './vault.ts'

/** @returns the parts of a key; its secret parts are absent when no secret of the service opens them */
export async function findServiceKey(db: Reader, id: string): Promise<Fields | null> {
  const row = await db.selectFrom('service_keys').select('content').where('id', '=', id).executeTakeFirst()
  return row ? parseStored(db, row.content, toKeySealContext(id)) : null
}

/** Inserts a key, unless another server was faster. */
export async function insertServiceKey(tx: Tx, id: string, parts: Fields, now: number): Promise<void> {
  await tx
    .insertInto('service_keys')
    .values({ id, content: toStored(tx, parts, toKeySealContext(id)), created_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Deletes a key that cannot be opened. */
export async function deleteServiceKey(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('service_keys').where('id', '=', id).execute()
}
