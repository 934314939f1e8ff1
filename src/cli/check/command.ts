import { ProgramCommand } from '../command.ts'
import type { Io } from '../io.ts'
import type { GivenOption } from './arguments.ts'

/** The command's options follow from the monitor types, which are loaded together with it. */
class CheckCommand extends ProgramCommand {
  override exitCodes = { usage: 3, start: 3, failure: 3 }
  override outlivesReader = true
  /** Options in command-line order. */
  readonly given: GivenOption[] = []

  override async load(): Promise<void> {
    const [{ defineOptions, parseType }, { renderHelp }] = await Promise.all([
      import('./arguments.ts'),
      import('./help.ts'),
    ])
    defineOptions(this, this.given)
    this.helpInformation = () => {
      const type = this.args.find((word) => !word.startsWith('-'))
      return `${renderHelp(type === undefined ? null : parseType(type))}\n`
    }
  }
}

export function createCheckCommand(io: Io): ProgramCommand {
  const command = new CheckCommand('check')
  return command
    .usage('TYPE TARGET')
    .summary('check a target once from this machine and show every step')
    .argument('[TYPE]')
    .argument('[TARGET]')
    .action(async () => {
      const { checkOnce } = await import('./check.ts')
      process.exitCode = await checkOnce({ operands: command.args, given: command.given }, io)
    })
}
