/** Every command: its arguments, its help and its work. Nothing else of the program reads arguments. */
import type { DescribedCommand } from './command-help.ts'
import type { CommandLine, CommandOptions } from './command-line.ts'
import { type Config, loadConfig } from './config.ts'

export interface Command extends DescribedCommand {
  /** Loaded with the command where they follow from other code. */
  options?: CommandOptions | (() => Promise<CommandOptions>)
  /** Instead of the help that follows from the description. */
  help?: (line: CommandLine) => Promise<string>
  /** Exit codes, where 1 for a failure and 64 for a mistake on the command line will not do. */
  codes?: { failure: number; usage: number }
  /** Goes on when the reader of its output is gone: the exit code is its answer. */
  outlivesReader?: true
  /** Ends the process when it is done, whatever is still under way. */
  endsAtOnce?: true
  /** May set `process.exitCode`. */
  run: (line: CommandLine) => Promise<void>
}

// What a command needs is loaded when it runs: help should not wait for a web server
export const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    operands: [],
    summary: 'run the server: API, checks, alerts',
    details: 'WK_HOST, WK_PORT, WK_DATA_DIR and DATABASE_URL say where. It runs until SIGTERM or SIGINT.',
    run: async () => (await import('./serve-command.ts')).serveCommand(configure()),
  },
  check: {
    operands: ['[TYPE]', '[TARGET]'],
    usage: 'TYPE TARGET',
    summary: 'check a target once, from here, and show every step',
    options: async () => (await import('./check-arguments.ts')).CHECK_OPTIONS,
    help: async ({ operands: [type] }) => {
      const [{ helpText }, { typeOf }] = await Promise.all([import('./check-help.ts'), import('./check-arguments.ts')])
      return helpText(type === undefined ? null : typeOf(type))
    },
    codes: { failure: 3, usage: 3 },
    outlivesReader: true,
    run: async (line) => {
      process.exitCode = await (await import('./check-command.ts')).checkCommand(line, process.env)
    },
  },
  probe: {
    operands: [],
    usage: '--server URL',
    summary: 'check from this machine for a server elsewhere',
    details:
      'Runs the checks that a server elsewhere assigns to its region, and sends the results there. It connects to the server over ' +
      'HTTPS; no connection comes in. The token comes from "watchkeeper probe-token REGION", run where the server is.\n' +
      'WK_EGRESS, WK_EGRESS_ALLOW, WK_EGRESS_DENY, WK_DNS_SERVERS, WK_LOG_LEVEL and WK_LOG_FORMAT work as for a server.',
    options: {
      server: { value: 'URL', help: 'where the server is; or WK_PROBE_SERVER' },
      token: {
        value: 'TOKEN',
        help: 'better WK_PROBE_TOKEN, or a file by WK_PROBE_TOKEN_FILE: other users of this machine see arguments',
      },
      data: {
        value: 'DIR',
        help: 'its identity, and results that are not delivered yet; or WK_DATA_DIR; otherwise ./probe-data',
      },
      name: { value: 'NAME', help: 'its name in lists; otherwise the name of this host' },
      'ca-file': { value: 'FILE', help: 'authorities (PEM) to trust besides the usual ones; or WK_CA_FILE' },
      'spool-mib': {
        value: 'SIZE',
        help: 'most room on disk for results that wait for the server, in MiB; otherwise 512',
      },
      'insecure-http': {
        value: null,
        help: 'allow http: to another machine: token and results can then be read on the way',
      },
    },
    run: async (line) => (await import('./probe-command.ts')).probeCommand(line, process.env),
  },
  migrate: {
    operands: [],
    summary: 'bring the database up to date, and do nothing else',
    run: async () => (await import('./database-commands.ts')).migrateCommand(configure()),
  },
  backup: {
    operands: ['FILE'],
    summary: 'write everything into one file while servers run',
    details: 'FILE may be a folder, or - for the standard output. docs/backup.md says more.',
    options: {
      'without-results': { value: null, help: 'leave results of checks out' },
      'without-history': { value: null, help: 'leave results, incidents and everything else that has passed out' },
      'with-secret': { value: null, help: 'include the secret of the service: the file then opens everything' },
    },
    run: async (line) => (await import('./backup-command.ts')).backupCommand(configure(), line),
  },
  restore: {
    operands: ['FILE'],
    summary: 'fill an empty database from a backup, of whichever database',
    details: 'FILE may be - for the standard input. docs/backup.md says more.',
    options: {
      replace: { value: null, help: 'replace what the database contains' },
      check: { value: null, help: 'only read the file, and report whether it is whole' },
    },
    run: async (line) => (await import('./restore-command.ts')).restoreCommand(configure(), line),
  },
  compact: {
    operands: [],
    summary: 'rewrite the SQLite file without the room that nothing uses; the server must be stopped',
    run: async () => (await import('./database-commands.ts')).compactCommand(configure()),
  },
  'create-admin': {
    operands: ['[EMAIL]'],
    summary: 'make the first account',
    details: 'Shows the password that it makes up. Without EMAIL it takes WK_ADMIN_EMAIL and WK_ADMIN_PASSWORD.',
    run: async ({ operands: [email] }) =>
      (await import('./database-commands.ts')).createAdminCommand(configure(), email),
  },
  'reset-password': {
    operands: ['EMAIL'],
    summary: 'give an account another password, made up here, and end its sessions',
    run: async ({ operands: [email] }) =>
      (await import('./account-commands.ts')).resetPasswordCommand(configure(), email!),
  },
  'reset-second-factor': {
    operands: ['EMAIL'],
    summary: 'take the second factor off an account: a lost authenticator, or a changed WK_SECRET',
    run: async ({ operands: [email] }) =>
      (await import('./account-commands.ts')).resetSecondFactorCommand(configure(), email!),
  },
  'accept-secret': {
    operands: [],
    summary: 'go on with the present WK_SECRET when the one that sealed the database is lost',
    run: async () => (await import('./sealing.ts')).acceptSecretCommand(configure()),
  },
  'probe-token': {
    operands: ['[REGION]'],
    summary: 'make a token for probes of a region, or list or revoke tokens',
    details: 'Takes either REGION, or --list, or --revoke ID. A new token is shown once, on the standard output.',
    options: {
      name: { value: 'NAME', help: 'of the token, in lists; otherwise that of its region' },
      'region-name': { value: 'NAME', help: 'of the region, in lists and on the dashboard' },
      'pinned-only': { value: null, help: 'only monitors that pin the region are checked there' },
      list: { value: null, help: 'show all tokens' },
      revoke: { value: 'ID', help: 'revoke a token' },
    },
    run: async (line) => (await import('./probe-token-command.ts')).probeTokenCommand(configure(), line),
  },
  'export-status': {
    operands: ['SLUG', 'DIR'],
    summary: 'write a status page as files, to be served from elsewhere',
    options: {
      'base-url': { value: 'URL', help: 'where the files will be read' },
      'include-protected': { value: null, help: 'also a page with a password: files ask for none' },
    },
    run: async (line) => (await import('./export-status-command.ts')).exportStatusCommand(configure(), line),
  },
  doctor: {
    operands: [],
    summary: 'look whether all is well here, and say what to do where it is not',
    details:
      'Looks at the configuration, the data folder, the database, the clock, name servers, pings, mail, the address that ' +
      'people use, and the probes. Run it as the user that the server runs as, with the same environment. It changes ' +
      'nothing and shows no secret. It ends with 1 when something is wrong, and with 0 otherwise.',
    options: {
      'send-to': { value: 'ADDRESS', help: 'send a mail there as well' },
      server: {
        value: 'URL',
        help: 'on the machine of a probe: look whether that can reach its server; or WK_PROBE_SERVER',
      },
      token: { value: 'TOKEN', help: 'of the probe; better WK_PROBE_TOKEN: other users of this machine see arguments' },
      json: { value: null, help: 'for programs' },
    },
    endsAtOnce: true,
    run: async (line) => {
      process.exitCode = await (await import('./doctor/doctor-command.ts')).doctorCommand(line, process.env)
    },
  },
  healthy: {
    operands: [],
    summary: 'whether the server on this machine lives: ends with 0 or 1, for supervisors',
    run: async () => (await import('./healthy-command.ts')).healthyCommand(process.env),
  },
}

function configure(): Config {
  const { config, warnings } = loadConfig(process.env)
  for (const warning of warnings) process.stderr.write(`watchkeeper: ${warning}\n`)
  return config
}
