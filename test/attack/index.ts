/** All attacks, and their selection by command-line arguments. */
import { type Attack, DATABASES, type Database } from './attack.ts'
import { documentsRights } from './cases/access/documents-rights.ts'
import { formerMembers } from './cases/access/former-members.ts'
import { heads } from './cases/access/heads.ts'
import { lockout } from './cases/access/lockout.ts'
import { openRedirect } from './cases/access/open-redirect.ts'
import { readOnlyKeys } from './cases/access/read-only-keys.ts'
import { badDiskStart } from './cases/bad-disk-start.ts'
import { checkNow } from './cases/check-now.ts'
import { clockSteps } from './cases/clock-steps.ts'
import { commandLine } from './cases/command-line.ts'
import { csvFormulas } from './cases/csv-formulas.ts'
import { egressNames } from './cases/egress-names.ts'
import { eventStreams } from './cases/event-streams.ts'
import { feedTimes } from './cases/feed-times.ts'
import { fileModes } from './cases/file-modes.ts'
import { firstChecks } from './cases/first-checks.ts'
import { firstCounters } from './cases/first-counters.ts'
import { fullDisk } from './cases/full-disk.ts'
import { fuzz } from './cases/fuzz.ts'
import { healthChecks } from './cases/health-checks.ts'
import { healthChecksBalanced } from './cases/health-checks-balanced.ts'
import { heldFolder } from './cases/held-folder.ts'
import { hostileUploads } from './cases/hostile-uploads.ts'
import { idempotencyCrash } from './cases/idempotency-crash.ts'
import { largeBodies } from './cases/large-bodies.ts'
import { mixedReads } from './cases/mixed-reads.ts'
import { oddRequests } from './cases/odd-requests.ts'
import { slowConnections } from './cases/slow-connections.ts'
import { wrongBodies } from './cases/wrong-bodies.ts'

export const ATTACKS: readonly Attack[] = [
  wrongBodies,
  hostileUploads,
  mixedReads,
  healthChecks,
  healthChecksBalanced,
  openRedirect,
  fullDisk,
  badDiskStart,
  idempotencyCrash,
  lockout,
  eventStreams,
  readOnlyKeys,
  documentsRights,
  formerMembers,
  oddRequests,
  largeBodies,
  csvFormulas,
  egressNames,
  heads,
  feedTimes,
  commandLine,
  fileModes,
  heldFolder,
  fuzz,
  firstCounters,
  checkNow,
  firstChecks,
  clockSteps,
  slowConnections,
]

export interface Run {
  attack: Attack
  database: Database
}

/** @throws Error for an unknown attack or database */
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
