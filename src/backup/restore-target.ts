/** Target of a restore. */

import type { BackupHeader } from '../core/platform/backup.ts'
import { StartError } from '../core/platform/start-error.ts'
import { type Contents, isEmpty } from '../store/backup/contents.ts'
import type { TableOfRows } from '../store/backup/load.ts'
import { formatCount } from './progress.ts'
import type { Restored } from './restore.ts'

export interface RestoreRun {
  header: BackupHeader
  tables: AsyncIterable<TableOfRows>
  /** Whether existing data may be replaced. */
  isReplacing: boolean
  signal: AbortSignal
  /** Unix ms. */
  now: number
  /** `now` formatted for a file name. */
  stamp: string
}

export interface RestoreTarget {
  /** @returns `kept`: path of the previous database; null when none was kept */
  run(run: RestoreRun): Promise<{ restored: Restored; kept: string | null }>
  close(): Promise<void>
}

/** @throws StartError when the database contains data of users */
export function refuseNonEmpty(place: string, contents: Contents, advice: string): void {
  if (isEmpty(contents)) return
  const { users, organizations, monitors, incidents } = contents
  throw new StartError(
    `${place} is not empty: accounts ${formatCount(users)}, organizations ${formatCount(organizations)}, monitors ${formatCount(monitors)}, incidents ${formatCount(incidents)}. ${advice}`,
  )
}
