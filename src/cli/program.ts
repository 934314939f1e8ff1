/** The commander program: every command, help and version. */
import { CommanderError } from 'commander'
import { ProgramCommand, renderProgramHelp } from './command.ts'
import { COMMANDS } from './index.ts'
import type { Io } from './io.ts'
import { createVersionCommand } from './version/command.ts'

const LIST_HINT = '"watchkeeper help" lists the commands.'

export function createProgram(version: string, io: Io): ProgramCommand {
  const program = new ProgramCommand('watchkeeper')
    .enablePositionalOptions()
    .hook('preSubcommand', (_, command) => (command as ProgramCommand).load())
  const help = new ProgramCommand('help')
    .summary('show this help, or the help of a command')
    .argument('[COMMAND]')
    .action(async (name?: string) => {
      const command = name === undefined ? program : getCommand(program, name)
      await command.load()
      process.stdout.write(command.helpInformation())
    })
  const showVersion = createVersionCommand(version)
  for (const command of [program, help, showVersion]) command.hint = LIST_HINT
  for (const command of [...COMMANDS.map((create) => create(io)), help, showVersion]) program.addCommand(command)
  program.helpInformation = () => `${renderProgramHelp(version, program.commands)}\n`
  return program
}

export const findCommand = (program: ProgramCommand, name: string | undefined): ProgramCommand | undefined =>
  program.commands.find((command) => command.name() === name) as ProgramCommand | undefined

/** Returns whether only help or the version was requested and shown. */
export const isShown = (error: unknown): boolean => error instanceof CommanderError && error.exitCode === 0

/** @throws UsageError */
const getCommand = (program: ProgramCommand, name: string): ProgramCommand =>
  findCommand(program, name) ?? program.error(`unknown command '${name}'`, { code: 'commander.unknownCommand' })
