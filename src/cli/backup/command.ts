import { ProgramCommand } from '../command.ts'
import { configure, type Io } from '../io.ts'
import type { BackupOptions } from './backup.ts'

export const createBackupCommand = (io: Io) =>
  new ProgramCommand('backup')
    .summary('back up everything to one file, while servers keep running')
    .description('FILE may be a folder, or - for standard output. See docs/backup.md.')
    .argument('<FILE>')
    .option('--without-results', 'exclude check results')
    .option('--without-history', 'exclude results and their hourly and daily rollups')
    .option('--with-secret', 'include the secret of the service; the file then gives full access')
    .action(async (file: string, options: BackupOptions) => {
      const { runBackup } = await import('./backup.ts')
      await runBackup(await configure(io), file, options, io.clock)
    })
