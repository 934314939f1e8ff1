/** Modules of blackbox_exporter, applied to one target. */
import type { Fields, Item } from '../conversion.ts'
import { toBasic, toOauth2, toProxy, toTls } from '../secrets.ts'
import {
  ALL_STATUS_CODES,
  isDefaultStatus,
  isFields,
  listFields,
  parseStatusCodes,
  splitHostPort,
  toFields,
  toFlag,
  toList,
  toNumber,
  toText,
} from '../values.ts'
import { type Check, parsePlainPattern, readExchange, reportFamily } from './exchange.ts'
import { AUTHORIZATION, BASIC_AUTH, DNS, HTTP, HTTP_TLS, ICMP, OAUTH2 } from './fields.ts'

/** Parameter `hostname` of the job; null without one. */
type Name = string | null

/** By `prober`. Null: the monitor is dropped. */
export const PROBES: Readonly<
  Record<string, (module: Fields, target: string, item: Item, name: Name) => Check | null>
> = {
  http: (module, target, item, name) => readRequest(toFields(module.http), target, name, item),
  tcp: (module, target, item, name) => readExchange(toFields(module.tcp), target, name, item),
  icmp: (module, target, item) => readPing(toFields(module.icmp), target, item),
  dns: (module, target, item) => readLookup(toFields(module.dns), target, item),
}

/** blackbox_exporter puts `http://` before a target without a scheme. */
function readRequest(http: Fields, target: string, hostname: Name, item: Item): Check {
  const url = /^https?:\/\//i.test(target) ? target : `http://${target}`
  noteRequestLosses(http, url, item)
  const follows = http.follow_redirects !== false && !toFlag(http.no_follow_redirects)
  const listed = parseStatusCodes(toList(http.valid_status_codes).map(String))
  const codes = toFlag(http.accept_any_response) ? [...ALL_STATUS_CODES] : (listed ?? parseStatusCodes(['200-299'])!)
  const body = toText(http.body)
  const family = (toText(http.preferred_ip_protocol) ?? 'ip6').replace('ip', '')
  const headers = readHeaders(http, hostname, item)
  const authentication = readOauth2(http, item)
  const proxyUrl = toText(http.proxy_url)
  const proxy = proxyUrl === null ? null : toProxy(proxyUrl, item)
  const tls = readTls(toFields(http.tls_config), url, item)
  const settings = {
    method: (toText(http.method) ?? 'GET').toUpperCase(),
    headers,
    ...(body !== null && { body }),
    ...(!follows && { followRedirects: false }),
    ...(!(follows && isDefaultStatus(codes)) && { expectedStatus: codes }),
    ...(toFlag(toFields(http.tls_config).insecure_skip_verify) && { verifyTls: false }),
    ...(authentication && { authentication }),
    ...(proxy && { proxy }),
    ...(tls && { tls }),
    ...(http.ip_protocol_fallback === false && (family === '4' || family === '6') && { ipVersion: family }),
  }
  const keywords = [
    ...readKeywords(http.fail_if_body_matches_regexp, false, item),
    ...readKeywords(http.fail_if_body_not_matches_regexp, true, item),
  ]
  const assertions = [
    ...readHeaderPatterns(http.fail_if_header_matches, 'not_contains', item),
    ...readHeaderPatterns(http.fail_if_header_not_matches, 'contains', item),
  ]
  const request = { ...settings, ...(assertions.length > 0 && { assertions }) }
  const common = { target: url, usesHostForTls: true }
  if (keywords.length === 0) return { type: 'HTTP', ...common, settings: request }
  return { type: 'KEYWORD', ...common, settings: { ...request, keywords, caseSensitive: true } }
}

/** A missing header fails in both products, unless the pattern allows it. */
function readHeaderPatterns(patterns: unknown, comparison: 'contains' | 'not_contains', item: Item): Fields[] {
  return listFields(patterns).flatMap(({ header, regexp, allow_missing: allowsMissing }) => {
    const text = toFlag(allowsMissing) ? null : parsePlainPattern(String(regexp))
    if (text === null)
      item.noteUnchecked(`The header ${header} is not compared with "${regexp}": the pattern is more than a word.`)
    return text === null ? [] : { source: 'header', name: String(header), comparison, value: text }
  })
}

function readKeywords(patterns: unknown, shouldContain: boolean, item: Item) {
  const texts = Array.isArray(patterns) ? patterns : [patterns].filter((pattern) => pattern !== undefined)
  return texts.flatMap((pattern) => {
    const text = parsePlainPattern(String(pattern))
    if (text === null)
      item.noteUnchecked(`The pattern "${pattern}" is not checked: it is more than a word.`, 'Add a keyword.')
    return text === null ? [] : { text, shouldContain }
  })
}

function readHeaders(http: Fields, hostname: Name, item: Item): Fields {
  const own = Object.entries(toFields(http.headers)).map(([name, value]) => [name, String(value)] as const)
  // blackbox_exporter refuses a job whose module has another Host header
  const headers = hostname === null ? own : [...own.filter(([name]) => !/^host$/i.test(name)), ['Host', hostname]]
  const authorization = readAuthorization(http, item)
  return { ...(authorization && { Authorization: authorization }), ...Object.fromEntries(headers) }
}

function readAuthorization(http: Fields, item: Item): string | null {
  const { username, password, password_file: file } = toFields(http.basic_auth)
  const { type, credentials, credentials_file: credentialsFile } = toFields(http.authorization)
  if (file !== undefined || credentialsFile !== undefined || http.bearer_token_file !== undefined) {
    item.note('Its credentials are in a file that is not in the source.', 'Add the Authorization header.')
    return null
  }
  if (isFields(http.basic_auth)) return toBasic(toText(username) ?? '', toText(password) ?? '')
  const token = toText(credentials) ?? toText(http.bearer_token)
  return token === null ? null : `${toText(type) ?? 'Bearer'} ${token}`
}

function readOauth2(http: Fields, item: Item): Fields | null {
  if (!isFields(http.oauth2)) return null
  const { scopes, endpoint_params: params, ...fields } = http.oauth2
  const { audience, ...others } = toFields(params)
  item.noteFields(http.oauth2, OAUTH2, { path: 'oauth2.' })
  const named = Object.keys(others).join(', ')
  if (named !== '') item.note(`The parameters ${named} are not sent to the token server.`)
  const found = toOauth2((name) => fields[name], toList(scopes).map(String), {
    ...(toText(audience) && { audience: toText(audience) }),
  })
  if (found === null) item.note('Its credentials are in a file that is not in the source.', 'Add the authentication.')
  return found
}

function noteRequestLosses(http: Fields, url: string, item: Item): void {
  item.noteFields(http, HTTP)
  item.noteFields(toFields(http.tls_config), HTTP_TLS, { path: 'tls_config.' })
  item.noteFields(toFields(http.basic_auth), BASIC_AUTH, { path: 'basic_auth.' })
  item.noteFields(toFields(http.authorization), AUTHORIZATION, { path: 'authorization.' })
  if (http.enable_http3 === true || http.enable_http2 === true) item.note('Requests use HTTP/1.1.')
  if (toFlag(http.fail_if_not_ssl) && !/^https:/i.test(url)) item.noteUnchecked('A redirect to TLS is not required.')
  if (http.ip_protocol_fallback !== false) reportFamily(http, URL.parse(url)?.hostname ?? '', item)
}

const DEFAULT_VERSION = '1.2'

/** Reads `TLS12`. */
function toVersion(value: unknown): string | null {
  const [, version] = /^TLS1([0-3])$/.exec(toText(value) ?? '') ?? []
  return version === undefined ? null : `1.${version}`
}

function readTls(tls: Fields, url: string, item: Item): Fields | null {
  const [minVersion, maxVersion] = [tls.min_version, tls.max_version].map(toVersion)
  const isSecure = /^https:/i.test(url)
  const options = {
    ca: toText(tls.ca),
    clientCertificate: toText(tls.cert),
    clientKey: toText(tls.key),
    serverName: isSecure ? toText(tls.server_name) : null,
    minVersion: minVersion === DEFAULT_VERSION ? null : minVersion,
    maxVersion,
  }
  return toTls(url, options, item)
}

function readPing(icmp: Fields, target: string, item: Item): Check {
  const size = toNumber(icmp.payload_size)
  const ttl = toNumber(icmp.ttl)
  item.noteFields(icmp, ICMP)
  reportFamily(icmp, target, item)
  if (size !== null && (size < 8 || size > 1_400)) item.note('The packet size is between 8 and 1400 bytes.')
  return {
    type: 'ICMP',
    target,
    settings: {
      packetCount: 1,
      ...(size !== null && { packetSize: Math.min(1_400, Math.max(8, size)) }),
      ...(ttl !== null && ttl > 0 && { ttl }),
    },
  }
}

/** The target is the name server. */
function readLookup(dns: Fields, target: string, item: Item): Check | null {
  const codes = toList(dns.valid_rcodes).map(String)
  if (codes.length > 0 && !codes.includes('NOERROR'))
    return item.drop(`It expects ${codes.join(', ')}; here a lookup must succeed.`, 'Monitor a name that exists.')
  const type = toText(dns.query_type) ?? 'ANY'
  if (type === 'ANY') item.note('It asks for A records instead of ANY.')
  if (dns.recursion_desired === false) item.note('Lookups ask for recursion.')
  item.noteFields(dns, DNS)
  const { host, port } = splitHostPort(target)
  reportFamily(dns, host, item)
  const isLong = host.includes(':') && port !== null && port !== 53
  const server = port === null || port === 53 ? host : `${isLong ? `[${host}]` : host}:${port}`
  return {
    type: 'DNS',
    target: (toText(dns.query_name) ?? '').replace(/\.$/, ''),
    settings: { recordEntries: [{ recordType: type === 'ANY' ? 'A' : type }], dnsServer: server },
  }
}
