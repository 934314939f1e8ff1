/** The secret of the service, as far as a backup has to do with it. */
import { createHmac } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import type { BackupHeader } from '../core/platform/backup.ts'
import { StartError } from '../core/platform/start-error.ts'
import { getKeyFile } from '../runtime/data-dir.ts'
import { computeKeyId } from '../services/platform/seal.ts'

type Secrets = Pick<Config, 'secret' | 'secretPrevious' | 'dataDir'>

/** By which a secret is known again, and which says nothing of it. */
export const computeSecretMark = (secret: Uint8Array): string =>
  createHmac('sha256', secret).update('watchkeeper backup').digest('hex').slice(0, 16)

/** The present one first. None is made here. */
export function listKnownSecrets({ secret, secretPrevious, dataDir }: Secrets): Uint8Array[] {
  const given = [secret, secretPrevious].flatMap((text) => (text === null ? [] : [Buffer.from(text)]))
  const file = getKeyFile(dataDir)
  return existsSync(file) ? [...given, readKey(file)] : given
}

/**
 * The secret that a database is sealed with, which need not be the one that is named here.
 *
 * @param sealedWith as the database says; null when it does not
 * @returns null when it is not here
 */
export function findSecret(config: Secrets, sealedWith: string | null): Uint8Array | null {
  const known = listKnownSecrets(config)
  return known.find((secret) => sealedWith === null || computeKeyId(secret) === sealedWith) ?? null
}

const readKey = (file: string): Uint8Array => Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')

/** Whether what is sealed in the backup can be opened here, once its own secret is in place. */
export const canOpen = ({ secretMark, secret }: BackupHeader, config: Secrets): boolean =>
  secretMark === null ||
  secret !== undefined ||
  listKnownSecrets(config).some((known) => computeSecretMark(known) === secretMark)

/** @throws StartError when another key is there already, and is not to be replaced */
export function refuseOtherKey({ secret, secretMark }: BackupHeader, config: Secrets, isReplacing: boolean): void {
  const file = getKeyFile(config.dataDir)
  if (secret === undefined || isReplacing || !existsSync(file) || computeSecretMark(readKey(file)) === secretMark)
    return
  throw new StartError(
    `The backup contains the secret of its service, but ${file} contains a different one. Move ${file}, or use --replace.`,
  )
}

/**
 * Puts the secret of a backup where the server looks for it.
 *
 * @returns where; null when there was nothing to do
 */
export function restoreSecret({ secret, secretMark }: BackupHeader, config: Secrets, stamp: string): string | null {
  if (secret === undefined || listKnownSecrets(config).some((known) => computeSecretMark(known) === secretMark))
    return null
  const file = getKeyFile(config.dataDir)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true })
  if (existsSync(file)) {
    rmSync(`${file}.before-${stamp}`, { force: true })
    linkSync(file, `${file}.before-${stamp}`)
  }
  renameSync(draft, file)
  return file
}
