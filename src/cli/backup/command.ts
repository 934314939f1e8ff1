import { ProgramCommand } from '../command.ts'
import { configure, type Io } from '../io.ts'
import type { BackupOptions } from './backup.ts'

export const createBackupCommand = (io: Io) =>
  new ProgramCommand('backup')
    .summary('write everything into one file while servers run')
    .description('FILE may be a folder, or - for the standard output. docs/backup.md says more.')
    .argument('<FILE>')
    .option('--without-results', 'leave results of checks out')
    .option('--without-history', 'leave results, incidents and everything else that has passed out')
    .option('--with-secret', 'include the secret of the service: the file then opens everything')
    .action(async (file: string, options: BackupOptions) => {
      const { runBackup } = await import('./backup.ts')
      await runBackup(await configure(io), file, options, io.clock)
    })
