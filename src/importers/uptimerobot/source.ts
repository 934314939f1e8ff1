/** Monitors of UptimeRobot in one form: API v3, API v2, and the CSV export. */
import type { Fields } from '../conversion.ts'
import type { SourceFile } from '../importer.ts'
import { isCsv, parseCsv, readRecords } from '../parse.ts'
import { toFields, toNumber, toText } from '../values.ts'
import { COLUMNS } from './fields.ts'

/** Contacts have no type in common with monitors. */
interface RobotSource {
  /** Names and values as in API v3. */
  monitors: Fields[]
  contacts: Fields[]
}

/** @throws ImportError */
export function readSource(files: readonly SourceFile[]): RobotSource {
  const records = readRecords(
    files.filter((file) => !isCsv(file)),
    ['monitors', 'data', 'alert_contacts'],
  )
  const rows = files.filter(isCsv).flatMap(readCsv)
  const isMonitor = (record: Fields): boolean => record.url !== undefined || record.interval !== undefined
  const monitors = records.filter(isMonitor)
  return {
    monitors: [
      ...monitors.map((monitor) => (monitor.friendly_name === undefined ? monitor : fromV2(monitor))),
      ...rows,
    ],
    contacts: [
      ...records.filter((record) => !isMonitor(record) && record.value !== undefined),
      // API v2 repeats the addresses at the monitors
      ...monitors.flatMap(({ alert_contacts }) => (Array.isArray(alert_contacts) ? alert_contacts : [])),
    ],
  }
}

const V2_TYPES = ['', 'HTTP', 'KEYWORD', 'PING', 'PORT', 'HEARTBEAT']
const V2_METHODS = ['', 'HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function fromV2(monitor: Fields): Fields {
  return {
    ...monitor,
    friendlyName: monitor.friendly_name,
    type: V2_TYPES[toNumber(monitor.type) ?? 0] ?? `v2 type ${monitor.type}`,
    status: toNumber(monitor.status) === 0 ? 'PAUSED' : 'UP',
    keywordType: toNumber(monitor.keyword_type) === 1 ? 'ALERT_EXISTS' : 'ALERT_NOT_EXISTS',
    keywordCaseType: monitor.keyword_case_type,
    keywordValue: monitor.keyword_value,
    authType: toNumber(monitor.http_auth_type) === 2 ? 'DIGEST' : 'HTTP_BASIC',
    httpUsername: monitor.http_username,
    httpPassword: monitor.http_password,
    httpMethodType: V2_METHODS[toNumber(monitor.http_method) ?? 2],
    customHttpHeaders: monitor.custom_http_headers,
    postValueData: monitor.post_value,
    port: toNumber(monitor.port) ?? V2_PORTS[toNumber(monitor.sub_type) ?? 0],
    assignedAlertContacts: monitor.alert_contacts,
  }
}

/** Ports of the sub types of a port monitor. Sub type 99 has a port of its own. */
const V2_PORTS: Readonly<Record<number, number>> = { 1: 80, 2: 443, 3: 21, 4: 25, 5: 110, 6: 143 }

const CSV_TYPES: Readonly<Record<string, string>> = {
  'http(s)': 'HTTP',
  http: 'HTTP',
  keyword: 'KEYWORD',
  ping: 'PING',
  port: 'PORT',
  heartbeat: 'HEARTBEAT',
  dns: 'DNS',
}

/** @throws ImportError */
function readCsv(file: SourceFile): Fields[] {
  return parseCsv(file).map((row) => {
    const named = Object.fromEntries(Object.entries(row).map(([name, value]) => [COLUMNS[name] ?? name, value]))
    const keyword = toText(row['Keyword Type'])
    return {
      ...named,
      type: CSV_TYPES[(toText(row.Type) ?? '').toLowerCase()] ?? toText(row.Type) ?? '',
      status: /paused/i.test(toText(row.Status) ?? '') ? 'PAUSED' : 'UP',
      keywordType: keyword === null ? undefined : /not/i.test(keyword) ? 'ALERT_NOT_EXISTS' : 'ALERT_EXISTS',
    }
  })
}

/** Some answers have an empty list instead of an object. */
export const readHeaders = (monitor: Fields): Fields =>
  Object.fromEntries(Object.entries(toFields(monitor.customHttpHeaders)).map(([name, value]) => [name, String(value)]))
