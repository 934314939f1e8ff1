import { ProgramCommand } from '../command.ts'
import { configure, type Io } from '../io.ts'

export const createAcceptSecretCommand = (io: Io) =>
  new ProgramCommand('accept-secret')
    .summary('continue with the current WK_SECRET when the previous one is lost')
    .action(async () => {
      const { acceptCurrentSecret } = await import('./accept-secret.ts')
      await acceptCurrentSecret(await configure(io), io.clock)
    })
