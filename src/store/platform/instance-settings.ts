/** Settings of the instance, which its admins change in the dashboard. Secrets in them are sealed. */
import type { Fields } from '../../core/platform/sealed-fields.ts'
import type { InstanceSettingName } from '../tables/platform.ts'
import type { Reader, Tx } from './store.ts'
import { parseStored, toSettingSealContext, toStored } from './vault.ts'

interface InstanceSetting {
  content: Fields
  /** Unix ms. */
  updatedAt: number
}

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

export async function deleteInstanceSetting(tx: Tx, name: InstanceSettingName): Promise<void> {
  await tx.deleteFrom('instance_settings').where('name', '=', name).execute()
}
