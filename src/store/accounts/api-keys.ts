import type { Insertable, Selectable, Updateable } from 'kysely'
import type { KeyScope } from '../../core/accounts/access.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { ApiKeysTable } from '../tables/accounts.ts'

export type ApiKeyRow = Selectable<ApiKeysTable>

/** API keys of the organization, newest first. */
export async function listApiKeys(
  db: Reader,
  organizationId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countApiKeys(db: Reader, organizationId: string): Promise<number> {
  const { n } = await db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return n
}

export async function findApiKey(db: Reader, organizationId: string, id: string): Promise<ApiKeyRow | null> {
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row ?? null
}

export async function insertApiKey(tx: Tx, key: Insertable<ApiKeysTable>): Promise<void> {
  await tx.insertInto('api_keys').values(key).execute()
}

/** False when there is no such key in the organization. */
export async function updateApiKey(
  tx: Tx,
  organizationId: string,
  id: string,
  change: Updateable<ApiKeysTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set(change)
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** False when there is no such key in the organization. */
export async function deleteApiKey(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Disables the keys that a user created in an organization. */
export async function disableApiKeysOf(
  tx: Tx,
  organizationId: string,
  userId: string,
  scopes: readonly KeyScope[],
  now: number,
): Promise<void> {
  if (scopes.length === 0) return
  await tx
    .updateTable('api_keys')
    .set({ is_active: 0, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('created_by', '=', userId)
    .where('scope', 'in', scopes)
    .where('is_active', '=', 1)
    .execute()
}

export async function deleteApiKeys(tx: Tx, organizationId: string): Promise<void> {
  await tx.deleteFrom('api_keys').where('organization_id', '=', organizationId).execute()
}

/** Records when keys were last used. Never moves a time back. */
export async function touchApiKeys(tx: Tx, uses: ReadonlyMap<string, number>): Promise<void> {
  for (const [id, at] of uses)
    await tx
      .updateTable('api_keys')
      .set({ last_used_at: at })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
      .execute()
}
