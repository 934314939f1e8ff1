/** The commands, and how they end. */
import { Problem } from '../core/errors.ts'
import { type Config, ConfigError, loadConfig } from './config.ts'
import { nearest } from './nearest.ts'
import { StartError } from './start-error.ts'
import { Stopped } from './stop-signal.ts'
import { VERSION } from './version.ts'

interface Command {
  usage: string
  summary: string
  run: (args: string[]) => Promise<void>
}

// What a command needs is loaded when it runs: `help` should not wait for a web server
const COMMANDS: Record<string, Command> = {
  serve: {
    usage: 'serve',
    summary: 'run the server: API, checks, alerts',
    run: async () => (await import('./serve-command.ts')).serveCommand(configure()),
  },
  check: {
    usage: 'check TYPE TARGET',
    summary: 'check a target once, from here, and show every step; "check --help" says more',
    run: async (args) => {
      process.exitCode = await (await import('./check-command.ts')).checkCommand(args, process.env)
    },
  },
  probe: {
    usage: 'probe --server URL',
    summary: 'check from this machine for a server elsewhere; "probe --help" says more',
    run: async (args) => (await import('./probe-command.ts')).probeCommand(args, process.env),
  },
  migrate: {
    usage: 'migrate',
    summary: 'bring the database up to date, and do nothing else',
    run: async () => (await import('./database-commands.ts')).migrateCommand(configure()),
  },
  backup: {
    usage: 'backup FILE',
    summary: 'write everything into one file while servers run; - is the output, --without-results leaves history out',
    run: async (args) => (await import('./backup-command.ts')).backupCommand(configure(), args),
  },
  restore: {
    usage: 'restore FILE',
    summary: 'fill an empty database from a backup, of whichever database; --check only looks at the file',
    run: async (args) => (await import('./restore-command.ts')).restoreCommand(configure(), args),
  },
  compact: {
    usage: 'compact',
    summary: 'rewrite the SQLite file without the room that nothing uses; the server must be stopped',
    run: async () => (await import('./database-commands.ts')).compactCommand(configure()),
  },
  'create-admin': {
    usage: 'create-admin [EMAIL]',
    summary: 'make the first account; WK_ADMIN_EMAIL and WK_ADMIN_PASSWORD serve as well',
    run: async ([email]) => (await import('./database-commands.ts')).createAdminCommand(configure(), email),
  },
  'reset-password': {
    usage: 'reset-password EMAIL',
    summary: 'give an account another password, made up here, and end its sessions',
    run: async ([email]) => (await import('./account-commands.ts')).resetPasswordCommand(configure(), email),
  },
  'reset-second-factor': {
    usage: 'reset-second-factor EMAIL',
    summary: 'take the second factor off an account: a lost authenticator, or a changed WK_SECRET',
    run: async ([email]) => (await import('./account-commands.ts')).resetSecondFactorCommand(configure(), email),
  },
  'accept-secret': {
    usage: 'accept-secret',
    summary: 'go on with the present WK_SECRET when the one that sealed the database is lost',
    run: async () => (await import('./sealing.ts')).acceptSecretCommand(configure()),
  },
  'probe-token': {
    usage: 'probe-token REGION',
    summary: 'make a token for probes of a region; --list and --revoke ID show and withdraw them',
    run: async (args) => (await import('./probe-token-command.ts')).probeTokenCommand(configure(), args),
  },
  'export-status': {
    usage: 'export-status SLUG DIR',
    summary: 'write a status page as files, to be served from elsewhere; --base-url URL says where',
    run: async (args) => (await import('./export-status-command.ts')).exportStatusCommand(configure(), args),
  },
  doctor: {
    usage: 'doctor',
    summary: 'look whether all is well here, and say what to do where it is not; "doctor --help" says more',
    run: async (args) => {
      // What hangs is not waited for
      process.exit(await (await import('./doctor/doctor-command.ts')).doctorCommand(args, process.env))
    },
  },
  healthy: {
    usage: 'healthy',
    summary: 'whether the server on this machine lives: ends with 0 or 1, for supervisors',
    run: async () => (await import('./healthy-command.ts')).healthyCommand(process.env),
  },
  help: { usage: 'help', summary: 'show this', run: async () => print(help()) },
  version: { usage: 'version', summary: 'show the version', run: async () => print(VERSION) },
}

const ALIASES: Record<string, string> = { '--help': 'help', '-h': 'help', '--version': 'version', '-v': 'version' }

export async function main([name = 'help', ...args]: string[]): Promise<void> {
  const command = COMMANDS[ALIASES[name] ?? name]
  if (!command) {
    fail(
      `There is no command "${name}". Nearest: ${nearest(name, Object.keys(COMMANDS))}. "watchkeeper help" lists them.`,
    )
    return
  }
  try {
    await command.run(args)
  } catch (error) {
    fail(explain(error))
  }
}

function help(): string {
  const lines = Object.values(COMMANDS).map(({ usage, summary }) => `  ${usage.padEnd(28)}${summary}`)
  return [
    `Watchkeeper ${VERSION}`,
    '',
    'Usage: watchkeeper COMMAND',
    '',
    ...lines,
    '',
    'It is configured by environment variables: docs/configuration.md lists them.',
  ].join('\n')
}

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const PLAIN_ERRORS = [StartError, ConfigError, Problem, Stopped]

/** A mistake of whoever started us is told in a line; only what nobody foresaw shows where it happened. */
function explain(error: unknown): string {
  if (PLAIN_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function fail(message: string): void {
  process.stderr.write(`watchkeeper: ${message}\n`)
  process.exit(1)
}

function configure(): Config {
  const { config, warnings } = loadConfig(process.env)
  for (const warning of warnings) process.stderr.write(`watchkeeper: ${warning}\n`)
  return config
}
