/** The help of the program and of its commands. Pure. */
import type { Command } from 'commander'
import { wrap } from './text.ts'

const WIDTH = 100
const OPTION_WIDTH = 30
const USAGE_WIDTH = 30

/** Formats `restore FILE`: commander's usage without options and angle brackets. */
const formatUsage = (command: Command): string =>
  `${command.name()} ${command
    .usage()
    .replace(/^\[options\] ?/, '')
    .replaceAll(/[<>]/g, '')}`.trimEnd()

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

export function renderCommandHelp(command: Command): string {
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
