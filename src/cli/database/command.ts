import { ProgramCommand } from '../command.ts'
import { configure, type Io } from '../io.ts'

export const createMigrateCommand = (io: Io) =>
  new ProgramCommand('migrate').summary('bring the database up to date, and do nothing else').action(async () => {
    const { migrateDatabase } = await import('./database.ts')
    await migrateDatabase(await configure(io), io.clock)
  })

export const createCompactCommand = (io: Io) =>
  new ProgramCommand('compact')
    .summary('rewrite the SQLite file without the room that nothing uses; the server must be stopped')
    .action(async () => {
      const { shrinkDatabase } = await import('./database.ts')
      await shrinkDatabase(await configure(io), io.clock)
    })
