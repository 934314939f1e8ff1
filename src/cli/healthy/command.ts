import { ProgramCommand } from '../command.ts'
import type { Io } from '../io.ts'

export const createHealthyCommand = ({ environment }: Io) =>
  new ProgramCommand('healthy')
    .summary('exit with 0 if the server on this machine is healthy, else 1')
    .action(async () => (await import('./healthy.ts')).checkHealth(environment))
