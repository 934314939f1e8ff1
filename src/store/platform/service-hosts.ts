/** Host names under which clients reach the service. */
import type { Reader, Tx } from './store.ts'

/** Inserts a name unless it exists. */
export async function insertServiceHost(tx: Tx, name: string, now: number): Promise<void> {
  await tx
    .insertInto('service_hosts')
    .values({ name, seen_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

export async function hasServiceHost(db: Reader, name: string): Promise<boolean> {
  const row = await db.selectFrom('service_hosts').select('name').where('name', '=', name).executeTakeFirst()
  return row !== undefined
}
