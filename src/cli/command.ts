/** A command of the program: commander with a custom help layout and a reason for every rejected argument. */
import { Command, type CommanderError, Option, type ParseOptionsResult } from 'commander'
import { StartError } from '../core/platform/errors.ts'
import { describeSuggestion } from '../core/platform/text/nearest.ts'
import { quoteText, wrap } from './text.ts'

/** A mistake on the command line. The message is one line and names the accepted values. */
export class UsageError extends StartError {}

/** Exit codes: for a mistake on the command line (EX_USAGE of sysexits.h), for a StartError, and for every other failure. */
interface ExitCodes {
  usage: number
  start: number
  failure: number
}

/** Exit codes of the commands that run until a signal. A machine or settings that they cannot run with are EX_CONFIG. */
export const SERVICE_EXIT_CODES: ExitCodes = { usage: 64, start: 78, failure: 1 }

/** An option whose value may be empty, such as an empty body. */
export class TextOption extends Option {}

export class ProgramCommand extends Command {
  exitCodes: ExitCodes = { failure: 1, usage: 64, start: 1 }
  /** Continues when the reader of its output has closed it: the exit code is the result. */
  outlivesReader = false
  /** Ends the process when the command is done, even if other work is still running. */
  endsAtOnce = false
  /** The hint added to a mistake on the command line. */
  hint: string

  constructor(name: string) {
    super(name)
    this.hint = `See "watchkeeper ${name} --help".`
    this.helpOption('-h, --help', 'show this help')
    this.helpCommand(false)
    this.showSuggestionAfterError(false)
    this.configureOutput({ outputError: () => {} })
    this.exitOverride((error) => {
      const reason = this.#explain(error)
      throw reason === null ? error : new UsageError(reason)
    })
  }

  /** Adds options that are derived from modules that only this command imports. */
  async load(): Promise<void> {}

  /** Refuses values that commander accepts: commander takes any next argument as the value of an option. */
  override parseOptions(args: string[]): ParseOptionsResult {
    const end = args.indexOf('--')
    const own = end < 0 ? args : args.slice(0, end)
    for (let i = 0; i < own.length; i++) {
      const [, flag, inline] = /^(--[^=]+)(?:=(.*))?$/s.exec(own[i]!) ?? []
      const option = this.options.find(({ long }) => long !== undefined && long === flag)
      if (!option && flag !== '--help') continue
      if (option?.required) refuseValue(option, inline ?? own[++i], inline !== undefined)
      else if (inline !== undefined) throw new UsageError(`${flag} takes no value`)
    }
    return super.parseOptions(args)
  }

  override helpInformation(): string {
    return `${renderCommandHelp(this)}\n`
  }

  /** Returns null when there is no mistake, such as after help output. */
  #explain({ code, message }: CommanderError): string | null {
    const [, word = ''] = /'(.*)'/s.exec(message) ?? []
    if (code === 'commander.missingArgument') return `${word} is missing`
    if (code === 'commander.excessArguments')
      return `${quoteText(this.args[this.registeredArguments.length]!)} is an unexpected argument`
    if (code === 'commander.unknownOption' && this.commands.length === 0) return this.#explainOption(word)
    if (code !== 'commander.unknownCommand' && code !== 'commander.unknownOption') return null
    const names = this.commands.map((command) => command.name())
    return `unknown command "${word}"${describeSuggestion(word, names)}`
  }

  #explainOption(word: string): string {
    const flag = word.startsWith('--') ? word.split('=', 1)[0]! : word.slice(0, 2)
    const names = [...this.options.map((option) => option.name()), 'help']
    return `unknown option ${quoteText(flag)}${describeSuggestion(flag.replace(/^--?/, ''), names, '--')}`
  }
}

function refuseValue(option: Option, value: string | undefined, isInline: boolean): void {
  const flag = option.long!
  if (value === undefined || (value === '' && !(option instanceof TextOption)))
    throw new UsageError(`${flag} needs a value`)
  if (!isInline && value.startsWith('--'))
    throw new UsageError(
      `${flag} needs a value before ${quoteText(value)}; if ${quoteText(value)} is the value, write ${flag}=…`,
    )
}

const WIDTH = 100
const OPTION_WIDTH = 30
const USAGE_WIDTH = 30

/** Formats `restore FILE`: commander's usage without options and angle brackets. */
const formatUsage = (command: Command): string =>
  `${command.name()} ${command
    .usage()
    .replace(/^\[options\] ?/, '')
    .replaceAll(/[<>]/g, '')}`.trimEnd()

/** The help of the program and of its commands. Pure. */
export function renderProgramHelp(version: string, commands: readonly Command[]): string {
  const lines = commands.map((command) => `  ${formatUsage(command).padEnd(USAGE_WIDTH - 1)} ${command.summary()}`)
  return [
    `Watchkeeper ${version}`,
    '',
    'Usage: watchkeeper COMMAND [OPTIONS]',
    '',
    ...lines,
    '',
    '"watchkeeper COMMAND --help" shows the options of a command.',
    'Watchkeeper is configured by environment variables: see docs/configuration.md.',
  ].join('\n')
}

function renderCommandHelp(command: Command): string {
  const summary = command.summary()
  const details = command.description()
  return [
    `Usage: watchkeeper ${formatUsage(command)} [OPTIONS]`,
    '',
    ...wrap(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`, WIDTH),
    '',
    ...(details === '' ? [] : [...details.split('\n').flatMap((line) => wrap(line, WIDTH)), '']),
    ...command
      .createHelp()
      .visibleOptions(command)
      .flatMap(({ flags, description }) =>
        formatOptionLines(flags.replace('-h, ', '').replaceAll(/[<>]/g, ''), description),
      ),
  ].join('\n')
}

/** @param head the option as the user types it: `--server URL` */
export function formatOptionLines(head: string, help: string): string[] {
  const [first = '', ...others] = wrap(help, WIDTH - OPTION_WIDTH)
  return [`${`  ${head}`.padEnd(OPTION_WIDTH)}${first}`, ...others.map((text) => ' '.repeat(OPTION_WIDTH) + text)]
}
