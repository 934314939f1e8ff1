/** Finds the command, reads its arguments, runs it, and ends with a code and one line where it fails. */
import { Problem } from '../core/platform/errors.ts'
import { commandHelp, programHelp } from './command-help.ts'
import { type CommandLine, type CommandOptions, readCommandLine, UsageError } from './command-line.ts'
import { COMMANDS, type Command } from './commands.ts'
import { ConfigError } from './config.ts'
import { suggestion } from './nearest.ts'
import { reasonOf, StartError } from './start-error.ts'
import { Stopped } from './stop-signal.ts'
import { VERSION } from './version.ts'

/** For a mistake on the command line. Source: EX_USAGE of sysexits.h */
const CODES = { failure: 1, usage: 64 }

const ALL: Readonly<Record<string, Command>> = {
  ...COMMANDS,
  help: {
    operands: ['[COMMAND]'],
    summary: 'show this, or the help of a command',
    run: async ({ operands: [name] }) => print(await (name === undefined ? programHelp(VERSION, ALL) : helpOn(name))),
  },
  version: { operands: [], summary: 'show the version', run: async () => print(VERSION) },
}

const ALIASES: Readonly<Record<string, string>> = {
  '--help': 'help',
  '-h': 'help',
  '--version': 'version',
  '-v': 'version',
}

export async function main([word = 'help', ...args]: string[]): Promise<void> {
  const name = ALIASES[word] ?? word
  const command: Partial<Command> = Object.hasOwn(ALL, name) ? ALL[name]! : {}
  const { codes = CODES, outlivesReader = false, endsAtOnce = false } = command
  outliveOutput(codes.failure, outlivesReader)
  try {
    await run(name, args)
    if (!endsAtOnce) return
    await flushed()
    process.exit()
  } catch (error) {
    const isUsage = error instanceof UsageError
    fail(isUsage ? `${error.message}. ${hintFor(name)}` : explain(error), isUsage ? codes.usage : codes.failure)
  }
}

async function run(name: string, args: readonly string[]): Promise<void> {
  const command = find(name)
  const line = readCommandLine({ operands: command.operands, options: await optionsOf(command) }, args)
  return line.isHelp ? print(await helpOn(name, line)) : command.run(line)
}

/** @throws UsageError */
function find(name: string): Command {
  if (Object.hasOwn(ALL, name)) return ALL[name]!
  throw new UsageError(`there is no command "${name}"${suggestion(name, Object.keys(ALL))}`)
}

const optionsOf = async ({ options = {} }: Command): Promise<CommandOptions> =>
  typeof options === 'function' ? options() : options

async function helpOn(name: string, line: CommandLine = { operands: [], given: [], isHelp: true }): Promise<string> {
  const command = find(name)
  return command.help ? command.help(line) : commandHelp(name, command, await optionsOf(command))
}

const hintFor = (name: string): string =>
  Object.hasOwn(COMMANDS, name) ? `"watchkeeper ${name} --help" says more.` : '"watchkeeper help" lists the commands.'

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const PLAIN_ERRORS = [StartError, ConfigError, Problem, Stopped]

/** Returns one line for a mistake of the operator; only unforeseen errors show where they happened. */
function explain(error: unknown): string {
  if (PLAIN_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function fail(message: string, code: number): void {
  process.stderr.write(`watchkeeper: ${message}\n`)
  process.exit(code)
}

/** Ends with a line when the output takes no more, such as a full disk or a reader that is gone. */
function outliveOutput(code: number, outlivesReader: boolean): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (outlivesReader && error.code === 'EPIPE') return
    fail(`The output cannot be written: ${reasonOf(error)}.`, code)
  })
  process.stderr.on('error', () => {}) // there is no other place to report it
}

/** Resolves when everything written so far is out. What failed has ended the process by then. */
const flushed = (): Promise<void> => new Promise((resolve) => process.stdout.write('', () => setImmediate(resolve)))
