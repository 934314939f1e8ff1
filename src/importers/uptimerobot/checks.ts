/** The check of a monitor of UptimeRobot, by its type in API v3. */
import type { Fields, Item } from '../conversion.ts'
import type { MonitorDraft } from '../monitors.ts'
import { toBasic } from '../secrets.ts'
import { parseStatusCodes } from '../status-codes.ts'
import { toFields, toList, toNumber, toText } from '../values.ts'
import { readHeaders } from './source.ts'

type Check = Pick<MonitorDraft, 'type' | 'settings' | 'target'>

export const CHECKS: Readonly<Record<string, (monitor: Fields, item: Item) => Check>> = {
  HTTP: (monitor, item) => ({ type: 'HTTP', target: readTarget(monitor), settings: readRequest(monitor, item) }),
  API: (monitor, item) => {
    item.note('The assertions on the response are not checked, only its status.', 'Add a keyword.')
    return { type: 'HTTP', target: readTarget(monitor), settings: readRequest(monitor, item) }
  },
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
  HEARTBEAT: (monitor, item) => ({ type: 'HEARTBEAT', settings: readPings(monitor, item) }),
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
  const body = readBody(monitor, item)
  const headers = readHeaders(monitor)
  const authorization = readAuthorization(monitor, item)
  if (toText(monitor.custom_http_statuses)) item.note('Its own rules for status codes are not used.', 'List the codes.')
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
    ...(toNumber(monitor.responseTimeThreshold) && { slowThresholdMs: toNumber(monitor.responseTimeThreshold) }),
  }
}

const FORM = 'application/x-www-form-urlencoded'

/** 2xx and 3xx are the default of both products: redirects that are followed end with another status. */
function readStatus(monitor: Fields): Fields {
  const listed = toList(monitor.successHttpResponseCodes).map(String)
  const isDefault = listed.every((code) => code === '2xx' || code === '3xx') && listed.includes('2xx')
  const codes = parseStatusCodes(listed)
  return codes === null || isDefault ? {} : { expectedStatus: codes }
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

function readPings(monitor: Fields, item: Item): Fields {
  const [interval, grace] = [toNumber(monitor.interval) ?? 300, toNumber(monitor.gracePeriod) ?? 0]
  item.note('The ping URL changes.', 'Replace it in the job by the ping URL of the new monitor.')
  if (grace > 3_600) item.note(`A ping may be at most 3600 s late instead of ${grace} s.`)
  return {
    expectedIntervalSeconds: Math.min(2_592_000, Math.max(60, interval)),
    gracePeriodSeconds: Math.min(3_600, Math.max(0, grace)),
  }
}
