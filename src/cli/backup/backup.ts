/** The command `backup FILE`: its arguments and its report. */
import { type CreatedBackup, createBackup } from '../../backup/backup.ts'
import { countRows, formatCount, formatMegabytes, withProgress } from '../../backup/progress.ts'
import type { Config } from '../../config/config.ts'
import type { BackupContents } from '../../core/platform/database/backup.ts'
import type { Clock } from '../../runtime/context.ts'
import { UsageError } from '../command.ts'
import { runStoppable } from '../stop-signal.ts'

export interface BackupOptions {
  withoutResults?: boolean
  withoutHistory?: boolean
  withSecret?: boolean
}

/** @throws UsageError, StartError */
export async function runBackup(config: Config, file: string, options: BackupOptions, { now }: Clock): Promise<void> {
  if (file === '-' && process.stdout.isTTY) throw new UsageError('refusing to write a backup to a terminal')
  const { withSecret = false } = options
  const contents = toContents(options)
  const request = { file, contents, withSecret, takenAt: now() }
  const made = await runStoppable((signal) =>
    withProgress(null, now, (onBlock) => createBackup(config, request, signal, onBlock)),
  )
  report(made, contents, withSecret)
}

function toContents({ withoutResults, withoutHistory }: BackupOptions): BackupContents {
  if (withoutHistory) return 'without-history'
  return withoutResults ? 'without-results' : 'everything'
}

function report({ file, rows, bytes, hasSecret }: CreatedBackup, contents: BackupContents, withSecret: boolean): void {
  const what = contents === 'everything' ? '' : `, ${contents.replace('-', ' ')}`
  const lines = [
    `Wrote ${file === '-' ? 'a backup' : file}: ${formatCount(countRows(rows))} rows, ${formatMegabytes(bytes)}${what}.`,
    withSecret
      ? 'The file contains the secret of the service, which gives its holder access to every account.'
      : hasSecret &&
        'The file does not contain the secret of the service. Keep WK_SECRET, or session.key from WK_DATA_DIR, elsewhere.',
  ]
  const out = file === '-' ? process.stderr : process.stdout
  for (const line of lines) if (line) out.write(`${line}\n`)
}
