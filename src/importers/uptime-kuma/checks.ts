/** The check of a monitor of Uptime Kuma, by its type. */
import { isIP } from 'node:net'
import type { Fields, Item } from '../conversion.ts'
import type { MonitorDraft } from '../monitors.ts'
import { toBasic } from '../secrets.ts'
import { isDefaultStatus, parseStatusCodes } from '../status-codes.ts'
import { isFields, listFields, parseNested, toFields, toFlag, toList, toNumber, toText } from '../values.ts'

type Check = Pick<MonitorDraft, 'type' | 'settings'> & { target?: string }

/** By the `type` of the monitor. Groups are read elsewhere. */
export const CHECKS: Readonly<Record<string, (row: Fields, item: Item) => Check>> = {
  http: (row, item) => ({ type: 'HTTP', target: readUrl(row), settings: readRequest(row, item) }),
  keyword: (row, item) => {
    const text = toText(row.keyword) ?? ''
    if (/"\s*[:,]/.test(text))
      item.note(
        'The keyword must match the response as it is sent; Uptime Kuma removes the spaces of JSON first.',
        'Compare the keyword with the response.',
      )
    return {
      type: 'KEYWORD',
      target: readUrl(row),
      settings: {
        ...readRequest(row, item),
        keywords: [{ text, shouldContain: !toFlag(row.invert_keyword) }],
        caseSensitive: true,
      },
    }
  },
  'json-query': (row, item) => {
    item.note(
      `The JSON query "${toText(row.json_path) ?? '$'}" is not checked, only the status of the response.`,
      'Add a keyword check if the response contains a text that shows the state.',
    )
    return { type: 'HTTP', target: readUrl(row), settings: readRequest(row, item) }
  },
  'real-browser': (row, item) => {
    item.note('The page is requested but not opened in a browser.')
    return { type: 'HTTP', target: readUrl(row), settings: {} }
  },
  ping: (row, item) => ({ type: 'ICMP', target: readHost(row), settings: readPing(row, item) }),
  port: (row) => ({ type: 'TCP', target: readHost(row), settings: { port: toNumber(row.port) ?? 0 } }),
  smtp: (row) => ({
    type: 'TCP',
    target: readHost(row),
    settings: { port: toNumber(row.port) ?? 25, protocol: 'smtp', protocolValidation: { enabled: true } },
  }),
  dns: (row, item) => ({ type: 'DNS', target: readHost(row), settings: readLookup(row, item) }),
  push: (row, item) => ({ type: 'HEARTBEAT', settings: readPush(row, item) }),
}

const readUrl = (row: Fields): string => (toText(row.url) ?? '').trim()
const readHost = (row: Fields): string => (toText(row.hostname) ?? '').trim()

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  xml: 'text/xml; charset=utf-8',
}

function readRequest(row: Fields, item: Item): Fields {
  const followRedirects = (toNumber(row.maxredirects) ?? 10) > 0
  noteRequestLosses(row, item)
  const codes = parseStatusCodes(toList(parseNested(row.accepted_statuscodes_json)).map(String))
  const body = toText(row.body)
  const family = toText(row.ip_family)?.replace('ipv', '')
  return {
    ...(toText(row.method) && { method: toText(row.method)!.toUpperCase() }),
    headers: readHeaders(row, item, body !== null),
    ...(body !== null && { body }),
    ...(!followRedirects && { followRedirects }),
    ...(codes && !(followRedirects && isDefaultStatus(codes)) && { expectedStatus: codes }),
    ...(toFlag(row.ignore_tls) && { verifyTls: false }),
    ...((family === '4' || family === '6') && { ipVersion: family }),
  }
}

function readHeaders(row: Fields, item: Item, hasBody: boolean): Fields {
  const parsed = parseNested(row.headers ?? '{}')
  if (!isFields(parsed)) item.note('Its headers are not valid JSON and are not sent.')
  const own = Object.fromEntries(Object.entries(toFields(parsed)).map(([name, value]) => [name, String(value)]))
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  const contentType = CONTENT_TYPES[toText(row.http_body_encoding) ?? 'json']
  const authorization = readAuthorization(row, item)
  return {
    ...(hasBody && contentType && !names.has('content-type') && { 'Content-Type': contentType }),
    ...(authorization && !names.has('authorization') && { Authorization: authorization }),
    ...own,
  }
}

/** Versions before 1.19 have no `auth_method`: they use basic authentication when there is a user. */
function readAuthorization(row: Fields, item: Item): string | null {
  const user = toText(row.basic_auth_user)
  const method = toText(row.auth_method) ?? (row.auth_method === undefined && user ? 'basic' : null)
  if (method === null) return null
  if (method === 'basic') return toBasic(user ?? '', toText(row.basic_auth_pass) ?? '')
  const token = toText(row.bearer_token)
  if (method === 'bearer' && token) return `Bearer ${token}`
  item.note(
    `The authentication method ${method} does not exist here; requests are sent without it.`,
    'Add a header with a fixed token, or check a URL that needs no authentication.',
  )
  return null
}

function noteRequestLosses(row: Fields, item: Item): void {
  if (toNumber(row.proxy_id) !== null)
    item.note('Requests do not use the proxy.', 'Run a probe in a network that reaches the target.')
  if (toText(row.tls_ca) && row.auth_method === 'mtls')
    item.note('Its own certificate authority is not used.', 'Set WK_CA_FILE where the checks run.')
  if (toText(row.tls_cert) && row.auth_method !== 'mtls') item.note('The client certificate is not used.')
  if (toFlag(row.cache_bust)) item.note('No random parameter is added to the URL.')
  const redirects = toNumber(row.maxredirects) ?? 10
  if (redirects > 0 && redirects !== 10) item.note(`At most 10 redirects are followed instead of ${redirects}.`)
}

function readPing(row: Fields, item: Item): Fields {
  const size = toNumber(row.packet_size)
  const count = toNumber(row.ping_count)
  const seconds = toNumber(row.ping_per_request_timeout)
  if (size !== null && size > 1_400) item.note(`The packet size is 1400 bytes instead of ${size}.`)
  return {
    ...(size !== null && { packetSize: Math.min(1_400, Math.max(8, size)) }),
    ...(count !== null && { packetCount: Math.min(10, Math.max(1, count)) }),
    ...(seconds !== null && { timeoutMs: Math.min(30_000, Math.max(100, seconds * 1_000)) }),
  }
}

function readLookup(row: Fields, item: Item): Fields {
  const recordType = toText(row.dns_resolve_type) ?? 'A'
  const servers = (toText(row.dns_resolve_server) ?? '').split(',').map((server) => server.trim())
  const [server] = servers.filter((address) => isIP(address) !== 0)
  if (!server) item.note('The name servers of the probe are used: the configured one is no IP address.')
  else if (servers.length > 1) item.note(`Only the name server ${server} is asked.`)
  const port = toNumber(row.port) ?? 53
  const address = isIP(server ?? '') === 6 && port !== 53 ? `[${server}]` : server
  const expectedValues = readExpectedRecords(row, item)
  return {
    recordEntries: [{ recordType, ...(expectedValues && { expectedValues, matchMode: 'any' }) }],
    ...(address && { dnsServer: port === 53 ? address : `${address}:${port}` }),
  }
}

/** Record types whose values both products write in the same form. */
const SAME_FORM = new Set(['A', 'AAAA', 'CNAME', 'NS', 'TXT'])

/** Conditions such as "record equals 192.0.2.1, or record equals 192.0.2.2". */
function readExpectedRecords(row: Fields, item: Item): string[] | null {
  const conditions = listFields(parseNested(row.conditions))
  if (conditions.length === 0) return null
  const isPlain = conditions.every(
    ({ type, operator, andOr, value }, index) =>
      type === 'expression' && operator === 'equals' && toText(value) && (index === 0 || andOr === 'or'),
  )
  if (isPlain && SAME_FORM.has(toText(row.dns_resolve_type) ?? 'A')) return conditions.map(({ value }) => String(value))
  item.note('The conditions on the records are not checked.', 'Add the expected values to the monitor.')
  return null
}

function readPush(row: Fields, item: Item): Fields {
  const interval = toNumber(row.interval) ?? 60
  const grace = (toNumber(row.maxretries) ?? 0) * (toNumber(row.retry_interval) || interval)
  if (grace > 3_600) item.note(`A ping may be at most 3600 s late instead of ${grace} s.`)
  if (interval < 60) item.note(`A ping is expected every 60 s instead of ${interval} s.`)
  item.note(
    'The push URL changes.',
    'Replace it in the job by the ping URL of the new monitor. Its parameters status, msg and ping keep their meaning.',
  )
  return {
    expectedIntervalSeconds: Math.min(2_592_000, Math.max(60, Math.round(interval))),
    gracePeriodSeconds: Math.min(3_600, Math.round(grace)),
  }
}
