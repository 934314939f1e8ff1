/** Endpoints of Gatus: the scheme of the URL decides the type. */
import type { Fields, Item } from '../conversion.ts'
import type { MonitorDraft } from '../monitors.ts'
import { isDefaultStatus } from '../status-codes.ts'
import { ALL_STATUS_CODES, parseDuration, splitHostPort } from '../units.ts'
import { isFields, toFields, toFlag, toList, toText } from '../values.ts'
import { type Expectations, readConditions } from './conditions.ts'

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
  const expected = readConditions(toList(endpoint.conditions), isLookup, item)
  const client = toFields(endpoint.client)
  noteClientLosses(client, isLookup, item)
  const check = isLookup ? readLookup(endpoint, url, expected) : readByScheme(scheme, url, endpoint, expected, item)
  if (check.type !== 'HTTP' && check.type !== 'KEYWORD' && expected.slowMs !== null)
    item.note('The response time of this type has no limit besides the timeout.')
  return {
    ...check,
    timeoutMs: parseDuration(toText(client.timeout)) ?? 10_000,
    ...(expected.certificateDays && { certificateDays: expected.certificateDays }),
    ...(expected.domainDays && { domainDays: expected.domainDays }),
    ...(toFlag(client.insecure) && { acceptsAnyCertificate: true }),
  }
}

function readByScheme(scheme: string, url: string, endpoint: Fields, expected: Expectations, item: Item): Check {
  const rest = url.replace(/^[a-z]+:\/\//i, '').replace(/\/+$/, '')
  const { host, port } = splitHostPort(rest)
  switch (scheme) {
    case 'icmp':
      return { type: 'ICMP', target: host, settings: {} }
    case 'tcp':
      return { type: 'TCP', target: host, settings: { port: port ?? 0, ...readExchange(endpoint, expected) } }
    case 'tls':
      return { type: 'TCP', target: host, settings: { port: port ?? 443 }, certificateDays: null }
    case 'starttls':
      return {
        type: 'TCP',
        target: host,
        settings: { port: port ?? 25, protocol: 'smtp', protocolValidation: { enabled: true } },
        certificateDays: null,
      }
    case 'ssh':
      item.note('The login is not tried, only the greeting of the server.')
      return {
        type: 'TCP',
        target: host,
        settings: { port: port ?? 22, protocol: 'ssh', protocolValidation: { enabled: true } },
      }
    default:
      return readRequest(url, endpoint, expected, item)
  }
}

/** A body is sent to the port, and keywords are expected in the answer. */
function readExchange(endpoint: Fields, { keywords }: Expectations): Fields {
  const send = toText(endpoint.body)
  const expect = keywords.find(({ shouldContain }) => shouldContain)?.text
  if (send === null && expect === undefined) return {}
  return { protocolValidation: { enabled: true, ...(send !== null && { send }), ...(expect && { expect }) } }
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
  const settings = {
    method: (toText(endpoint.method) ?? 'GET').toUpperCase(),
    headers: isGraphql ? { 'Content-Type': 'application/json', ...headers } : headers,
    ...(body !== null && { body: isGraphql ? JSON.stringify({ query: body }) : body }),
    ...(toFlag(client['ignore-redirect']) && { followRedirects: false }),
    ...(toFlag(client.insecure) && { verifyTls: false }),
    ...(expected.slowMs !== null && { slowThresholdMs: Math.min(60_000, Math.max(1, Math.round(expected.slowMs))) }),
    ...(codes.length > 0 && !isDefaultStatus(codes) && { expectedStatus: codes }),
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

const CLIENT_SETTINGS = new Set([
  ...['timeout', 'insecure', 'ignore-redirect', 'proxy-url', 'oauth2', 'identity-aware-proxy', 'kerberos', 'tls'],
  ...['dns-resolver', 'tunnel'],
])

function noteClientLosses(client: Fields, isLookup: boolean, item: Item): void {
  if (client['proxy-url'] !== undefined)
    item.note('Requests do not use the proxy.', 'Run a probe in a network that reaches the target.')
  if (isFields(client.oauth2) || isFields(client['identity-aware-proxy']))
    item.note('Requests carry no OAuth 2 token.', 'Add a header with a fixed token.')
  if (isFields(client.kerberos))
    item.note('Requests carry no Kerberos ticket.', 'Check a URL that needs no authentication.')
  if (isFields(client.tls)) item.note('The client certificate is not used.')
  if (client['dns-resolver'] !== undefined && !isLookup)
    item.note('The name servers of the probe are used.', 'Run a probe that uses the other name server.')
  item.noteUnused(client, CLIENT_SETTINGS, 'client.')
  if (client.tunnel !== undefined) item.note('The SSH tunnel is not used.', 'Run a probe on the other side.')
}
