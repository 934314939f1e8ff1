/** The proxy of HTTP and KEYWORD monitors. */
import { isIP } from 'node:net'
import { type Static, Type } from 'typebox'
import type { EgressPolicy } from '../core/platform/egress.ts'
import { refuseHostSyntax } from '../net/connection/host.ts'
import { type ProxyServer, parseProxyUrl } from '../net/proxy/proxy-server.ts'
import type { SettingsRefusal } from './prober.ts'

const ProxySettings = Type.Object(
  {
    url: Type.String({
      title: 'URL',
      minLength: 1,
      maxLength: 300,
      description: 'http://, https:// or socks5://, with host and port',
    }),
    username: Type.Optional(
      Type.String({
        title: 'User name',
        minLength: 1,
        maxLength: 200,
        description: 'Only if the proxy requires a login. {{name}} inserts a variable of the project',
      }),
    ),
    password: Type.Optional(
      Type.String({
        title: 'Password',
        minLength: 1,
        maxLength: 4096,
        description: 'Hidden after saving. {{name}} inserts a variable of the project',
      }),
    ),
  },
  { additionalProperties: false },
)

export const ProxySetting = Type.Optional(
  Type.Union([ProxySettings, Type.Null()], {
    title: 'Proxy',
    description:
      'The proxy resolves the name of the target. A failing proxy counts as a failed check\n\nAn update replaces the whole object; null removes it.',
    examples: [{ url: 'http://proxy.example.com:3128', username: 'monitoring', password: '{{proxy_password}}' }],
  }),
)

interface Proxied {
  proxy?: Static<typeof ProxySettings> | null
  ipVersion: string
}

export function refuseProxy({ proxy, ipVersion }: Proxied, egress: EgressPolicy): SettingsRefusal | null {
  if (!proxy) return null
  const refuse = (field: string, message: string) => ({ key: `proxy.${field}`, message })
  if (proxy.url === undefined) return refuse('url', 'is required')
  const refusal = refuseProxyUrl(proxy.url, ipVersion, egress)
  if (refusal !== null) return refuse('url', refusal)
  if (proxy.password !== undefined && proxy.username === undefined)
    return refuse('username', 'is required with a password')
  return proxy.username?.includes(':') ? refuse('username', 'must not contain a colon') : null
}

function refuseProxyUrl(text: string, ipVersion: string, egress: EgressPolicy): string | null {
  // The URL parser would silently drop them
  if (/[\s\p{Cc}]/u.test(text)) return 'must not contain spaces or control characters'
  const url = URL.parse(text)
  const server = parseProxyUrl(text)
  if (!url || !server)
    return 'must be a URL such as http://proxy.example.com:3128; http, https and socks5 are supported'
  if (url.username !== '' || url.password !== '')
    return 'must not contain a user name or password; use the fields username and password'
  if (/^\w+:\/\/[^/?#]*\/?$/.test(text) === false) return 'must end after the port; a proxy has no path'
  if (server.port === 0) return 'must not name port 0'
  const refusal = egress.refuseHost(server.host)
  if (refusal !== null) return `must not point to ${refusal}`
  const family = isIP(server.host)
  if (family !== 0 && ipVersion !== 'auto' && ipVersion !== String(family))
    return `must be a name or an IPv${ipVersion} address, because the IP version is ${ipVersion}`
  return refuseHostSyntax(server.host)
}

export function toProxyServer({ proxy }: Pick<Proxied, 'proxy'>): ProxyServer | undefined {
  const server = proxy ? parseProxyUrl(proxy.url) : null
  if (!proxy || !server) return undefined
  const { username, password = '' } = proxy
  return { ...server, credentials: username === undefined ? null : { username, password } }
}
