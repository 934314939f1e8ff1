/** What signs and seals: long enough, not of one letter, and nobody else's to read. */
import { existsSync, statSync } from 'node:fs'
import { secretsOf } from '../../backup/secret.ts'
import type { Config } from '../../config/config.ts'
import { keyFile } from '../../runtime/data-dir.ts'
import { foreignKey } from '../../services/platform/sealing.ts'
import type { Store } from '../../store/platform/store.ts'
import { type Finding, failure, fine, warning } from './finding.ts'

const TOPIC = 'Secret'

/** Of 32 characters of hex, thirteen or so are different. */
const FEW_CHARACTERS = 8

interface SecretFacts {
  /** `WK_SECRET`. */
  given: string | null
  dataDir: string
  /** Others may serve from the same database. */
  isShared: boolean
}

const MAKE_ONE = 'openssl rand -hex 32 makes one.'

export function lookAtSecret({ given, dataDir, isShared }: SecretFacts): Finding[] {
  if (given !== null)
    return new Set(given).size < FEW_CHARACTERS
      ? [warning(TOPIC, 'WK_SECRET is easily guessed', `Change it as docs/configuration.md says. ${MAKE_ONE}`)]
      : [fine(TOPIC, `WK_SECRET, ${given.length} characters`)]
  const file = keyFile(dataDir)
  if (isShared)
    return [
      warning(
        TOPIC,
        `WK_SECRET is not set: ${file} serves, which is on this machine alone`,
        `Other servers on this database, and this one on another machine, cannot read what it sealed. Set WK_SECRET. ${MAKE_ONE}`,
      ),
    ]
  if (!existsSync(file)) return [fine(TOPIC, `${file} is made at the first start`)]
  const { mode } = statSync(file)
  if ((mode & 0o077) !== 0) return [warning(TOPIC, `other users of this machine may read ${file}`, `chmod 600 ${file}`)]
  return [fine(TOPIC, `${file}; keep a copy of it, but not beside the backup`)]
}

/** Whether the database was sealed with a secret that is here. No key is made for it. */
export async function lookAtSeal(
  { db }: Store,
  config: Pick<Config, 'secret' | 'secretPrevious' | 'dataDir'>,
): Promise<Finding[]> {
  const sealedWith = await foreignKey(db, secretsOf(config))
  if (sealedWith === null) return []
  return [
    failure(
      TOPIC,
      `what is sealed in the database was sealed with another one (${sealedWith}), so no server starts here`,
      `Bring back the former WK_SECRET, or ${keyFile(config.dataDir)}. Where it is lost: "watchkeeper accept-secret".`,
    ),
  ]
}
