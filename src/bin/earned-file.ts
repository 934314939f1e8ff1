/** The file in which a probe keeps what it knows of its own connection, so that it survives a restart. */
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NameWitness, NameWitnessState } from '../net/dns/name-witness.ts'
import type { EarnedStore } from '../probe/push/earned.ts'

/** A longer file is not from this program. */
const MOST_BYTES = 256 * 1024

/** A file that is damaged or cannot be written costs only what it would have remembered. */
export function openEarnedFile(folder: string, names: Pick<NameWitness, 'state' | 'restore'>): EarnedStore {
  const file = join(folder, 'probe-connection.json')
  return {
    load: () => {
      const saved = quietly(() => (statSync(file).size > MOST_BYTES ? null : JSON.parse(readFileSync(file, 'utf8'))))
      quietly(() => names.restore((saved?.names ?? {}) as NameWitnessState))
      return saved
    },
    save: (earned) => {
      const draft = `${file}.${process.pid}`
      quietly(() => {
        writeFileSync(draft, JSON.stringify({ ...earned, names: names.state() }), { mode: 0o600 })
        renameSync(draft, file)
      }) ?? quietly(() => rmSync(draft, { force: true }))
    },
  }
}

function quietly<T>(attempt: () => T): T | null {
  try {
    return attempt()
  } catch {
    return null
  }
}
