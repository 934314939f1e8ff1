/**
 * Settings of the instance: what its admins change in the dashboard, and keys that all servers share. Secrets are
 * sealed.
 */
import type { Fields } from '../../core/platform/sealing/sealed-fields.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { InstanceSettingName } from '../tables/platform.ts'
import { parseStored, toSettingSealContext, toStored } from './sealing/vault.ts'
import type { Reader, Tx } from './store.ts'

interface InstanceSetting {
  content: Fields
  updatedAt: UnixMs
}

/** @returns the setting; a secret in it is still sealed when no secret of the service opens it */
export async function findInstanceSetting(db: Reader, name: InstanceSettingName): Promise<InstanceSetting | null> {
  const row = await db.selectFrom('instance_settings').selectAll().where('name', '=', name).executeTakeFirst()
  if (!row) return null
  return { content: parseStored(db, row.content, toSettingSealContext(name)), updatedAt: row.updated_at }
}

export async function saveInstanceSetting(
  tx: Tx,
  name: InstanceSettingName,
  content: Fields,
  now: number,
): Promise<void> {
  const stored = { content: toStored(tx, content, toSettingSealContext(name)), updated_at: now }
  await tx
    .insertInto('instance_settings')
    .values({ name, ...stored })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(stored))
    .execute()
}

/** Inserts a setting, unless another server was faster. */
export async function insertInstanceSetting(
  tx: Tx,
  name: InstanceSettingName,
  content: Fields,
  now: number,
): Promise<void> {
  await tx
    .insertInto('instance_settings')
    .values({ name, content: toStored(tx, content, toSettingSealContext(name)), updated_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

export async function deleteInstanceSetting(tx: Tx, name: InstanceSettingName): Promise<void> {
  await tx.deleteFrom('instance_settings').where('name', '=', name).execute()
}

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
