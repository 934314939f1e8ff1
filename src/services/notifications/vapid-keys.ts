/** The key pair for push messages, which all servers share. */
import { createVapidKeys, type VapidKeys } from '../../channels/web-push/vapid.ts'
import { type Fields, hasSealedSecrets } from '../../core/platform/sealed-fields.ts'
import { deleteServiceKey, findServiceKey, insertServiceKey } from '../../store/platform/service-keys.ts'
import type { Context } from '../platform/context.ts'

const ID = 'vapid'

/**
 * Loads the key pair, and creates it at the first start. A pair whose private key cannot be opened is replaced, because
 * the operator has accepted the loss of the previous secret. Every device must then subscribe again.
 */
export async function loadVapidKeys({ store, now }: Pick<Context, 'store' | 'now'>): Promise<VapidKeys> {
  const found = await findServiceKey(store.db, ID)
  if (found && !hasSealedSecrets(found)) return toKeys(found)
  return store.transact(async (tx) => {
    const current = await findServiceKey(tx, ID)
    if (current && hasSealedSecrets(current)) await deleteServiceKey(tx, ID)
    const { publicKey, privateKey } = createVapidKeys()
    await insertServiceKey(tx, ID, { public_key: publicKey, secret: privateKey }, now())
    // The pair of another server, if that was faster
    return toKeys((await findServiceKey(tx, ID))!)
  })
}

const toKeys = ({ public_key, secret }: Fields): VapidKeys => ({
  publicKey: String(public_key),
  privateKey: String(secret),
})
