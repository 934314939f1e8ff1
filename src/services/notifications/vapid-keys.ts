/** The key pair for push messages, which all servers share. */
import { createVapidKeys, type VapidKeys } from '../../channels/web-push/vapid.ts'
import { type Fields, hasSealedSecrets } from '../../core/platform/sealed-fields.ts'
import {
  deleteInstanceSetting,
  findInstanceSetting,
  insertInstanceSetting,
} from '../../store/platform/instance-settings.ts'
import type { Context } from '../platform/context.ts'

const NAME = 'vapid'

/**
 * Loads the key pair, and creates it at the first start. A pair whose private key cannot be opened is replaced, because
 * the operator has accepted the loss of the previous secret. Every device must then subscribe again.
 */
export async function loadVapidKeys({ store, now }: Pick<Context, 'store' | 'now'>): Promise<VapidKeys> {
  const found = await findInstanceSetting(store.db, NAME)
  if (found && !hasSealedSecrets(found.content)) return toKeys(found.content)
  return store.transact(async (tx) => {
    const current = await findInstanceSetting(tx, NAME)
    if (current && hasSealedSecrets(current.content)) await deleteInstanceSetting(tx, NAME)
    const { publicKey, privateKey } = createVapidKeys()
    await insertInstanceSetting(tx, NAME, { public_key: publicKey, secret: privateKey }, now())
    // The pair of another server, if that was faster
    return toKeys((await findInstanceSetting(tx, NAME))!.content)
  })
}

const toKeys = ({ public_key, secret }: Fields): VapidKeys => ({
  publicKey: String(public_key),
  privateKey: String(secret),
})
