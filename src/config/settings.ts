/** Every setting: its name, what it takes, what it means. `docs/configuration.md` is compared with this list. */
import { STARTTLS_MODES } from '../channels/mailer.ts'
import { PLANS } from '../core/accounts/plan.ts'
import { REGISTRATION_MODES } from '../services/accounts/accounts.ts'
import {
  type Parse,
  parseAddressAndPort,
  parseAddressBlock,
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
  /** As it would be written; null when there is none. */
  fallback: string | null
  /** What `docs/configuration.md` shows where the default is not simply `fallback`. */
  fallbackText?: string
  takes: string
  meaning: string
  /** Also taken from the file that `<name>_FILE` names, and never shown. */
  isSecret?: true
  parse: Parse<T>
}

const BLOCKS = 'address blocks such as 10.0.0.0/8, separated by commas'

export const SETTINGS = {
  host: {
    name: 'WK_HOST',
    fallback: '127.0.0.1',
    takes: 'an address or host name of this machine; 0.0.0.0 or :: for all',
    meaning: 'Where the server listens',
    parse: parseText,
  },
  port: {
    name: 'WK_PORT',
    fallback: '8080',
    takes: 'a port, 0-65535; 0 takes any free one',
    meaning: 'Where the server listens',
    parse: parseInteger(0, 65535),
  },
  baseUrl: {
    name: 'WK_BASE_URL',
    fallback: null,
    fallbackText: 'made of host and port',
    takes: 'an http: or https: address',
    meaning: 'How people reach this server from outside; links in answers and messages begin with it',
    parse: parseWebAddress,
  },
  dataDir: {
    name: 'WK_DATA_DIR',
    fallback: './data',
    takes: 'a folder, made when it is not there',
    meaning: 'Holds the SQLite database and the key that signs sessions',
    parse: parseText,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: null,
    fallbackText: 'SQLite in `WK_DATA_DIR`',
    takes: 'a postgres: address',
    meaning: 'Keep everything in this PostgreSQL (14 or newer) instead',
    isSecret: true,
    parse: parsePostgresAddress,
  },
  databaseListenUrl: {
    name: 'WK_DATABASE_LISTEN_URL',
    fallback: null,
    fallbackText: '`DATABASE_URL`',
    takes: 'a postgres: address',
    meaning: 'The same database past a pooler such as PgBouncer: where servers hear each other',
    isSecret: true,
    parse: parsePostgresAddress,
  },
  databaseReplicaUrl: {
    name: 'WK_DATABASE_REPLICA_URL',
    fallback: null,
    takes: 'a postgres: address',
    meaning: 'A streaming replica of that database, which statistics and reports are read from',
    isSecret: true,
    parse: parsePostgresAddress,
  },
  databasePool: {
    name: 'WK_DATABASE_POOL',
    fallback: '10',
    takes: 'a number of connections, 2-500',
    meaning: 'Connections to PostgreSQL that this server has open at most, and as many to the replica',
    parse: parseInteger(2, 500),
  },
  databaseTimeoutSeconds: {
    name: 'WK_DATABASE_TIMEOUT',
    fallback: '10',
    takes: 'seconds, 1-600',
    meaning:
      'How long PostgreSQL may take over one statement of a request, which is answered with 503 then; three times as long over one of the work in the background',
    parse: parseInteger(1, 600),
  },
  registration: {
    name: 'WK_REGISTRATION',
    fallback: 'open',
    takes: 'open, invite or closed',
    meaning: 'Who may make an account: everybody, the invited (and whoever comes first), or nobody',
    parse: parseOneOf(REGISTRATION_MODES),
  },
  defaultPlan: {
    name: 'WK_DEFAULT_PLAN',
    fallback: 'free',
    takes: 'free, pro or scale',
    meaning: 'Plan of every organization but the first, which gets scale',
    parse: parseOneOf(PLANS),
  },
  plansFile: {
    name: 'WK_PLANS_FILE',
    fallback: null,
    takes: 'a JSON file',
    meaning: 'Overrides limits of the plans',
    parse: parseText,
  },
  egress: {
    name: 'WK_EGRESS',
    fallback: null,
    fallbackText: '`public` when registration is open and the host is not loopback, else `any`',
    takes: 'any or public',
    meaning: 'What checks and webhooks may connect to: everything, or public addresses only',
    parse: parseOneOf(['any', 'public']),
  },
  egressAllow: {
    name: 'WK_EGRESS_ALLOW',
    fallback: '',
    takes: BLOCKS,
    meaning: 'Allowed although not public',
    parse: parseList(parseAddressBlock),
  },
  egressDeny: {
    name: 'WK_EGRESS_DENY',
    fallback: '',
    takes: BLOCKS,
    meaning: 'Refused whatever else is set',
    parse: parseList(parseAddressBlock),
  },
  rateLimit: {
    name: 'WK_RATE_LIMIT',
    fallback: '1000',
    takes: 'a number of requests; 0 for no limit',
    meaning: 'Requests that a user, or an address without credentials, may make in 15 minutes',
    parse: parseInteger(0, 1_000_000_000),
  },
  trustedProxies: {
    name: 'WK_TRUSTED_PROXIES',
    fallback: '',
    takes: BLOCKS,
    meaning: 'Proxies whose `X-Forwarded-For`, `-Host` and `-Proto` are believed',
    parse: parseList(parseAddressBlock),
  },
  corsOrigins: {
    name: 'WK_CORS_ORIGINS',
    fallback: '',
    takes: 'origins such as https://status.example.com, separated by commas',
    meaning: 'Web sites whose scripts may call the API',
    parse: parseList(parseOrigin),
  },
  secret: {
    name: 'WK_SECRET',
    fallback: null,
    fallbackText: 'a key made once in `WK_DATA_DIR`',
    takes: 'at least 32 characters',
    meaning:
      'Signs session tokens and links, and seals the secrets in the database. Servers that share a database need the same one',
    isSecret: true,
    parse: parseMatching(/^.{32,}$/s),
  },
  secretPrevious: {
    name: 'WK_SECRET_PREVIOUS',
    fallback: null,
    takes: 'at least 32 characters',
    meaning: 'The former WK_SECRET: opens what it sealed, which is then sealed anew, and keeps its links working',
    isSecret: true,
    parse: parseMatching(/^.{32,}$/s),
  },
  smtpUrl: {
    name: 'WK_SMTP_URL',
    fallback: null,
    takes: 'an smtp: or smtps: address such as smtps://user:password@mail.example.com, together with WK_SMTP_FROM',
    meaning: 'Mail server that alerts, invitations and links for new passwords are sent through',
    isSecret: true,
    parse: parseSmtpAddress,
  },
  smtpFrom: {
    name: 'WK_SMTP_FROM',
    fallback: null,
    takes: 'an address such as Watchkeeper <alerts@example.com>, together with WK_SMTP_URL',
    meaning: 'Sender of that mail',
    parse: parseMatching(/^(?:[^<>@\r\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/),
  },
  smtpStartTls: {
    name: 'WK_SMTP_STARTTLS',
    fallback: 'auto',
    takes: 'auto, required or off',
    meaning:
      'When a connection that begins without TLS turns to it: where the server offers it, and always before a password; always; or never',
    parse: parseOneOf(STARTTLS_MODES),
  },
  metricsToken: {
    name: 'WK_METRICS_TOKEN',
    fallback: null,
    fallbackText: 'none: only from this machine',
    takes: 'at least 16 visible characters',
    meaning: 'Whoever sends it as `Authorization: Bearer` reads `/metrics`, from anywhere, and nobody else does',
    isSecret: true,
    parse: parseMatching(/^[\x21-\x7e]{16,}$/),
  },
  metricsMonitors: {
    name: 'WK_METRICS_MONITORS',
    fallback: '1000',
    takes: 'a number of monitors, 0-10000; 0 for none',
    meaning: 'Of how many monitors, the oldest first, `/metrics` has gauges of their own',
    parse: parseInteger(0, 10_000),
  },
  logLevel: {
    name: 'WK_LOG_LEVEL',
    fallback: 'info',
    takes: 'fatal, error, warn, info, debug, trace or silent',
    meaning: 'Least important line that is logged',
    parse: parseOneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  },
  logFormat: {
    name: 'WK_LOG_FORMAT',
    fallback: 'auto',
    takes: 'auto, json or pretty',
    meaning: 'Lines for programs or for people; `auto` is for people on a terminal',
    parse: parseOneOf(['auto', 'json', 'pretty']),
  },
  localProbe: {
    name: 'WK_LOCAL_PROBE',
    fallback: 'on',
    takes: 'on or off',
    meaning: 'Whether this server runs checks itself',
    parse: parseOnOff,
  },
  region: {
    name: 'WK_REGION',
    fallback: 'local',
    takes: '1-40 of a-z, 0-9 and -',
    meaning: 'Code of the region that this server checks from',
    parse: parseMatching(/^[a-z0-9-]{1,40}$/),
  },
  regionName: {
    name: 'WK_REGION_NAME',
    fallback: null,
    fallbackText: 'the code of the region',
    takes: '1-80 characters',
    meaning: 'Name of that region, for people',
    parse: parseMatching(/^.{1,80}$/),
  },
  probeServer: {
    name: 'WK_PROBE_SERVER',
    fallback: null,
    takes: 'an https: address',
    meaning: 'The server that `watchkeeper probe` works for; nothing else reads it',
    parse: parseText,
  },
  probeToken: {
    name: 'WK_PROBE_TOKEN',
    fallback: null,
    takes: 'a token that `watchkeeper probe-token` made',
    meaning: 'What `watchkeeper probe` shows that server; nothing else reads it',
    isSecret: true,
    parse: parseText,
  },
  adminEmail: {
    name: 'WK_ADMIN_EMAIL',
    fallback: null,
    takes: 'an e-mail address, together with WK_ADMIN_PASSWORD',
    meaning: 'Makes the first account when there is none yet',
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
    meaning: 'Certificate authorities that checks and mail trust besides the usual ones',
    parse: parseText,
  },
  dnsServers: {
    name: 'WK_DNS_SERVERS',
    fallback: '',
    fallbackText: 'those of /etc/resolv.conf',
    takes: 'addresses such as 192.0.2.53 or [2001:db8::53]:5353, separated by commas',
    meaning: 'Name servers that checks ask',
    parse: parseList(parseAddressAndPort),
  },
  rdapBootstrap: {
    name: 'WK_RDAP_BOOTSTRAP',
    fallback: null,
    fallbackText: 'the list of IANA',
    takes: 'a JSON file, or an http: or https: address of one',
    meaning: 'Which RDAP servers are asked about domains, in the form of RFC 9224',
    parse: parseText,
  },
  whoisServer: {
    name: 'WK_WHOIS_SERVER',
    fallback: null,
    fallbackText: 'those of the registries',
    takes: 'a host such as whois.example.com or whois.example.com:4343',
    meaning: 'The one WHOIS server that is asked about domains',
    parse: parseHostAndPort,
  },
} satisfies Record<string, Setting<unknown>>

type ValueOf<S> = S extends { fallback: null; parse: Parse<infer T> }
  ? T | null
  : S extends { parse: Parse<infer T> }
    ? T
    : never

export type Values = { [Key in keyof typeof SETTINGS]: ValueOf<(typeof SETTINGS)[Key]> }
