/** Reads the arguments of a command by its description: every argument is known, or refused with a reason. Pure. */
import { parseArgs } from 'node:util'
import { quoted } from './check-text.ts'
import { suggestion } from './nearest.ts'
import { StartError } from './start-error.ts'

export interface CommandOption {
  /** What stands behind it, as the help shows it: `ADDRESS`; null for a switch. */
  value: string | null
  help: string
  /** Its value may be an empty text, such as a body of nothing. */
  canBeEmpty?: true
}

export type CommandOptions = Readonly<Record<string, CommandOption>>

export interface CommandShape {
  /** As the usage shows them: `FILE`, or `[EMAIL]` if it may be missing. */
  operands: readonly string[]
  options: CommandOptions
}

export interface CommandLine {
  operands: readonly string[]
  /** Options in the order in which they came; the text of a switch is empty. */
  given: readonly GivenOption[]
  isHelp: boolean
}

interface GivenOption {
  name: string
  text: string
}

/** A mistake on the command line. The message is one line, and names what would be accepted. */
export class UsageError extends StartError {}

export const HELP_OPTION: CommandOption = { value: null, help: 'show this and end' }

export const isGiven = ({ given }: Pick<CommandLine, 'given'>, name: string): boolean =>
  given.some((option) => option.name === name)

/** Returns the value of an option, the last one where it is repeated. */
export const textOf = ({ given }: Pick<CommandLine, 'given'>, name: string): string | undefined =>
  given.findLast((option) => option.name === name)?.text

/** @throws UsageError */
export function readCommandLine({ operands: expected, options }: CommandShape, args: readonly string[]): CommandLine {
  const known: CommandOptions = { ...options, help: HELP_OPTION }
  const types = Object.entries(known).map(([name, { value }]) => [
    name,
    { type: value === null ? 'boolean' : 'string' },
  ])
  const { tokens } = parseArgs({
    args: [...args],
    options: { ...Object.fromEntries(types), help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [readOption(token, known)] : []))
  const operands = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  const isHelp = given.some(({ name }) => name === 'help')
  if (!isHelp) refuseOperands(expected, operands)
  return { operands, given, isHelp }
}

interface OptionToken {
  name: string
  rawName: string
  value: string | undefined
  inlineValue: boolean | undefined
}

function readOption({ name, rawName, value, inlineValue }: OptionToken, known: CommandOptions): GivenOption {
  const option = Object.hasOwn(known, name) ? known[name] : undefined
  if (option === undefined)
    throw new UsageError(`there is no option ${quoted(rawName)}${suggestion(name, Object.keys(known), '--')}`)
  if (option.value === null && value !== undefined) throw new UsageError(`--${name} is a switch and takes no value`)
  if (option.value === null) return { name, text: '' }
  if (value === undefined || (value === '' && !option.canBeEmpty))
    throw new UsageError(`--${name} needs a value behind it`)
  if (!inlineValue && value.startsWith('--'))
    throw new UsageError(`--${name} needs a value before ${quoted(value)}; if that is the value, write --${name}=…`)
  return { name, text: value }
}

function refuseOperands(expected: readonly string[], operands: readonly string[]): void {
  const surplus = operands[expected.length]
  if (surplus !== undefined) throw new UsageError(`${quoted(surplus)} is one argument too many`)
  const missing = expected.slice(operands.length).find((name) => !name.startsWith('['))
  if (missing !== undefined) throw new UsageError(`${missing} is missing`)
}
