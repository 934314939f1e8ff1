/** All attacks, and which of them a command line selects. */
import { type Attack, DATABASES, type Database } from './attack.ts'
import { commandLine } from './cases/command-line.ts'
import { fileModes } from './cases/file-modes.ts'
import { healthChecks } from './cases/health-checks.ts'
import { oddRequests } from './cases/odd-requests.ts'
import { wrongBodies } from './cases/wrong-bodies.ts'

export const ATTACKS: readonly Attack[] = [wrongBodies, healthChecks, oddRequests, commandLine, fileModes]

export interface Run {
  attack: Attack
  database: Database
}

/** @throws when there is no such attack or database */
export function selectRuns(names: readonly string[], database: string): Run[] {
  const unknown = names.filter((name) => !ATTACKS.some((attack) => attack.name === name))
  if (unknown.length > 0) throw new Error(`There is no attack "${unknown.join('", "')}"; --list lists them`)
  const databases = database === 'both' ? DATABASES : DATABASES.filter((one) => one === database)
  if (databases.length === 0) throw new Error(`--database takes sqlite, postgres or both, not ${database}`)
  const selected = ATTACKS.filter(({ name }) => names.length === 0 || names.includes(name))
  return selected.flatMap((attack) =>
    databases.filter((one) => attack.databases.includes(one)).map((one) => ({ attack, database: one })),
  )
}
