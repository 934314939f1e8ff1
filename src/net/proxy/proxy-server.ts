/** A proxy as a monitor describes it: its URL, and the user name and password that it asks for. Pure. */
import { encodeBasic } from '../../core/platform/secret-settings.ts'
import { formatEndpoint } from '../connection/connection.ts'
import { type Failed, fail } from '../connection/failure.ts'

const PROXY_PROTOCOLS = ['http', 'https', 'socks5'] as const
type ProxyProtocol = (typeof PROXY_PROTOCOLS)[number]

/** The ports that a URL without a port means. */
const DEFAULT_PORTS: Record<ProxyProtocol, number> = { http: 80, https: 443, socks5: 1080 }

export interface ProxyCredentials {
  username: string
  password: string
}

export interface ProxyServer {
  protocol: ProxyProtocol
  /** A name or a literal address, without brackets. */
  host: string
  port: number
  /** Null for a proxy without a login. */
  credentials: ProxyCredentials | null
}

/** Reads the URL of a proxy. Its path, user name and password are left to the caller. Null for another scheme. */
export function parseProxyUrl(text: string): Omit<ProxyServer, 'credentials'> | null {
  const url = URL.parse(text)
  const protocol = PROXY_PROTOCOLS.find((name) => url?.protocol === `${name}:`)
  if (!url || protocol === undefined || url.hostname === '') return null
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return { protocol, host, port: url.port === '' ? DEFAULT_PORTS[protocol] : Number(url.port) }
}

/** `http://proxy.example:3128`, without credentials. */
export const formatProxy = ({ protocol, host, port }: ProxyServer): string =>
  `${protocol}://${formatEndpoint(host, port)}`

/** Whether requests to http URLs are sent to the proxy itself. All other requests need a connection to the target. */
export const isForwardedBy = (proxy: ProxyServer | null | undefined, url: URL): proxy is ProxyServer =>
  url.protocol === 'http:' && proxy != null && proxy.protocol !== 'socks5'

/** Source: RFC 9110, section 15.5.8 */
export const PROXY_AUTHENTICATION_REQUIRED = 407

/** Formats the value of Proxy-Authorization. Source: RFC 7617 */
export const toProxyAuthorization = ({ username, password }: ProxyCredentials): string =>
  `Basic ${encodeBasic(username, password)}`

/** Describes the answer to a login: the proxy wants one, or it refused the one of the settings. */
export const describeLoginProblem = ({ credentials }: ProxyServer): string =>
  credentials === null ? 'asks for a user name and password' : 'refused the user name and password'

/** @param problem completes the sentence that the name of the proxy begins */
export const failProxy = (proxy: ProxyServer, problem: string): Failed =>
  fail('connection_error', `the proxy ${formatProxy(proxy)} ${problem}`)
