/** API keys of organizations. */
import type { Selectable, Updateable } from 'kysely'
import type { KeyScope } from '../../core/accounts/access.ts'
import { API_KEY, type ApiKey } from '../../core/accounts/api-key.ts'
import { createColumnMapper } from '../platform/queries/project-rows.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { ApiKeysTable } from '../tables/accounts.ts'

const { toFields, toColumns } = createColumnMapper(API_KEY, 'api_keys', {})

const toApiKey = (row: Selectable<ApiKeysTable>): ApiKey => ({
  id: row.id,
  organizationId: row.organization_id,
  createdBy: row.created_by,
  ...toFields(row),
  keyHash: row.key_hash,
  keyPreview: row.key_preview,
  lastUsedAt: row.last_used_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** API keys of the organization, newest first. */
export async function listApiKeys(
  db: Reader,
  organizationId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(toApiKey)
}

export async function countApiKeys(db: Reader, organizationId: string): Promise<number> {
  const { n } = await db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return n
}

export async function findApiKey(db: Reader, organizationId: string, id: string): Promise<ApiKey | null> {
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row ? toApiKey(row) : null
}

export async function insertApiKey(tx: Tx, key: ApiKey): Promise<void> {
  const { id, organizationId, createdAt, updatedAt } = key
  const owner = { id, organization_id: organizationId, created_at: createdAt, updated_at: updatedAt }
  const row = { ...owner, ...toColumns(key), ...toValueColumns(key) }
  await tx.insertInto('api_keys').values(row).execute()
}

const toValueColumns = ({ createdBy, keyHash, keyPreview, lastUsedAt }: ApiKey) => ({
  created_by: createdBy,
  key_hash: keyHash,
  key_preview: keyPreview,
  last_used_at: lastUsedAt,
})

/** Saves the settings of a key. False when there is no such key in the organization. */
export const saveApiKey = (tx: Tx, key: ApiKey): Promise<boolean> => updateApiKey(tx, key, toColumns(key))

/** Saves a new value of a key. False when there is no such key in the organization. */
export const saveKeyValue = (tx: Tx, key: ApiKey): Promise<boolean> => updateApiKey(tx, key, toValueColumns(key))

async function updateApiKey(
  tx: Tx,
  { id, organizationId, updatedAt }: ApiKey,
  change: Updateable<ApiKeysTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set({ ...change, updated_at: updatedAt })
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

/** Disables the keys with these scopes that a user created in an organization. */
export async function disableApiKeysOf(
  tx: Tx,
  { organizationId, userId, scopes }: { organizationId: string; userId: string; scopes: readonly KeyScope[] },
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
