import { ProgramCommand } from '../command.ts'
import { configure, type Io } from '../io.ts'
import type { RestoreOptions } from './restore.ts'

export const createRestoreCommand = (io: Io) =>
  new ProgramCommand('restore')
    .summary('restore a backup into an empty database, SQLite or PostgreSQL')
    .description('FILE may be - for standard input. See docs/backup.md.')
    .argument('<FILE>')
    .option('--replace', 'replace the current contents of the database')
    .option('--check', 'only read the file and check that it is complete')
    .action(async (file: string, options: RestoreOptions) => {
      const { runRestore } = await import('./restore.ts')
      await runRestore(await configure(io), file, options, io.clock)
    })
