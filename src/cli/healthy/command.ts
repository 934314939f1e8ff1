import { ProgramCommand } from '../command.ts'
import type { Io } from '../io.ts'

export const createHealthyCommand = ({ environment }: Io) =>
  new ProgramCommand('healthy')
    .summary('whether the server on this machine lives: ends with 0 or 1, for supervisors')
    .action(async () => (await import('./healthy.ts')).checkHealth(environment))
