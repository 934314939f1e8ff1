/** The check of a monitor of Uptime Kuma, by its type. */
import { isIP } from 'node:net'
import { toNumeric } from '../../core/monitors/assertions/assertion.ts'
import { toAssertion, toJsonPath } from '../assertions.ts'
import type { Fields, Item } from '../conversion.ts'
import { STARTTLS_PORTS, type TlsStart, toGreeting } from '../greetings.ts'
import { toPeriod } from '../heartbeats.ts'
import type { MonitorDraft } from '../monitor-draft.ts'
import { toBasic, toOauth2, toTls } from '../secrets.ts'
import {
  isDefaultStatus,
  isFields,
  listFields,
  parseNested,
  parseStatusCodes,
  toFields,
  toFlag,
  toList,
  toNumber,
  toText,
} from '../values.ts'

type Check = Pick<MonitorDraft, 'type' | 'settings' | 'certificateDays'> & { target?: string }

/** By the `type` of the monitor. Groups are read elsewhere. Null: the monitor is dropped. */
export const CHECKS: Readonly<Record<string, (row: Fields, item: Item) => Check | null>> = {
  http: (row, item) => ({ type: 'HTTP', target: readUrl(row), settings: readRequest(row, item) }),
  keyword: (row, item) => {
    const text = toText(row.keyword) ?? ''
    if (CHANGED_IN_JSON.test(text) && !/[<>]/.test(text))
      item.note(
        'The keyword must match JSON as it is sent; Uptime Kuma removes its spaces and escapes first.',
        'If the response is JSON, compare the keyword with it.',
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
  'json-query': (row, item) => ({
    type: 'HTTP',
    target: readUrl(row),
    settings: { ...readRequest(row, item), ...readQuery(row, item) },
  }),
  'real-browser': (row, item) => {
    item.note('The page is requested but not opened in a browser.')
    return { type: 'HTTP', target: readUrl(row), settings: {} }
  },
  ping: (row, item) => ({ type: 'ICMP', target: readHost(row), settings: readPing(row, item) }),
  port: readPort,
  smtp: readMail,
  dns: (row, item) => ({ type: 'DNS', target: readHost(row), settings: readLookup(row, item) }),
  push: readPush,
}

/** Parts of a text that a server may write in another way in JSON. */
const CHANGED_IN_JSON = /["\\/]|[,:[\]{}]\s|\P{ASCII}|\d\.0/u

const NAME = '(?:[\\p{L}_][\\p{L}\\d_]*|`[^`]+`)'
const STEP = `${NAME}(?:\\[\\d+\\])*`

/** A query of JSONata that only names fields and entries of lists. `$` and `$$` are the document. */
const PLAIN_QUERY = new RegExp(`^(?!(?:true|false|null)\\b)(?:\\$\\$?(?:\\[\\d+\\])*\\.)?${STEP}(?:\\.${STEP})*$`, 'u')

const toQueryPath = (query: string): string | null =>
  PLAIN_QUERY.test(query) ? toJsonPath(query.replace(/^\$\$/, '$').replace(/\.?`([^`]+)`/g, "['$1']")) : null

/** Reads a query that is a plain path. Other expressions of JSONata do not exist here. */
function readQuery(row: Fields, item: Item): Fields {
  const [query, operator] = [toText(row.json_path) ?? '$', toText(row.json_path_operator) ?? '==']
  const path = toQueryPath(query.trim())
  const expected = toText(row.expected_value)
  const assertion =
    path !== null && expected !== null ? toAssertion({ source: 'json', path }, operator, expected) : null
  if (assertion) {
    if (operator === '!=' || operator === 'contains')
      item.note('A list, an object or null may pass the comparison; Uptime Kuma fails on them.')
    else if (operator === '==' && expected === 'null')
      item.note('The value null passes the comparison; Uptime Kuma fails on it.')
    else if (operator === '==' && toNumeric(expected) !== null && typeof assertion.value === 'string')
      item.note(`${expected} is compared as a number; Uptime Kuma compares its text.`)
    return { assertions: [assertion] }
  }
  item.noteUnchecked(
    `The JSON query "${query}" is not checked, only the status of the response.`,
    'Add an assertion with a JSON path.',
  )
  return {}
}

/** Uptime Kuma connects with TLS only to watch the certificate, which must then be valid. */
function readPort(row: Fields, item: Item): Check | null {
  const alert = toText(row.expected_tls_alert)
  if (alert !== null && alert !== 'none')
    return item.drop(`It expects the alert ${alert} of TLS; here a handshake must succeed.`, 'Monitor the open port.')
  const port = toNumber(row.port) ?? 0
  const security = toFlag(row.expiry_notification) ? toText(row.smtp_security) : null
  const plain = { type: 'TCP', target: readHost(row), settings: { port } } as const
  if (security === 'secure') return { ...plain, certificateDays: null }
  if (security !== 'starttls') return plain
  const protocol = STARTTLS_PORTS[port]
  if (protocol !== undefined) return { ...plain, ...toGreeting(port, protocol, 'STARTTLS') }
  item.noteUnchecked(
    'The certificate is not watched: the protocol that begins TLS is not known from the port.',
    'Set the protocol of the monitor, and monitor its certificate.',
  )
  return plain
}

/** By `smtp_security`. */
const MAIL_TLS: Readonly<Record<string, TlsStart>> = { secure: 'at once', starttls: 'STARTTLS' }

function readMail(row: Fields, item: Item): Check {
  const security = toText(row.smtp_security)
  if (security === null)
    item.note(
      'Its connection stays without TLS; Uptime Kuma uses STARTTLS if the server offers it.',
      'Monitor its certificate if the server offers STARTTLS.',
    )
  const port = toNumber(row.port) ?? 25
  return { type: 'TCP', target: readHost(row), ...toGreeting(port, 'smtp', MAIL_TLS[security ?? ''] ?? 'none') }
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
  const authentication = readOauth2(row)
  const tls = row.auth_method === 'mtls' ? readClientCertificate(row, item) : null
  const headers = readHeaders(row, item, body !== null)
  if (followRedirects && /^http:/i.test(readUrl(row)) && (authentication ?? headers.Authorization))
    item.note(
      'The credentials are not sent after a redirect to https; Uptime Kuma sends them.',
      'Set the https address as the target.',
    )
  return {
    ...(toText(row.method) && { method: toText(row.method)!.toUpperCase() }),
    headers,
    ...(body !== null && { body }),
    ...(!followRedirects && { followRedirects }),
    ...(codes && !(followRedirects && isDefaultStatus(codes)) && { expectedStatus: codes }),
    ...(toFlag(row.ignore_tls) && { verifyTls: false }),
    ...((family === '4' || family === '6') && { ipVersion: family }),
    ...(authentication && { authentication }),
    ...(tls && { tls }),
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

/** The credentials are sent in the header by default. */
const readOauth2 = (row: Fields): Fields | null =>
  row.auth_method !== 'oauth2-cc'
    ? null
    : toOauth2((name) => row[`oauth_${name}`], (toText(row.oauth_scopes) ?? '').split(/\s+/).filter(Boolean), {
        ...(toText(row.oauth_audience) && { audience: toText(row.oauth_audience) }),
        ...(row.oauth_auth_method === 'client_secret_post' && { clientAuth: 'post' }),
      })

const readClientCertificate = (row: Fields, item: Item): Fields | null =>
  toTls(
    toText(row.url) ?? '',
    { clientCertificate: toText(row.tls_cert), clientKey: toText(row.tls_key), ca: toText(row.tls_ca) },
    item,
  )

/** Versions before 1.19 have no `auth_method`: they use basic authentication when there is a user. */
function readAuthorization(row: Fields, item: Item): string | null {
  const user = toText(row.basic_auth_user)
  const method = toText(row.auth_method) ?? (row.auth_method === undefined && user ? 'basic' : null)
  if (method === null || method === 'mtls' || readOauth2(row) !== null) return null
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
  if (toText(row.body) !== null && (toText(row.http_body_encoding) ?? 'json') === 'json' && !isJson(row.body))
    item.note('The body is sent as it is; Uptime Kuma fails because it is not valid JSON.')
  const redirects = toNumber(row.maxredirects) ?? 10
  if (redirects > 0 && redirects !== 10) item.note(`At most 10 redirects are followed instead of ${redirects}.`)
}

function isJson(text: unknown): boolean {
  try {
    JSON.parse(String(text))
    return true
  } catch {
    return false
  }
}

function readPing(row: Fields, item: Item): Fields {
  const size = toNumber(row.packet_size)
  const count = toNumber(row.ping_count)
  const seconds = toNumber(row.ping_per_request_timeout)
  if (count !== null && count > 10) item.note(`A check sends 10 packets instead of ${count}.`)
  if (size !== null && size > 1_400) item.note(`The packet size is 1400 bytes instead of ${size}.`)
  return {
    ...(size !== null && { packetSize: Math.min(1_400, Math.max(8, size)) }),
    ...(count !== null && { packetCount: Math.min(10, Math.max(1, count)) }),
    // One reply is enough for Uptime Kuma
    ...(count !== null && count > 1 && { maxPacketLossPercent: 99 }),
    ...(seconds !== null && { timeoutMs: Math.min(30_000, Math.max(100, seconds * 1_000)) }),
  }
}

function readLookup(row: Fields, item: Item): Fields {
  const recordType = toText(row.dns_resolve_type) ?? 'A'
  const listed = (toText(row.dns_resolve_server) ?? '').split(',').map((server) => server.trim())
  const servers = listed.map((server) => server.replace(/^\[(.+)\]$/, '$1'))
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
const SAME_FORM = new Set(['A', 'AAAA', 'CNAME', 'MX', 'NS', 'PTR', 'TXT'])

/** Conditions such as "record equals 192.0.2.1, or record equals 192.0.2.2". */
function readExpectedRecords(row: Fields, item: Item): string[] | null {
  const conditions = listFields(parseNested(row.conditions))
  if (conditions.length === 0) return null
  const isPlain = conditions.every(
    ({ type, operator, andOr, value }, index) =>
      type === 'expression' && operator === 'equals' && toText(value) && (index === 0 || andOr === 'or'),
  )
  if (isPlain && SAME_FORM.has(toText(row.dns_resolve_type) ?? 'A')) return conditions.map(({ value }) => String(value))
  item.noteUnchecked('The conditions on the records are not checked.', 'Add the expected values to the monitor.')
  return null
}

function readPush(row: Fields, item: Item): Check | null {
  const interval = toNumber(row.interval) ?? 60
  const grace = (toNumber(row.maxretries) ?? 0) * (toNumber(row.retry_interval) || interval)
  item.note(
    'The push URL changes.',
    'Replace it in the job by the ping URL of the new monitor. Its parameters status, msg and ping keep their meaning.',
  )
  const settings = toPeriod(item, interval, grace)
  return settings && { type: 'HEARTBEAT', settings }
}
