import { ProgramCommand } from '../command.ts'
import { configure, type Io } from '../io.ts'

export const migrate = (io: Io) =>
  new ProgramCommand('migrate').summary('bring the database up to date, and do nothing else').action(async () => {
    const { migrateDatabase } = await import('./database.ts')
    await migrateDatabase(await configure(io), io.clock)
  })

export const compact = (io: Io) =>
  new ProgramCommand('compact')
    .summary('rewrite the SQLite file without the room that nothing uses; the server must be stopped')
    .action(async () => {
      const { compactDatabase } = await import('./database.ts')
      await compactDatabase(await configure(io), io.clock)
    })
