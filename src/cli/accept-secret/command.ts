import { ProgramCommand } from '../command.ts'
import { configure, type Io } from '../io.ts'

export const createAcceptSecretCommand = (io: Io) =>
  new ProgramCommand('accept-secret')
    .summary('go on with the present WK_SECRET when the one that sealed the database is lost')
    .action(async () => {
      const { acceptCurrentSecret } = await import('./accept-secret.ts')
      await acceptCurrentSecret(await configure(io), io.clock)
    })
