/** Encryption of secrets in the database, and the check that this server has the right key. */

import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { StartError } from '../core/platform/errors.ts'
import type { ServiceSecret } from '../core/platform/sealing/service-secret.ts'
import type { Context } from '../services/platform/context.ts'
import { ForeignSealError, findForeignKey, type Sealing, startSealing } from '../services/platform/sealing/sealing.ts'
import { setVault } from '../store/platform/session.ts'
import type { Store } from '../store/platform/store.ts'
import { getKeyFile, loadSecret } from './data-dir.ts'

/** The part of a logger that is needed here. */
interface Warner {
  warn(details: object, message: string): void
}

/**
 * Makes the store encrypt and decrypt secrets.
 *
 * @throws StartError when the database was encrypted with another key
 */
export async function openVault(
  context: Pick<Context, 'store' | 'now'>,
  config: Pick<Config, 'secret' | 'dataDir'>,
  secret: ServiceSecret,
  log: Warner,
): Promise<Sealing> {
  const onUnopened = (place: string) =>
    log.warn(
      { place },
      'cannot decrypt a stored secret: set its WK_SECRET as WK_SECRET_PREVIOUS, or enter the secret again',
    )
  try {
    const sealing = await startSealing(context, secret, onUnopened)
    setVault(context.store.db, sealing.vault)
    return sealing
  } catch (error) {
    if (error instanceof ForeignSealError) throw new StartError(describeAdvice(error, config))
    throw error
  }
}

/**
 * Loads the secret of the service. No key file is created for a database that is encrypted with another key: the
 * operator would have to overwrite it.
 *
 * @throws StartError when the key of the database is missing
 */
export async function loadSecretFor(
  { db }: Pick<Store, 'db'>,
  { secret, secretPrevious, dataDir }: Pick<Config, 'secret' | 'secretPrevious' | 'dataDir'>,
): Promise<ServiceSecret> {
  if (secret === null && !existsSync(getKeyFile(dataDir))) {
    const keyId = await findForeignKey(db, secretPrevious === null ? [] : [Buffer.from(secretPrevious)])
    if (keyId !== null) throw new StartError(describeMissingKey(keyId, dataDir))
  }
  return loadSecret(secret, dataDir, secretPrevious)
}

const describeMissingKey = (keyId: string, dataDir: string): string =>
  `The secrets in the database were encrypted with the key ${keyId}, which is missing: ${getKeyFile(dataDir)} does not exist, ` +
  'and WK_SECRET is not set. Restore that session.key, or set the WK_SECRET of that service. If the key is lost, ' +
  '"watchkeeper accept-secret" continues without the encrypted secrets.'

const describeAdvice = (
  { message }: ForeignSealError,
  { secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>,
): string => {
  const source = secret === null ? `${getKeyFile(dataDir)}, because WK_SECRET is not set` : 'WK_SECRET'
  return (
    `${message} (from ${source}). Set the previous WK_SECRET again, restore its session.key in the data folder, or set ` +
    'it as WK_SECRET_PREVIOUS next to the new one. If it is lost, "watchkeeper accept-secret" continues without the encrypted secrets.'
  )
}
