/** What signs and seals: long enough, not of one letter, and nobody else's to read. */
import { existsSync, statSync } from 'node:fs'
import { listKnownSecrets } from '../../backup/secret.ts'
import type { Config } from '../../config/config.ts'
import { getKeyFile } from '../../runtime/data-dir.ts'
import { findForeignKey } from '../../services/platform/sealing.ts'
import type { Store } from '../../store/platform/store.ts'
import { createFailure, createPass, createWarning, type Finding } from './finding.ts'

const TOPIC = 'Secret'

/** Of 32 characters of hex, thirteen or so are different. */
const MIN_CHARACTERS = 8

interface SecretFacts {
  /** `WK_SECRET`. */
  given: string | null
  dataDir: string
  /** Others may serve from the same database. */
  isShared: boolean
}

const CREATE_ADVICE = 'openssl rand -hex 32 makes one.'

export function inspectSecret({ given, dataDir, isShared }: SecretFacts): Finding[] {
  if (given !== null)
    return new Set(given).size < MIN_CHARACTERS
      ? [
          createWarning(
            TOPIC,
            'WK_SECRET is easily guessed',
            `Change it as docs/configuration.md says. ${CREATE_ADVICE}`,
          ),
        ]
      : [createPass(TOPIC, `WK_SECRET, ${given.length} characters`)]
  const file = getKeyFile(dataDir)
  if (isShared)
    return [
      createWarning(
        TOPIC,
        `WK_SECRET is not set: ${file} serves, which is on this machine alone`,
        `Other servers on this database, and this one on another machine, cannot read what it sealed. Set WK_SECRET. ${CREATE_ADVICE}`,
      ),
    ]
  if (!existsSync(file)) return [createPass(TOPIC, `${file} is made at the first start`)]
  const { mode } = statSync(file)
  if ((mode & 0o077) !== 0)
    return [createWarning(TOPIC, `other users of this machine may read ${file}`, `chmod 600 ${file}`)]
  return [createPass(TOPIC, `${file}; keep a copy of it, but not beside the backup`)]
}

/** Whether the database was sealed with a secret that is here. No key is made for it. */
export async function inspectSeal(
  { db }: Store,
  config: Pick<Config, 'secret' | 'secretPrevious' | 'dataDir'>,
): Promise<Finding[]> {
  const sealedWith = await findForeignKey(db, listKnownSecrets(config))
  if (sealedWith === null) return []
  return [
    createFailure(
      TOPIC,
      `what is sealed in the database was sealed with another one (${sealedWith}), so no server starts here`,
      `Bring back the former WK_SECRET, or ${getKeyFile(config.dataDir)}. Where it is lost: "watchkeeper accept-secret".`,
    ),
  ]
}
