import { ProgramCommand } from '../command.ts'
import { configure, type Io } from '../io.ts'

export const createMigrateCommand = (io: Io) =>
  new ProgramCommand('migrate').summary('migrate the database to this version and exit').action(async () => {
    const { migrateDatabase } = await import('./database.ts')
    await migrateDatabase(await configure(io), io.clock)
  })

export const createCompactCommand = (io: Io) =>
  new ProgramCommand('compact')
    .summary('free unused space in the SQLite file; the server must be stopped')
    .action(async () => {
      const { shrinkDatabase } = await import('./database.ts')
      await shrinkDatabase(await configure(io), io.clock)
    })
