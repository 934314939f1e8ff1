/** Inspects the secret that signs and encrypts: its length, its variety, and the permissions of its file. */
import { existsSync, statSync } from 'node:fs'
import { listKnownSecrets } from '../../backup/secret.ts'
import type { Config } from '../../config/config.ts'
import { getKeyFile } from '../../runtime/data-dir.ts'
import { findForeignKey } from '../../services/platform/sealing/sealing.ts'
import type { Store } from '../../store/platform/store.ts'
import { createFailure, createPass, createWarning, type Finding } from './finding.ts'

const TOPIC = 'Secret'

/** A random text of 32 hex characters has about 13 different ones. */
const MIN_CHARACTERS = 8

interface SecretFacts {
  /** `WK_SECRET`. */
  given: string | null
  dataDir: string
  /** Other servers may use the same database. */
  isShared: boolean
}

const CREATE_ADVICE = 'Generate one with: openssl rand -hex 32'

export function inspectSecret({ given, dataDir, isShared }: SecretFacts): Finding[] {
  if (given !== null)
    return new Set(given).size < MIN_CHARACTERS
      ? [
          createWarning(
            TOPIC,
            'WK_SECRET is easy to guess',
            `Change it as described in docs/configuration.md. ${CREATE_ADVICE}`,
          ),
        ]
      : [createPass(TOPIC, `WK_SECRET is set (${given.length} characters)`)]
  const file = getKeyFile(dataDir)
  if (isShared)
    return [
      createWarning(
        TOPIC,
        `WK_SECRET is not set: the key in ${file} is used, which exists on this machine only`,
        `Servers on other machines cannot read the secrets in this database. Set WK_SECRET. ${CREATE_ADVICE}`,
      ),
    ]
  if (!existsSync(file)) return [createPass(TOPIC, `${file} will be created on first start`)]
  const { mode } = statSync(file)
  if ((mode & 0o077) !== 0)
    return [createWarning(TOPIC, `other users of this machine can read ${file}`, `chmod 600 ${file}`)]
  return [createPass(TOPIC, `${file}; keep a copy of it, but not next to the backup`)]
}

/** Inspects whether a present secret opens the database. No key is created for it. */
export async function inspectSeal(
  { db }: Store,
  config: Pick<Config, 'secret' | 'secretPrevious' | 'dataDir'>,
): Promise<Finding[]> {
  const sealedWith = await findForeignKey(db, listKnownSecrets(config))
  if (sealedWith === null) return []
  return [
    createFailure(
      TOPIC,
      `the secrets in the database were encrypted with a different key (${sealedWith}), so no server can start here`,
      `Restore the previous WK_SECRET, or ${getKeyFile(config.dataDir)}. If the secret is lost, run "watchkeeper accept-secret".`,
    ),
  ]
}
