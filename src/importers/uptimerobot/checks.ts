/** The check of a monitor of UptimeRobot, by its type in API v3. */
import { toAssertion, toJsonPath } from '../assertions.ts'
import type { Fields, Item } from '../conversion.ts'
import { toPeriod } from '../heartbeats.ts'
import type { MonitorDraft } from '../monitor-draft.ts'
import { toBasic } from '../secrets.ts'
import { listFields, parseStatusCodes, toFields, toList, toNumber, toText } from '../values.ts'
import { readHeaders } from './source.ts'

type Check = Pick<MonitorDraft, 'type' | 'settings' | 'target'>

/** Null: the monitor is dropped. */
export const CHECKS: Readonly<Record<string, (monitor: Fields, item: Item) => Check | null>> = {
  HTTP: (monitor, item) => ({ type: 'HTTP', target: readTarget(monitor), settings: readRequest(monitor, item) }),
  API: (monitor, item) => ({
    type: 'HTTP',
    target: readTarget(monitor),
    settings: { ...readRequest(monitor, item), ...readAssertions(monitor, item) },
  }),
  KEYWORD: (monitor, item) => ({
    type: 'KEYWORD',
    target: readTarget(monitor),
    settings: { ...readRequest(monitor, item), ...readKeyword(monitor) },
  }),
  PING: (monitor) => ({ type: 'ICMP', target: toHost(readTarget(monitor)), settings: {} }),
  PORT: (monitor) => ({
    type: 'TCP',
    target: toHost(readTarget(monitor)),
    settings: { port: toNumber(monitor.port) ?? 0 },
  }),
  DNS: (monitor, item) => ({ type: 'DNS', target: toHost(readTarget(monitor)), settings: readLookup(monitor, item) }),
  HEARTBEAT: (monitor, item) => {
    item.note('The ping URL changes.', 'Replace it in the job by the ping URL of the new monitor.')
    const settings = toPeriod(item, toNumber(monitor.interval) ?? 300, toNumber(monitor.gracePeriod) ?? 0)
    return settings && { type: 'HEARTBEAT', settings }
  },
}

const OPERATORS: Readonly<Record<string, string>> = {
  equals: '==',
  equal: '==',
  not_equals: '!=',
  not_equal: '!=',
  greater_than: '>',
  less_than: '<',
  contains: 'contains',
  not_contains: 'not_contains',
}

/** Several assertions can be alternatives, which do not exist here. */
function readAssertions(monitor: Fields, item: Item): Fields {
  const { logic, checks } = toFields(toFields(monitor.config).apiAssertions)
  const all = listFields(checks)
  const known = (logic === 'AND' || all.length === 1 ? all : []).flatMap(({ property, comparison, target }) => {
    const path = toJsonPath(String(property))
    const operator = String(comparison).toLowerCase()
    return path === null
      ? []
      : (toAssertion({ source: 'json', path }, OPERATORS[operator] ?? operator, String(target)) ?? [])
  })
  if (known.length === 0)
    item.noteUnchecked('The assertions on the response are not checked, only its status.', 'Add an assertion.')
  else if (known.length < all.length)
    item.noteUnchecked(`Only ${known.length} of ${all.length} assertions on the response are checked.`)
  return known.length === 0 ? {} : { assertions: known }
}

const readTarget = (monitor: Fields): string => (toText(monitor.url) ?? '').trim()

/** UptimeRobot also accepts a URL where it needs a host. */
const toHost = (target: string): string => URL.parse(target)?.hostname || target

/** `ALERT_EXISTS` alarms when the keyword is present. Case type 0 is case-sensitive. */
function readKeyword(monitor: Fields): Fields {
  const isSensitive = monitor.keywordCaseType === 'CaseSensitive' || toNumber(monitor.keywordCaseType) === 0
  return {
    keywords: [{ text: toText(monitor.keywordValue) ?? '', shouldContain: monitor.keywordType !== 'ALERT_EXISTS' }],
    caseSensitive: isSensitive,
  }
}

function readRequest(monitor: Fields, item: Item): Fields {
  const [, family] = /^(?:ip)?v?([46])/i.exec(toText(toFields(monitor.config).ipVersion) ?? '') ?? []
  const body = readBody(monitor, item)
  const headers = readHeaders(monitor)
  const authorization = readAuthorization(monitor, item)
  return {
    method: toText(monitor.httpMethodType) ?? 'GET',
    headers: {
      ...(body !== null && { 'Content-Type': monitor.postValueType === 'RAW_JSON' ? 'application/json' : FORM }),
      ...(authorization && { Authorization: authorization }),
      ...headers,
    },
    ...(body !== null && { body }),
    ...(monitor.followRedirections === false && { followRedirects: false }),
    ...(monitor.checkSSLErrors === false && { verifyTls: false }),
    ...readStatus(monitor),
    ...(family && { ipVersion: family }),
    ...(toNumber(monitor.responseTimeThreshold) && { slowThresholdMs: toNumber(monitor.responseTimeThreshold) }),
  }
}

const FORM = 'application/x-www-form-urlencoded'

/** 2xx and 3xx are the default of both products: redirects that are followed end with another status. */
function readStatus(monitor: Fields): Fields {
  const rules = readRules(monitor.custom_http_statuses)
  if (rules !== null) return { expectedStatus: rules }
  const listed = toList(monitor.successHttpResponseCodes).map(String)
  const isDefault = listed.every((code) => code === '2xx' || code === '3xx') && listed.includes('2xx')
  const codes = parseStatusCodes(listed)
  return codes === null || isDefault ? {} : { expectedStatus: codes }
}

/** The rules of API v2 add codes to the accepted ones, or remove them: `404:1_200:0`. */
function readRules(value: unknown): number[] | null {
  const rules = [...(toText(value) ?? '').matchAll(/(\d{3}):([01])/g)].map(
    ([, code, isUp]) => [Number(code), isUp] as const,
  )
  if (rules.length === 0) return null
  const accepted = new Set(parseStatusCodes(['2xx', '3xx']))
  for (const [code, isUp] of rules)
    if (isUp === '1') accepted.add(code)
    else accepted.delete(code)
  return [...accepted].filter((code) => code >= 100 && code <= 599).sort((a, b) => a - b)
}

function readBody(monitor: Fields, item: Item): string | null {
  const value = monitor.postValueData
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string') return value
  if (monitor.postValueType === 'RAW_JSON') return JSON.stringify(value)
  item.note('The values of its form are sent in one line.')
  return new URLSearchParams(Object.entries(toFields(value)).map(([name, text]) => [name, String(text)])).toString()
}

function readAuthorization(monitor: Fields, item: Item): string | null {
  const user = toText(monitor.httpUsername)
  if (user === null) return null
  if (monitor.authType === 'DIGEST') {
    item.note('Digest authentication does not exist here; requests are sent without it.', 'Use basic authentication.')
    return null
  }
  const password = toText(monitor.httpPassword)
  if (password === null) item.note('The API does not return the password.', 'Set the Authorization header.')
  return password === null ? null : toBasic(user, password)
}

function readLookup(monitor: Fields, item: Item): Fields {
  const records = Object.entries(toFields(toFields(monitor.config).dnsRecords))
  const entries = records.map(([type, values]) => ({
    recordType: type.toUpperCase(),
    expectedValues: toList(values).map(String),
  }))
  const filled = entries.filter(({ expectedValues }) => expectedValues.length > 0)
  if (filled.length === 0) item.note('It only requires that the name has an A record.')
  return filled.length > 0 ? { recordEntries: filled } : {}
}
