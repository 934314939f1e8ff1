/** Runs the command named by the arguments and sets the exit code. A failure prints one line. */
import { type ProgramCommand, UsageError } from '../cli/command.ts'
import type { Io } from '../cli/io.ts'
import { createProgram, findCommand, isShown } from '../cli/program.ts'
import { describeCause, Problem, StartError } from '../core/platform/errors.ts'
import { VERSION } from '../runtime/version.ts'
import { PLAIN_CLOCK } from './machine.ts'

// Modules of a command are imported when it runs: help does not have to wait for a web server
const IO: Io = {
  environment: process.env,
  clock: PLAIN_CLOCK,
  runServer: async (config) => (await import('./run-server.ts')).runServer(config),
  runProbe: async (settings) => (await import('./run-probe.ts')).runProbe(settings),
}

/** Commands that can also be written as options. */
const ALIASES = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
  ['-v', 'version'],
])

export async function runProgram([commandName = 'help', ...more]: readonly string[]): Promise<void> {
  const program = createProgram(VERSION, IO)
  const name = ALIASES.get(commandName) ?? commandName
  const command = findCommand(program, name) ?? program
  ignoreClosedOutput(command)
  try {
    await program.parseAsync([name, ...more], { from: 'user' })
  } catch (error) {
    exitWithError(error, command)
  }
  if (!command.endsAtOnce) return
  await flushOutput()
  process.exit()
}

/** Ends the process with an error code, except after help or version output. */
function exitWithError(error: unknown, { exitCodes, hint }: ProgramCommand): void {
  if (isShown(error)) return
  if (error instanceof UsageError) fail(`${error.message}. ${hint}`, exitCodes.usage)
  else fail(explain(error), error instanceof StartError ? exitCodes.start : exitCodes.failure)
}

/** Returns one line for a mistake of the operator; only unforeseen errors show where they happened. */
function explain(error: unknown): string {
  if (error instanceof StartError || error instanceof Problem) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function fail(message: string, code: number): void {
  process.stderr.write(`watchkeeper: ${message}\n`)
  process.exit(code)
}

/** Ends the process with one line when output fails, such as on a full disk or a closed pipe. */
function ignoreClosedOutput({ exitCodes, outlivesReader }: ProgramCommand): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (outlivesReader && error.code === 'EPIPE') return
    fail(`Cannot write the output: ${describeCause(error)}.`, exitCodes.failure)
  })
  process.stderr.on('error', () => {}) // No other output is left for an error
}

/** Resolves when all earlier output is written. A failed write has already ended the process. */
const flushOutput = (): Promise<void> => new Promise((resolve) => process.stdout.write('', () => setImmediate(resolve)))
