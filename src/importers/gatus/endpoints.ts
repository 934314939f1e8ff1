/** Endpoints of Gatus: the scheme of the URL decides the type. */
import type { Fields, Item } from '../conversion.ts'
import { toGreeting } from '../greetings.ts'
import type { MonitorDraft } from '../monitor-draft.ts'
import { isUnderPublicDomain } from '../monitors.ts'
import { toOauth2, toProxy } from '../secrets.ts'
import {
  ALL_STATUS_CODES,
  isDefaultStatus,
  isFields,
  parseDuration,
  splitHostPort,
  toFields,
  toFlag,
  toList,
  toText,
} from '../values.ts'
import { type Expectations, readConditions, type Subject } from './conditions.ts'
import { CLIENT, LOOKUP } from './fields.ts'

type Check = Pick<MonitorDraft, 'type' | 'settings' | 'target' | 'certificateDays' | 'acceptsAnyCertificate'>

/** Schemes without a counterpart, and the advice. */
const LOST_SCHEMES: Readonly<Record<string, string>> = {
  udp: 'Ping a HEARTBEAT monitor from a script that sends the packets.',
  sctp: 'Ping a HEARTBEAT monitor from a script that opens the connection.',
  ws: 'Create an HTTP monitor of the same server.',
  wss: 'Create an HTTP monitor of the same server.',
  grpc: 'Create a TCP monitor of its port.',
  grpcs: 'Create a TCP monitor of its port.',
}

/** @returns null when the endpoint is dropped */
export function readEndpoint(endpoint: Fields, item: Item): (Partial<MonitorDraft> & Check) | null {
  const url = (toText(endpoint.url) ?? '').trim()
  const isLookup = isFields(endpoint.dns)
  const scheme = /^([a-z]+):\/\//i.exec(url)?.[1]?.toLowerCase() ?? ''
  if (isFields(endpoint.grpc)) return item.drop('gRPC does not exist here.', LOST_SCHEMES.grpc)
  if (!isLookup && Object.hasOwn(LOST_SCHEMES, scheme))
    return item.drop(`The scheme ${scheme} does not exist here.`, LOST_SCHEMES[scheme])
  const subject = isLookup ? 'lookup' : (SUBJECTS[scheme] ?? 'web')
  const hasTls = ['https', 'tls', 'starttls'].includes(scheme)
  const domain = isLookup ? (toText(toFields(endpoint.dns)['query-name']) ?? '') : url
  const hasDomain = isUnderPublicDomain(domain)
  const expected = readConditions(toList(endpoint.conditions), { subject, hasTls, hasDomain }, item)
  if (expected.impossible !== null) return item.drop(expected.impossible, 'Monitor a target that is expected to work.')
  const client = toFields(endpoint.client)
  item.noteFields(client, CLIENT, { path: 'client.' })
  item.noteFields(toFields(endpoint.dns), LOOKUP, { path: 'dns.' })
  const nameServer = isLookup || subject === 'ping' ? null : readNameServer(client)
  if (client['dns-resolver'] !== undefined && nameServer === null && !isLookup)
    item.note('The name servers of the probe are used.', 'Run a probe that uses the other name server.')
  const check = isLookup ? readLookup(endpoint, url, expected) : readByScheme({ scheme, url, endpoint }, expected, item)
  return {
    ...check,
    settings: { ...check.settings, ...(nameServer && { dnsServer: nameServer }) },
    usesHostForTls: false,
    timeoutMs: parseDuration(toText(client.timeout)) ?? 10_000,
    ...(expected.certificateDays && { certificateDays: expected.certificateDays }),
    ...(expected.domainDays && { domainDays: expected.domainDays }),
    ...(toFlag(client.insecure) && { acceptsAnyCertificate: true }),
  }
}

/** `udp://9.9.9.9:53` */
const readNameServer = (client: Fields): string | null =>
  /^udp:\/\/([\d.]+:\d+|\[[\da-f:]+\]:\d+)$/i.exec(toText(client['dns-resolver']) ?? '')?.[1] ?? null

/** By the scheme; all other schemes are requests. */
const SUBJECTS: Readonly<Record<string, Subject>> = {
  icmp: 'ping',
  tcp: 'answer',
  tls: 'answer',
  starttls: 'greeting',
  ssh: 'greeting',
}

/** An endpoint that is no DNS lookup. */
interface EndpointUrl {
  /** Scheme of the URL, in small letters; empty when it has none. */
  scheme: string
  url: string
  endpoint: Fields
}

function readByScheme({ scheme, url, endpoint }: EndpointUrl, expected: Expectations, item: Item): Check {
  const rest = url.replace(/^[a-z]+:\/\//i, '').replace(/\/+$/, '')
  const { host, port } = splitHostPort(rest)
  switch (scheme) {
    case 'icmp':
      return { type: 'ICMP', target: host, settings: {} }
    case 'tcp':
      return { type: 'TCP', target: host, settings: { port: port ?? 0, ...readExchange(endpoint, expected, item) } }
    case 'tls':
      return {
        type: 'TCP',
        target: host,
        settings: { port: port ?? 443, ...readExchange(endpoint, expected, item) },
        certificateDays: null,
      }
    case 'starttls':
      return { type: 'TCP', target: host, ...toGreeting(port ?? 25, 'smtp', 'STARTTLS') }
    case 'ssh':
      if (['username', 'password', 'private-key'].some((name) => toText(toFields(endpoint.ssh)[name])))
        item.noteUnchecked('The login is not tried, only the greeting of the server.')
      return { type: 'TCP', target: host, ...toGreeting(port ?? 22, 'ssh', 'none') }
    default:
      return readRequest(url, endpoint, expected, item)
  }
}

/** A text is sent only if the answer counts, because a check that sends a text waits for an answer. */
function readExchange(endpoint: Fields, { keywords }: Expectations, item: Item): Fields {
  const send = toText(endpoint.body)
  const [expected, ...others] = keywords.filter(({ shouldContain }) => shouldContain)
  for (const { text } of [...others, ...keywords.filter(({ shouldContain }) => !shouldContain)])
    item.noteUnchecked(`The answer of the port is not searched for "${text}": a port has one expected text.`)
  if (!expected) {
    if (send !== null) item.note('The text is not sent: only the connection must succeed, as in Gatus.')
    return {}
  }
  return { protocolValidation: { enabled: true, ...(send !== null && { send }), expect: expected.text } }
}

function readRequest(url: string, endpoint: Fields, expected: Expectations, item: Item): Check {
  const client = toFields(endpoint.client)
  const body = toText(endpoint.body)
  const isGraphql = toFlag(endpoint.graphql) && body !== null
  const headers = Object.fromEntries(
    Object.entries(toFields(endpoint.headers)).map(([name, text]) => [name, String(text)]),
  )
  const codes = expected.statusCodes ?? [...ALL_STATUS_CODES]
  if (codes.length === 0) item.note('No status code satisfies its conditions; any 2xx status is accepted.')
  const proxyUrl = toText(client['proxy-url'])
  const proxy = proxyUrl === null ? null : toProxy(proxyUrl, item)
  const oauth2 = toFields(client.oauth2)
  const authentication = toOauth2((name) => oauth2[name.replace('_', '-')], toList(oauth2.scopes).map(String))
  const settings = {
    method: (toText(endpoint.method) ?? 'GET').toUpperCase(),
    headers: isGraphql ? { 'Content-Type': 'application/json', ...headers } : headers,
    ...(body !== null && { body: isGraphql ? JSON.stringify({ query: body }) : body }),
    ...(toFlag(client['ignore-redirect']) && { followRedirects: false }),
    ...(toFlag(client.insecure) && { verifyTls: false }),
    ...(authentication && { authentication }),
    ...(proxy && { proxy }),
    ...(expected.slowMs !== null && { slowThresholdMs: Math.min(60_000, Math.max(1, Math.round(expected.slowMs))) }),
    ...(codes.length > 0 && !isDefaultStatus(codes) && { expectedStatus: codes }),
    ...(expected.assertions.length > 0 && { assertions: expected.assertions }),
  }
  if (expected.keywords.length === 0) return { type: 'HTTP', target: url, settings }
  return { type: 'KEYWORD', target: url, settings: { ...settings, keywords: expected.keywords, caseSensitive: true } }
}

function readLookup(endpoint: Fields, url: string, { records }: Expectations): Check {
  const { 'query-name': name, 'query-type': type } = toFields(endpoint.dns)
  return {
    type: 'DNS',
    target: (toText(name) ?? '').replace(/\.$/, ''),
    settings: {
      recordEntries: [{ recordType: toText(type) ?? 'A', ...(records.length > 0 && { expectedValues: records }) }],
      ...(url !== '' && { dnsServer: url }),
    },
  }
}
