import { type CommandLine, type CommandOptions, readCommandLine } from '../../../src/bin/command-line.ts'
import { COMMANDS } from '../../../src/bin/commands.ts'

/** As the program reads the arguments of a command whose options are listed in the table. @throws UsageError */
export const readLine = (name: string, args: readonly string[]): CommandLine => {
  const { operands, options = {} } = COMMANDS[name]!
  return readCommandLine({ operands, options: options as CommandOptions }, args)
}
