import type { Tx } from './store.ts'

/** Writes when keys were last used. Never moves a time back. */
export async function touchApiKeys(tx: Tx, uses: ReadonlyMap<string, number>): Promise<void> {
  for (const [id, at] of uses)
    await tx
      .updateTable('api_keys')
      .set({ last_used_at: at })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
      .execute()
}
