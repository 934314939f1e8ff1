/** Modules of blackbox_exporter, applied to one target. */
import type { Fields, Item } from '../conversion.ts'
import { toBasic } from '../secrets.ts'
import { isDefaultStatus, parseStatusCodes } from '../status-codes.ts'
import { ALL_STATUS_CODES, splitHostPort } from '../units.ts'
import { isFields, listFields, toFields, toFlag, toList, toNumber, toText } from '../values.ts'
import { type Check, readExchange } from './exchange.ts'
import { IP_SETTINGS, reportCertificates, reportFamily } from './losses.ts'
import { parsePlainPattern } from './plain-pattern.ts'

/** By `prober`. Null: the monitor is dropped. */
export const PROBES: Readonly<Record<string, (module: Fields, target: string, item: Item) => Check | null>> = {
  http: (module, target, item) => readRequest(toFields(module.http), target, item),
  tcp: (module, target, item) => readExchange(toFields(module.tcp), target, item),
  icmp: (module, target, item) => readPing(toFields(module.icmp), target, item),
  dns: (module, target, item) => readLookup(toFields(module.dns), target, item),
}

/** blackbox_exporter puts `http://` before a target without a scheme. */
function readRequest(http: Fields, target: string, item: Item): Check {
  const url = /^https?:\/\//i.test(target) ? target : `http://${target}`
  noteRequestLosses(http, url, item)
  const follows = http.follow_redirects !== false && !toFlag(http.no_follow_redirects)
  const listed = parseStatusCodes(toList(http.valid_status_codes).map(String))
  const codes = toFlag(http.accept_any_response) ? [...ALL_STATUS_CODES] : (listed ?? parseStatusCodes(['200-299'])!)
  const body = toText(http.body)
  const family = (toText(http.preferred_ip_protocol) ?? 'ip6').replace('ip', '')
  const settings = {
    method: (toText(http.method) ?? 'GET').toUpperCase(),
    headers: readHeaders(http, item),
    ...(body !== null && { body }),
    ...(!follows && { followRedirects: false }),
    ...(!(follows && isDefaultStatus(codes)) && { expectedStatus: codes }),
    ...(toFlag(toFields(http.tls_config).insecure_skip_verify) && { verifyTls: false }),
    ...(http.ip_protocol_fallback === false && (family === '4' || family === '6') && { ipVersion: family }),
  }
  const keywords = [
    ...readKeywords(http.fail_if_body_matches_regexp, false, item),
    ...readKeywords(http.fail_if_body_not_matches_regexp, true, item),
  ]
  if (keywords.length === 0) return { type: 'HTTP', target: url, settings }
  return { type: 'KEYWORD', target: url, settings: { ...settings, keywords, caseSensitive: true } }
}

function readKeywords(patterns: unknown, shouldContain: boolean, item: Item) {
  const texts = Array.isArray(patterns) ? patterns : [patterns].filter((pattern) => pattern !== undefined)
  return texts.flatMap((pattern) => {
    const text = parsePlainPattern(String(pattern))
    if (text === null) item.note(`The pattern "${pattern}" is not checked: it is more than a word.`, 'Add a keyword.')
    return text === null ? [] : { text, shouldContain }
  })
}

function readHeaders(http: Fields, item: Item): Fields {
  const headers = Object.entries(toFields(http.headers)).map(([name, value]) => [name, String(value)] as const)
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

/** Settings without a counterpart. */
const REQUEST_LOSSES: Readonly<Record<string, string>> = {
  proxy_url: 'Requests do not use the proxy.',
  proxy_from_environment: 'Requests do not use the proxy.',
  proxy_connect_header: 'Requests do not use the proxy.',
  skip_resolve_phase_with_proxy: 'Requests do not use the proxy.',
  oauth2: 'Requests carry no OAuth 2 token.',
  body_file: 'The body is in a file that is not in the source.',
  http_headers: 'The headers of http_headers are not sent.',
  fail_if_header_matches: 'Headers of the response are not checked.',
  fail_if_header_not_matches: 'Headers of the response are not checked.',
  fail_if_body_json_matches_cel: 'The CEL expression on the body is not checked.',
  fail_if_body_json_not_matches_cel: 'The CEL expression on the body is not checked.',
  valid_http_versions: 'The HTTP version is not checked.',
  enable_http2: 'Requests use HTTP/1.1.',
  enable_http3: 'Requests use HTTP/1.1.',
  fail_if_ssl: 'A response over TLS does not fail.',
  compression: 'The compression is not checked.',
}

const REQUEST_SETTINGS = new Set([
  ...['method', 'headers', 'body', 'basic_auth', 'authorization', 'bearer_token', 'bearer_token_file', 'tls_config'],
  ...['follow_redirects', 'no_follow_redirects', 'valid_status_codes', 'accept_any_response', 'fail_if_not_ssl'],
  ...['fail_if_body_matches_regexp', 'fail_if_body_not_matches_regexp'],
  ...IP_SETTINGS,
  ...Object.keys(REQUEST_LOSSES),
])

function noteRequestLosses(http: Fields, url: string, item: Item): void {
  item.noteUnused(http, REQUEST_SETTINGS)
  for (const [setting, note] of Object.entries(REQUEST_LOSSES))
    if (http[setting] !== undefined && http[setting] !== false) item.note(note)
  if (toFlag(http.fail_if_not_ssl) && !/^https:/i.test(url)) item.note('A redirect to TLS is not required.')
  if (http.ip_protocol_fallback !== false) reportFamily(http, URL.parse(url)?.hostname ?? '', item)
  reportCertificates(toFields(http.tls_config), item)
}

function readPing(icmp: Fields, target: string, item: Item): Check {
  const size = toNumber(icmp.payload_size)
  const ttl = toNumber(icmp.ttl)
  item.noteUnused(icmp, new Set(['payload_size', 'ttl', 'source_ip_address', ...IP_SETTINGS]))
  reportFamily(icmp, target, item)
  if (icmp.source_ip_address !== undefined) item.note('The source address is chosen by the system of the probe.')
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

const LOOKUP_SETTINGS = new Set([
  ...['query_name', 'query_type', 'valid_rcodes', 'transport_protocol', ...IP_SETTINGS],
  ...['validate_answer_rrs', 'validate_authority_rrs', 'validate_additional_rrs'],
])

/** The target is the name server. */
function readLookup(dns: Fields, target: string, item: Item): Check | null {
  const codes = toList(dns.valid_rcodes).map(String)
  if (codes.length > 0 && !codes.includes('NOERROR'))
    return item.drop(`It expects ${codes.join(', ')}; here a lookup must succeed.`, 'Monitor a name that exists.')
  const type = toText(dns.query_type) ?? 'ANY'
  if (type === 'ANY') item.note('It asks for A records instead of ANY.')
  if (['answer', 'authority', 'additional'].some((part) => listFields([dns[`validate_${part}_rrs`]]).length > 0))
    item.note('The patterns on the records are not checked.', 'Add the expected values.')
  if (dns.transport_protocol === 'tcp') item.note('Lookups use UDP first.')
  item.noteUnused(dns, LOOKUP_SETTINGS)
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
