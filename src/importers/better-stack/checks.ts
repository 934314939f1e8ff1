/** The check of a monitor of Better Stack, by its `monitor_type`. */
import { isIP } from 'node:net'
import { RECORD_TYPES } from '../../probers/dns-records.ts'
import type { Fields, Item } from '../conversion.ts'
import type { MonitorDraft } from '../monitors.ts'
import { toBasic } from '../secrets.ts'
import { parseStatusCodes } from '../status-codes.ts'
import { listFields, toFlag, toList, toNumber, toText } from '../values.ts'

type Check = Pick<MonitorDraft, 'type' | 'settings' | 'target'>

interface Kind {
  /** The unit of `request_timeout`, in ms. */
  timeoutUnitMs: number
  /** Returns several checks for several ports. */
  read(monitor: Fields, item: Item): Check[]
}

const http = (read: (monitor: Fields) => Fields): Kind => ({
  timeoutUnitMs: 1_000,
  read: (monitor, item) => {
    const keyword = read(monitor)
    const settings = { ...readRequest(monitor, item), ...keyword }
    return [{ type: keyword.keywords === undefined ? 'HTTP' : 'KEYWORD', target: readTarget(monitor), settings }]
  },
})

const tcp = (fallbackPort: number, settings: Fields): Kind => ({
  timeoutUnitMs: 1,
  read: (monitor, item) => {
    const keyword = toText(monitor.required_keyword)
    if (keyword !== null && settings.protocol !== undefined) item.note('The answer of the server is not searched.')
    const validation =
      keyword === null || settings.protocol ? {} : { protocolValidation: { enabled: true, expect: keyword } }
    return readPorts(monitor, fallbackPort).map((port) => ({
      type: 'TCP',
      target: readTarget(monitor),
      settings: { port, ...settings, ...validation },
    }))
  },
})

const greeting = (protocol: string): Fields => ({ protocol, protocolValidation: { enabled: true } })

export const KINDS: Readonly<Record<string, Kind>> = {
  status: http(() => ({})),
  expected_status_code: http((monitor) => {
    const codes = parseStatusCodes(toList(monitor.expected_status_codes).map(String))
    return codes ? { expectedStatus: codes } : {}
  }),
  keyword: http((monitor) => readKeyword(monitor, true)),
  keyword_absence: http((monitor) => readKeyword(monitor, false)),
  ping: { timeoutUnitMs: 1, read: (monitor) => [{ type: 'ICMP', target: readTarget(monitor), settings: {} }] },
  tcp: tcp(0, {}),
  smtp: tcp(25, greeting('smtp')),
  pop: tcp(110, greeting('pop3')),
  imap: tcp(143, greeting('imap')),
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

function readRequest(monitor: Fields, item: Item): Fields {
  const [user, password] = [toText(monitor.auth_username), toText(monitor.auth_password)]
  const body = toText(monitor.request_body)
  const headers = listFields(monitor.request_headers).map(({ name, value }) => [
    toText(name) ?? '',
    String(value ?? ''),
  ])
  if (toText(monitor.proxy_host))
    item.note('Requests do not use the proxy.', 'Run a probe in a network that reaches it.')
  if (toText(monitor.playwright_script)) item.note('Its script does not run.')
  return {
    method: (toText(monitor.http_method) ?? 'GET').toUpperCase(),
    headers: {
      ...(user !== null && { Authorization: toBasic(user, password ?? '') }),
      ...Object.fromEntries(headers.filter(([name]) => name !== '')),
    },
    ...(body !== null && { body }),
    ...(monitor.follow_redirects === false && { followRedirects: false }),
    ...(monitor.verify_ssl !== undefined && !toFlag(monitor.verify_ssl) && { verifyTls: false }),
  }
}

/** The URL is the name server, and the body the name that it is asked for. */
function readLookup(monitor: Fields, item: Item): Check {
  const server = readTarget(monitor)
  const [name = '', type = 'A'] = (toText(monitor.request_body) ?? '').trim().split(/\s+/)
  const recordType = RECORD_TYPES.find((known) => known === type.toUpperCase()) ?? 'A'
  const expected = toText(monitor.required_keyword)
  if (isIP(server) === 0) item.note('The name servers of the probe are used: the configured one is no IP address.')
  return {
    type: 'DNS',
    target: name,
    settings: {
      recordEntries: [{ recordType, ...(expected && { expectedValues: [expected] }) }],
      ...(isIP(server) !== 0 && { dnsServer: server }),
    },
  }
}
