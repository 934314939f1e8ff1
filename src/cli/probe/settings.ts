/** The settings of `watchkeeper probe`, from the command line and the environment. */
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { loadCheckConfig } from '../../config/check-config.ts'
import { ConfigError, type Environment, isLoopback, readSetting } from '../../config/config.ts'
import { SETTINGS, type Setting, type Values } from '../../config/settings.ts'
import type { EgressOptions } from '../../core/platform/egress.ts'
import { StartError } from '../../core/platform/errors.ts'
import { isProbeToken } from '../../core/probes/protocol.ts'
import { SPOOL_BYTES } from '../../probe/push/spool.ts'
import { UsageError } from '../command.ts'

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
  logFormat: Values['logFormat']
}

/** Options of the command line, unparsed. */
export interface ProbeOptions {
  server?: string
  token?: string
  data?: string
  name?: string
  caFile?: string
  spoolMib?: string
  insecureHttp?: boolean
}

/** @throws StartError, ConfigError */
export function readProbeSettings(options: ProbeOptions, environment: Environment): ProbeSettings {
  const { caFile } = options
  const { config } = loadCheckConfig(caFile === undefined ? environment : { ...environment, WK_CA_FILE: caFile })
  const mistakes: string[] = []
  const setting = <T>(which: Setting<T>) => readSetting(which, environment, mistakes)
  const server = options.server ?? setting(SETTINGS.probeServer)
  const token = options.token ?? setting(SETTINGS.probeToken)
  const logLevel = setting(SETTINGS.logLevel) ?? 'info'
  const logFormat = setting(SETTINGS.logFormat) ?? 'auto'
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  if (!server) throw new StartError('the server is missing: set --server https://watch.example.com or WK_PROBE_SERVER')
  if (!token)
    throw new StartError(
      'the token is missing: set WK_PROBE_TOKEN or --token; "watchkeeper probe-token REGION" creates a token',
    )
  return {
    server: parseServerAddress(server, options.insecureHttp === true),
    token: parseToken(token),
    dataDir: resolve(options.data ?? (environment.WK_DATA_DIR || './probe-data')),
    name: parseName(options.name ?? hostname()),
    spoolBytes: parseSpoolBytes(options.spoolMib),
    egress: config.egress,
    dnsServers: config.dnsServers,
    caFile: config.caFile,
    logLevel,
    logFormat,
  }
}

function parseServerAddress(text: string, isInsecureAllowed: boolean): URL {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new StartError(`--server must be an address such as https://watch.example.com, not "${text}"`)
  if (url.username || url.password || url.search || url.hash)
    throw new StartError('--server must not contain a user name, query or fragment: the token identifies the probe')
  if (url.protocol === 'http:' && !isLoopback(url.hostname.replace(/^\[|\]$/g, '')) && !isInsecureAllowed)
    throw new StartError(
      `${url.origin} does not use TLS, so the token could be intercepted. Use https:, or --insecure-http`,
    )
  return url
}

function parseToken(token: string): string {
  if (isProbeToken(token)) return token
  throw new StartError(
    'the token is invalid or incomplete: it must be wkp_ followed by 43 characters, as shown by "watchkeeper probe-token"',
  )
}

function parseName(name: string): string {
  if (/^[^\p{Cc}\u2028\u2029]{1,80}$/u.test(name)) return name
  throw new UsageError('--name must be 1-80 characters in one line')
}

const MIB = 1024 * 1024

function parseSpoolBytes(text: string | undefined): number {
  if (text === undefined) return SPOOL_BYTES
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text) * MIB
  throw new UsageError(`--spool-mib must be a whole number of MiB from 1 to 9999999, not "${text}"`)
}
