/** The help of the program and of its commands. Pure. */
import { wrap } from './check-text.ts'
import { type CommandOption, type CommandShape, HELP_OPTION } from './command-line.ts'

export interface DescribedCommand extends Omit<CommandShape, 'options'> {
  summary: string
  /** Instead of the operands, where options are as necessary as those. */
  usage?: string
  /** Paragraphs between the summary and the options. */
  details?: string
}

const WIDTH = 100
const OPTION_WIDTH = 30
const USAGE_WIDTH = 30

const usageOf = (name: string, { operands, usage }: DescribedCommand): string =>
  [name, usage ?? operands.join(' ')].join(' ').trimEnd()

export function programHelp(version: string, commands: Readonly<Record<string, DescribedCommand>>): string {
  const lines = Object.entries(commands).map(
    ([name, command]) => `  ${usageOf(name, command).padEnd(USAGE_WIDTH - 1)} ${command.summary}`,
  )
  return [
    `Watchkeeper ${version}`,
    '',
    'Usage: watchkeeper COMMAND [OPTIONS]',
    '',
    ...lines,
    '',
    '"watchkeeper COMMAND --help" lists the options of a command. It is configured by environment variables:',
    'docs/configuration.md lists them.',
  ].join('\n')
}

export function commandHelp(name: string, command: DescribedCommand, options: CommandShape['options']): string {
  return [
    `Usage: watchkeeper ${usageOf(name, command)} [OPTIONS]`,
    '',
    ...wrap(`${command.summary[0]!.toUpperCase()}${command.summary.slice(1)}.`, WIDTH),
    '',
    ...(command.details === undefined
      ? []
      : command.details
          .split('\n')
          .flatMap((line) => wrap(line, WIDTH))
          .concat('')),
    ...Object.entries({ ...options, help: HELP_OPTION }).flatMap(([option, spec]) => optionLines(option, spec)),
  ].join('\n')
}

export function optionLines(name: string, { value, help }: CommandOption): string[] {
  const head = `  --${name}${value === null ? '' : ` ${value}`}`
  const [first = '', ...others] = wrap(help, WIDTH - OPTION_WIDTH)
  return [`${head.padEnd(OPTION_WIDTH)}${first}`, ...others.map((text) => ' '.repeat(OPTION_WIDTH) + text)]
}
