import { ProgramCommand } from '../command.ts'
import { configure, type Io } from '../io.ts'
import type { RestoreOptions } from './restore.ts'

export const createRestoreCommand = (io: Io) =>
  new ProgramCommand('restore')
    .summary('fill an empty database from a backup, of whichever database')
    .description('FILE may be - for the standard input. docs/backup.md says more.')
    .argument('<FILE>')
    .option('--replace', 'replace what the database contains')
    .option('--check', 'only read the file, and report whether it is whole')
    .action(async (file: string, options: RestoreOptions) => {
      const { runRestore } = await import('./restore.ts')
      await runRestore(await configure(io), file, options, io.clock)
    })
