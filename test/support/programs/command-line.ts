import type { ProgramCommand } from '../../../src/cli/command.ts'
import { COMMANDS } from '../../../src/cli/index.ts'
import type { Io } from '../../../src/cli/io.ts'

export const COMMAND_NAMES: readonly string[] = COMMANDS.map((create) => create({} as Io).name())

/**
 * Parses arguments as the program does, and runs nothing.
 *
 * @throws UsageError
 */
export const readOptions = (create: (io: Io) => ProgramCommand, args: readonly string[]): Record<string, unknown> =>
  create({} as Io)
    .action(() => {})
    .parse(args, { from: 'user' })
    .opts()
