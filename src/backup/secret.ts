/** The secret of the service in backups and restores. */
import { createHmac } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import type { BackupHeader } from '../core/platform/database/backup.ts'
import { StartError } from '../core/platform/errors.ts'
import { getKeyFile } from '../runtime/data-dir.ts'
import { computeKeyId } from '../services/platform/sealing/seal.ts'

type Secrets = Pick<Config, 'secret' | 'secretPrevious' | 'dataDir'>

/** Fingerprint of a secret: it identifies the secret without revealing it. */
export const computeSecretMark = (secret: Uint8Array): string =>
  createHmac('sha256', secret).update('watchkeeper backup').digest('hex').slice(0, 16)

/** Returns the known secrets, the current one first. Creates no secret. */
export function listKnownSecrets({ secret, secretPrevious, dataDir }: Secrets): Uint8Array[] {
  const given = [secret, secretPrevious].flatMap((text) => (text === null ? [] : [Buffer.from(text)]))
  const file = getKeyFile(dataDir)
  return existsSync(file) ? [...given, readKey(file)] : given
}

/**
 * Finds the secret that the database is sealed with; it may differ from the configured one.
 *
 * @param sealedWith key id stored in the database; null when nothing is sealed.
 * @returns null when it is not available
 */
export function findSecret(config: Secrets, sealedWith: string | null): Uint8Array | null {
  const known = listKnownSecrets(config)
  return known.find((secret) => sealedWith === null || computeKeyId(secret) === sealedWith) ?? null
}

const readKey = (file: string): Uint8Array => Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')

/** Returns whether the sealed secrets of the backup can be opened here once the backup's secret is restored. */
export const canOpen = ({ secretMark, secret }: BackupHeader, config: Secrets): boolean =>
  secretMark === null ||
  secret !== undefined ||
  listKnownSecrets(config).some((known) => computeSecretMark(known) === secretMark)

/** @throws StartError when another key exists and may not be replaced */
export function refuseOtherKey({ secret, secretMark }: BackupHeader, config: Secrets, isReplacing: boolean): void {
  const file = getKeyFile(config.dataDir)
  if (secret === undefined || isReplacing || !existsSync(file) || computeSecretMark(readKey(file)) === secretMark)
    return
  throw new StartError(
    `The backup contains the secret of its service, but ${file} contains a different one. Move ${file}, or use --replace.`,
  )
}

/**
 * Stores the secret of a backup in the path that the server reads.
 *
 * @returns the path; null when there was nothing to do
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
