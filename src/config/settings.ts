/** All settings: name, parser and description. A test compares `docs/configuration.md` with this list. */
import { STARTTLS_MODES } from '../channels/mailer.ts'
import { PLANS } from '../core/accounts/plan.ts'
import { MAX_THREADS } from '../core/probes/probe-threads.ts'
import { REGISTRATION_MODES } from '../services/accounts/accounts.ts'
import {
  type Parse,
  parseAddressAndPort,
  parseAddressBlock,
  parseBaseUrl,
  parseEnvironmentName,
  parseHostAndPort,
  parseInteger,
  parseList,
  parseMatching,
  parseOneOf,
  parseOnOff,
  parseOrigin,
  parsePostgresAddress,
  parseSmtpAddress,
  parseText,
  parseWebAddress,
} from './parsers.ts'

export interface Setting<T> {
  name: string
  /** The default as an operator would write it; null when there is none. */
  fallback: string | null
  /** The text that `docs/configuration.md` shows if the default is not exactly `fallback`. */
  fallbackText?: string
  takes: string
  meaning: string
  /** Can also be read from the file named by `<name>_FILE`, and is never shown. */
  isSecret?: true
  parse: Parse<T>
}

const BLOCKS = 'address blocks such as 10.0.0.0/8, separated by commas'

export const SETTINGS = {
  host: {
    name: 'WK_HOST',
    fallback: '127.0.0.1',
    takes: 'an address or host name of this machine; 0.0.0.0 or :: for all addresses',
    meaning: 'Where the server listens',
    parse: parseText,
  },
  port: {
    name: 'WK_PORT',
    fallback: '8080',
    takes: 'a port, 0-65535; 0 for any free port',
    meaning: 'Where the server listens',
    parse: parseInteger(0, 65535),
  },
  baseUrl: {
    name: 'WK_BASE_URL',
    fallback: null,
    fallbackText: 'built from host and port',
    takes: 'an http: or https: address without a path, on a host name of its own',
    meaning: 'Public address of this server. Links in API responses and notifications start with it',
    parse: parseBaseUrl,
  },
  dataDir: {
    name: 'WK_DATA_DIR',
    fallback: './data',
    takes: 'a folder, created if it does not exist',
    meaning: 'Folder for the SQLite database and the key that signs sessions',
    parse: parseText,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: null,
    fallbackText: 'SQLite in `WK_DATA_DIR`',
    takes: 'a postgres: address',
    meaning: 'PostgreSQL database (14 or newer) to use instead of SQLite',
    isSecret: true,
    parse: parsePostgresAddress,
  },
  databaseListenUrl: {
    name: 'WK_DATABASE_LISTEN_URL',
    fallback: null,
    fallbackText: '`DATABASE_URL`',
    takes: 'a postgres: address',
    meaning:
      'Direct connection to the same database, bypassing a pooler such as PgBouncer, for messages between servers (LISTEN/NOTIFY)',
    isSecret: true,
    parse: parsePostgresAddress,
  },
  databaseReplicaUrl: {
    name: 'WK_DATABASE_REPLICA_URL',
    fallback: null,
    takes: 'a postgres: address',
    meaning: 'Streaming replica of the database, used for statistics and reports',
    isSecret: true,
    parse: parsePostgresAddress,
  },
  databasePool: {
    name: 'WK_DATABASE_POOL',
    fallback: '10',
    takes: 'a number of connections, 2-500',
    meaning: 'Maximum number of PostgreSQL connections of this server; the same number applies to the replica',
    parse: parseInteger(2, 500),
  },
  databaseTimeoutSeconds: {
    name: 'WK_DATABASE_TIMEOUT',
    fallback: '10',
    takes: 'seconds, 1-600',
    meaning:
      'Statement timeout for API requests, in seconds; the request then fails with 503. Background jobs get three times as long',
    parse: parseInteger(1, 600),
  },
  registration: {
    name: 'WK_REGISTRATION',
    fallback: 'open',
    takes: 'open, invite or closed',
    meaning: 'Registration: open to all, open to invited users (and the first user), or closed',
    parse: parseOneOf(REGISTRATION_MODES),
  },
  defaultPlan: {
    name: 'WK_DEFAULT_PLAN',
    fallback: 'free',
    takes: 'free, pro, scale or unlimited',
    meaning: 'Plan of every organization except the first, which gets unlimited',
    parse: parseOneOf(PLANS),
  },
  plansFile: {
    name: 'WK_PLANS_FILE',
    fallback: null,
    takes: 'a JSON file',
    meaning: 'File that overrides the limits of the plans',
    parse: parseText,
  },
  egress: {
    name: 'WK_EGRESS',
    fallback: null,
    fallbackText: '`public` when registration is open and the host is not loopback, else `any`',
    takes: 'any or public',
    meaning: 'Which addresses checks and webhooks may connect to: all addresses, or public addresses only',
    parse: parseOneOf(['any', 'public']),
  },
  egressAllow: {
    name: 'WK_EGRESS_ALLOW',
    fallback: '',
    takes: BLOCKS,
    meaning: 'Addresses that are allowed even if they are not public',
    parse: parseList(parseAddressBlock),
  },
  egressDeny: {
    name: 'WK_EGRESS_DENY',
    fallback: '',
    takes: BLOCKS,
    meaning: 'Addresses that are always blocked',
    parse: parseList(parseAddressBlock),
  },
  rateLimit: {
    name: 'WK_RATE_LIMIT',
    fallback: '1000',
    takes: 'a number of requests; 0 for no limit',
    meaning: 'Maximum requests in 15 minutes for each user, or for each address without credentials',
    parse: parseInteger(0, 1_000_000_000),
  },
  trustedProxies: {
    name: 'WK_TRUSTED_PROXIES',
    fallback: '',
    takes: BLOCKS,
    meaning: 'Proxies whose `X-Forwarded-For`, `-Host` and `-Proto` headers are trusted',
    parse: parseList(parseAddressBlock),
  },
  corsOrigins: {
    name: 'WK_CORS_ORIGINS',
    fallback: '',
    takes: 'origins such as https://status.example.com, separated by commas',
    meaning: 'Origins of websites whose scripts may call the API',
    parse: parseList(parseOrigin),
  },
  secret: {
    name: 'WK_SECRET',
    fallback: null,
    fallbackText: 'a key generated once in `WK_DATA_DIR`',
    takes: 'at least 32 characters',
    meaning:
      'Signs session tokens and links, and encrypts the secrets in the database. Servers that share a database need the same value',
    isSecret: true,
    parse: parseMatching(/^.{32,}$/s),
  },
  secretPrevious: {
    name: 'WK_SECRET_PREVIOUS',
    fallback: null,
    takes: 'at least 32 characters',
    meaning:
      'The previous WK_SECRET. Secrets encrypted with it are encrypted again with the new one, and links signed with it keep working',
    isSecret: true,
    parse: parseMatching(/^.{32,}$/s),
  },
  smtpUrl: {
    name: 'WK_SMTP_URL',
    fallback: null,
    takes: 'an smtp: or smtps: address such as smtps://user:password@mail.example.com, together with WK_SMTP_FROM',
    meaning: 'Mail server for alerts, invitations and password reset links',
    isSecret: true,
    parse: parseSmtpAddress,
  },
  smtpFrom: {
    name: 'WK_SMTP_FROM',
    fallback: null,
    takes: 'an address such as Watchkeeper <alerts@example.com>, together with WK_SMTP_URL',
    meaning: 'Sender address of those emails',
    parse: parseMatching(/^(?:[^<>@\r\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/),
  },
  smtpStartTls: {
    name: 'WK_SMTP_STARTTLS',
    fallback: 'auto',
    takes: 'auto, required or off',
    meaning:
      'STARTTLS on smtp: connections: `auto` uses it if the server offers it and requires it before a password, `required` always, `off` never',
    parse: parseOneOf(STARTTLS_MODES),
  },
  smtpHeloName: {
    name: 'WK_SMTP_HELO_NAME',
    fallback: null,
    takes: 'a complete host name such as watch.example.com',
    meaning:
      'Name in EHLO, also at mail servers of targets. Default: the host of WK_BASE_URL, or the domain of the sender',
    parse: parseMatching(/^(?=.{1,253}$)[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+$/),
  },
  securityContact: {
    name: 'WK_SECURITY_CONTACT',
    fallback: null,
    fallbackText: 'WK_BASE_URL',
    takes: 'an address such as mailto:security@example.com or https://example.com/security',
    meaning: 'Contact for reports of security problems, in `/.well-known/security.txt`',
    parse: parseMatching(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:[+\d-]+)$/),
  },
  acknowledgeLinks: {
    name: 'WK_ACKNOWLEDGE_LINKS',
    fallback: 'on',
    takes: 'on or off',
    meaning: 'Add links to alerts with which their recipients acknowledge or snooze incidents without an account',
    parse: parseOnOff,
  },
  metricsToken: {
    name: 'WK_METRICS_TOKEN',
    fallback: null,
    fallbackText: 'none: this machine only',
    takes: 'at least 16 visible characters',
    meaning: 'Token for `/metrics`. If set, clients from any address must send it as `Authorization: Bearer`',
    isSecret: true,
    parse: parseMatching(/^[\x21-\x7e]{16,}$/),
  },
  metricsMonitors: {
    name: 'WK_METRICS_MONITORS',
    fallback: '1000',
    takes: 'a number of monitors, 0-10000; 0 for none',
    meaning: 'Number of monitors with individual gauges in `/metrics`, the oldest first',
    parse: parseInteger(0, 10_000),
  },
  logLevel: {
    name: 'WK_LOG_LEVEL',
    fallback: 'info',
    takes: 'fatal, error, warn, info, debug, trace or silent',
    meaning: 'Minimum level of log messages',
    parse: parseOneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  },
  logFormat: {
    name: 'WK_LOG_FORMAT',
    fallback: 'auto',
    takes: 'auto, json or pretty',
    meaning: 'Log format: JSON lines or readable text; `auto` is readable on a terminal and JSON elsewhere',
    parse: parseOneOf(['auto', 'json', 'pretty']),
  },
  localProbe: {
    name: 'WK_LOCAL_PROBE',
    fallback: 'on',
    takes: 'on or off',
    meaning: 'Run checks on this server',
    parse: parseOnOff,
  },
  probeThreads: {
    name: 'WK_PROBE_THREADS',
    fallback: null,
    fallbackText: 'chosen by [cores and monitors](scaling.md#threads-of-the-probe)',
    takes: `a number of threads, 1-${MAX_THREADS}`,
    meaning: 'Number of threads of this server that run checks',
    parse: parseInteger(1, MAX_THREADS),
  },
  region: {
    name: 'WK_REGION',
    fallback: 'local',
    takes: '1-40 of a-z, 0-9 and -',
    meaning: 'Code of the region that this server runs checks from',
    parse: parseMatching(/^[a-z0-9-]{1,40}$/),
  },
  regionName: {
    name: 'WK_REGION_NAME',
    fallback: null,
    fallbackText: 'the code of the region',
    takes: '1-80 characters',
    meaning: 'Display name of that region',
    parse: parseMatching(/^.{1,80}$/),
  },
  probeServer: {
    name: 'WK_PROBE_SERVER',
    fallback: null,
    takes: 'an https: address',
    meaning: 'Server that `watchkeeper probe` connects to; used by that command only',
    parse: parseText,
  },
  probeToken: {
    name: 'WK_PROBE_TOKEN',
    fallback: null,
    takes: 'a token created by `watchkeeper probe-token`',
    meaning: 'Token that `watchkeeper probe` authenticates with; used by that command only',
    isSecret: true,
    parse: parseText,
  },
  url: {
    name: 'WK_URL',
    fallback: null,
    takes: 'an address such as https://watch.example.com',
    meaning: 'Server that `watchkeeper plan`, `apply` and `export` use; read by these commands only',
    parse: parseWebAddress,
  },
  apiKey: {
    name: 'WK_API_KEY',
    fallback: null,
    takes: 'an API key; plan and apply need the scope read_write',
    meaning: 'API key of these commands',
    isSecret: true,
    parse: parseText,
  },
  project: {
    name: 'WK_PROJECT',
    fallback: null,
    takes: 'the id or the name of a project',
    meaning: 'Project of these commands; without it, the default project of the organization',
    parse: parseText,
  },
  configDir: {
    name: 'WK_CONFIG_DIR',
    fallback: null,
    takes: 'a folder',
    meaning:
      'Folder of configuration documents that this server applies at its start and when they change, to the project WK_PROJECT of the first organization',
    parse: parseText,
  },
  configEnv: {
    name: 'WK_CONFIG_ENV',
    fallback: '',
    takes: 'names of environment variables and prefixes such as APP_*, separated by commas',
    meaning:
      'Environment variables that documents of WK_CONFIG_DIR may contain as placeholders. Settings of Watchkeeper and PostgreSQL are refused',
    parse: parseList(parseEnvironmentName),
  },
  configPrune: {
    name: 'WK_CONFIG_PRUNE',
    fallback: 'off',
    takes: 'on or off',
    meaning: 'Delete resources that a document of WK_CONFIG_DIR no longer contains',
    parse: parseOnOff,
  },
  adminEmail: {
    name: 'WK_ADMIN_EMAIL',
    fallback: null,
    takes: 'an email address, together with WK_ADMIN_PASSWORD',
    meaning: 'Email address of the first account, created if there are no accounts',
    parse: parseMatching(/^[^\s@]+@[^\s@]+$/),
  },
  adminPassword: {
    name: 'WK_ADMIN_PASSWORD',
    fallback: null,
    takes: '10-128 characters, together with WK_ADMIN_EMAIL',
    meaning: 'Password of that account',
    isSecret: true,
    parse: parseMatching(/^.{10,128}$/s),
  },
  caFile: {
    name: 'WK_CA_FILE',
    fallback: null,
    takes: 'a PEM file',
    meaning: 'Additional certificate authorities that checks and email trust',
    parse: parseText,
  },
  dnsServers: {
    name: 'WK_DNS_SERVERS',
    fallback: '',
    fallbackText: 'the servers in /etc/resolv.conf',
    takes: 'addresses such as 192.0.2.53 or [2001:db8::53]:5353, separated by commas',
    meaning: 'Name servers used by checks',
    parse: parseList(parseAddressAndPort),
  },
  rdapBootstrap: {
    name: 'WK_RDAP_BOOTSTRAP',
    fallback: null,
    fallbackText: 'the IANA list',
    takes: 'a JSON file, or an http: or https: address of one',
    meaning: 'List of RDAP servers for domain lookups, in RFC 9224 format',
    parse: parseText,
  },
  whoisServer: {
    name: 'WK_WHOIS_SERVER',
    fallback: null,
    fallbackText: 'the servers of the registries',
    takes: 'a host such as whois.example.com or whois.example.com:4343',
    meaning: 'WHOIS server used for all domain lookups',
    parse: parseHostAndPort,
  },
} satisfies Record<string, Setting<unknown>>

type ValueOf<S> = S extends { fallback: null; parse: Parse<infer T> }
  ? T | null
  : S extends { parse: Parse<infer T> }
    ? T
    : never

export type Values = { [Key in keyof typeof SETTINGS]: ValueOf<(typeof SETTINGS)[Key]> }
