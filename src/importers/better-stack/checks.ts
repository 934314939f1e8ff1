/** The check of a monitor of Better Stack, by its `monitor_type`. */
import { isIP } from 'node:net'
import type { Fields, Item } from '../conversion.ts'
import { isTlsPort, type Protocol, toGreeting } from '../greetings.ts'
import type { MonitorDraft } from '../monitor-draft.ts'
import { toBasic } from '../secrets.ts'
import { listFields, parseStatusCodes, toFlag, toList, toNumber, toText } from '../values.ts'

type Check = Pick<MonitorDraft, 'type' | 'settings' | 'target' | 'certificateDays' | 'acceptsAnyCertificate'>

interface Kind {
  /** The unit of `request_timeout`, in ms. */
  timeoutUnitMs: number
  /** Returns several checks for several ports. */
  read(monitor: Fields, item: Item): Check[]
}

const http = (read: (monitor: Fields, item: Item) => Fields): Kind => ({
  timeoutUnitMs: 1_000,
  read: (monitor, item) => {
    const keyword = read(monitor, item)
    const settings = { ...readRequest(monitor), ...keyword }
    return [{ type: keyword.keywords === undefined ? 'HTTP' : 'KEYWORD', target: readTarget(monitor), settings }]
  },
})

const tcp: Kind = {
  timeoutUnitMs: 1,
  read: (monitor) => {
    const expect = toText(monitor.required_keyword)
    return readPorts(monitor, 0).map((port) => ({
      type: 'TCP',
      target: readTarget(monitor),
      settings: { port, ...(expect !== null && { protocolValidation: { enabled: true, expect } }) },
    }))
  },
}

/** A connection to the usual ports for TLS begins with it. */
const greeting = (fallbackPort: number, protocol: Protocol): Kind => ({
  timeoutUnitMs: 1,
  read: (monitor, item) => {
    if (toText(monitor.required_keyword)) item.noteUnchecked('The answer of the server is not searched.')
    return readPorts(monitor, fallbackPort).map((port) => ({
      type: 'TCP',
      target: readTarget(monitor),
      ...toGreeting(port, protocol, isTlsPort(port, protocol) ? 'at once' : 'none'),
      ...(acceptsAnyCertificate(monitor) && { acceptsAnyCertificate: true }),
    }))
  },
})

const acceptsAnyCertificate = ({ verify_ssl: verify }: Fields): boolean => verify !== undefined && !toFlag(verify)

export const KINDS: Readonly<Record<string, Kind>> = {
  status: http(() => ({})),
  expected_status_code: http((monitor, item) => {
    const codes = parseStatusCodes(toList(monitor.expected_status_codes).map(String))
    if (!codes) item.note('Its status codes are not readable; any 2xx status is accepted.')
    return codes ? { expectedStatus: codes } : {}
  }),
  keyword: http((monitor) => readKeyword(monitor, true)),
  keyword_absence: http((monitor) => readKeyword(monitor, false)),
  ping: { timeoutUnitMs: 1, read: (monitor) => [{ type: 'ICMP', target: readTarget(monitor), settings: {} }] },
  tcp,
  smtp: greeting(25, 'smtp'),
  pop: greeting(110, 'pop3'),
  imap: greeting(143, 'imap'),
  dns: { timeoutUnitMs: 1, read: (monitor, item) => [readLookup(monitor, item)] },
}

const readTarget = (monitor: Fields): string => (toText(monitor.url) ?? '').trim()

/** `25,465,587` */
function readPorts(monitor: Fields, fallback: number): number[] {
  const ports = (toText(monitor.port) ?? '').split(',').flatMap((port) => toNumber(port) ?? [])
  return ports.length > 0 ? ports : [fallback]
}

const readKeyword = (monitor: Fields, shouldContain: boolean): Fields => ({
  keywords: [{ text: toText(monitor.required_keyword) ?? '', shouldContain }],
})

function readRequest(monitor: Fields): Fields {
  const [user, password] = [toText(monitor.auth_username), toText(monitor.auth_password)]
  const body = toText(monitor.request_body)
  const headers = listFields(monitor.request_headers).map(({ name, value }) => [
    toText(name) ?? '',
    String(value ?? ''),
  ])
  const [, family] = /^(?:ip)?v?([46])$/i.exec(toText(monitor.ip_version) ?? '') ?? []
  return {
    method: (toText(monitor.http_method) ?? 'GET').toUpperCase(),
    headers: {
      ...(user !== null && { Authorization: toBasic(user, password ?? '') }),
      ...Object.fromEntries(headers.filter(([name]) => name !== '')),
    },
    ...(body !== null && { body }),
    ...(monitor.follow_redirects === false && { followRedirects: false }),
    ...(acceptsAnyCertificate(monitor) && { verifyTls: false }),
    ...(family && { ipVersion: family }),
    ...readProxy(monitor),
  }
}

function readProxy(monitor: Fields): Fields {
  const [host, username, password] = ['host', 'username', 'password'].map((name) => toText(monitor[`proxy_${name}`]))
  if (!host) return {}
  const login = username ? { username, ...(password && { password }) } : {}
  return { proxy: { url: `http://${host}:${toNumber(monitor.proxy_port) ?? 80}`, ...login } }
}

/** The URL is the name server, and the body the name that it is asked for. */
function readLookup(monitor: Fields, item: Item): Check {
  const server = readTarget(monitor)
  const [name = '', type = 'A'] = (toText(monitor.request_body) ?? '').trim().split(/\s+/)
  const expected = toText(monitor.required_keyword)
  if (isIP(server) === 0) item.note('The name servers of the probe are used: the configured one is no IP address.')
  return {
    type: 'DNS',
    target: name,
    settings: {
      recordEntries: [{ recordType: type.toUpperCase(), ...(expected && { expectedValues: [expected] }) }],
      ...(isIP(server) !== 0 && { dnsServer: server }),
    },
  }
}
