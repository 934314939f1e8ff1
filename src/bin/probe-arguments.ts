/** What `watchkeeper probe` is told, on the command line and by the environment. */
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { EgressOptions } from '../core/egress.ts'
import { isProbeToken } from '../core/probe-token.ts'
import { SPOOL_BYTES } from '../probe/spool.ts'
import { loadCheckConfig } from './check-config.ts'
import { ConfigError, type Environment, isLoopback, readSetting } from './config.ts'
import type { LogFormat } from './log.ts'
import { nearest } from './nearest.ts'
import { SETTINGS, type Setting } from './settings.ts'
import { StartError } from './start-error.ts'

export interface ProbeSettings {
  server: URL
  token: string
  dataDir: string
  name: string
  spoolBytes: number
  egress: EgressOptions
  dnsServers: readonly string[]
  caFile: string | null
  logLevel: string
  logFormat: LogFormat
}

const OPTIONS = ['server', 'token', 'data', 'name', 'ca-file', 'spool-mib', 'insecure-http', 'help'] as const
const SWITCHES: readonly string[] = ['insecure-http', 'help']

export const PROBE_HELP = `Usage: watchkeeper probe --server URL --token TOKEN

Checks from this machine what a server elsewhere assigns to its region, and tells it what was found. It connects to the
server over HTTPS; nobody has to be able to connect to it. The token comes from "watchkeeper probe-token REGION", run
where the server is.

  --server URL       where the server is; or WK_PROBE_SERVER
  --token TOKEN      better WK_PROBE_TOKEN, or a file by WK_PROBE_TOKEN_FILE: other people of this machine see arguments
  --data DIR         its identity, and results that could not be delivered; or WK_DATA_DIR; otherwise ./probe-data
  --name NAME        what people call it; otherwise the name of this host
  --ca-file FILE     authorities (PEM) to trust besides the usual ones; or WK_CA_FILE
  --spool-mib SIZE   most room that results which wait for the server may take on disk, in MiB; otherwise 512
  --insecure-http    allow http: to another machine: token and results can then be read on the way

WK_EGRESS, WK_EGRESS_ALLOW, WK_EGRESS_DENY, WK_DNS_SERVERS, WK_LOG_LEVEL and WK_LOG_FORMAT work as for a server.`

/**
 * @returns null when help was asked for
 * @throws StartError, ConfigError
 */
export function readProbeSettings(args: readonly string[], environment: Environment): ProbeSettings | null {
  const given = parse(args)
  if (given.has('help')) return null
  const caFile = given.get('ca-file')
  const { config } = loadCheckConfig(caFile === undefined ? environment : { ...environment, WK_CA_FILE: caFile })
  const mistakes: string[] = []
  const setting = <T>(which: Setting<T>) => readSetting(which, environment, mistakes)
  const server = given.get('server') ?? setting(SETTINGS.probeServer)
  const token = given.get('token') ?? setting(SETTINGS.probeToken)
  const logLevel = setting(SETTINGS.logLevel) ?? 'info'
  const logFormat = setting(SETTINGS.logFormat) ?? 'auto'
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  if (!server) throw new StartError('which server? --server https://watch.example.com, or WK_PROBE_SERVER')
  if (!token)
    throw new StartError('with which token? WK_PROBE_TOKEN or --token; "watchkeeper probe-token REGION" makes one')
  return {
    server: serverAddress(server, given.has('insecure-http')),
    token: soundToken(token),
    dataDir: resolve(given.get('data') ?? (environment.WK_DATA_DIR || './probe-data')),
    name: soundName(given.get('name') ?? hostname()),
    spoolBytes: spoolBytes(given.get('spool-mib')),
    egress: config.egress,
    dnsServers: config.dnsServers,
    caFile: config.caFile,
    logLevel,
    logFormat,
  }
}

function parse(args: readonly string[]): Map<string, string> {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      OPTIONS.map((name) => [name, { type: SWITCHES.includes(name) ? ('boolean' as const) : ('string' as const) }]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const given = new Map<string, string>()
  for (const token of tokens) {
    if (token.kind === 'positional')
      throw new StartError(`"${token.value}" is not an option. "watchkeeper probe --help"`)
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    if (name === 'h') given.set('help', '')
    else if (!(OPTIONS as readonly string[]).includes(name))
      throw new StartError(`there is no option ${rawName}. Nearest: --${nearest(name, [...OPTIONS])}`)
    else if (SWITCHES.includes(name)) {
      if (value !== undefined) throw new StartError(`--${name} is a switch and takes no value`)
      given.set(name, '')
    } else if (!value || (value.startsWith('--') && !token.inlineValue))
      throw new StartError(`--${name} needs a value behind it`)
    else given.set(name, value)
  }
  return given
}

function serverAddress(text: string, isInsecureAllowed: boolean): URL {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new StartError(`--server must be an address such as https://watch.example.com, not "${text}"`)
  if (url.username || url.password || url.search || url.hash)
    throw new StartError('--server takes no user name, question mark or hash: the token says who the probe is')
  if (url.protocol === 'http:' && !isLoopback(url.hostname.replace(/^\[|\]$/g, '')) && !isInsecureAllowed)
    throw new StartError(
      `${url.origin} is without TLS: anybody on the way could read the token. Use https:, or --insecure-http`,
    )
  return url
}

function soundToken(token: string): string {
  if (isProbeToken(token)) return token
  throw new StartError(
    'the token is none, or not all of it: it is wkp_ and 43 characters, as "watchkeeper probe-token" shows it',
  )
}

function soundName(name: string): string {
  if (/^[^\p{Cc}]{1,80}$/u.test(name)) return name
  throw new StartError('--name must be 1-80 characters')
}

const MIB = 1024 * 1024

function spoolBytes(text: string | undefined): number {
  if (text === undefined) return SPOOL_BYTES
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text) * MIB
  throw new StartError(`--spool-mib must be a whole number of MiB from 1 to 9999999, not "${text}"`)
}
