/** Better Stack: answers of its Uptime API v2. */

import type { Conversion, Fields, Item } from '../conversion.ts'
import { toPeriod } from '../heartbeats.ts'
import { defineImporter, ImportError } from '../importer.ts'
import { addMonitor } from '../monitors.ts'
import { readRecords } from '../parse.ts'
import { addGroup, addWindow } from '../resources.ts'
import { findTimezone } from '../timezones.ts'
import { toFields, toFlag, toList, toNumber, toText } from '../values.ts'
import { KINDS } from './checks.ts'
import { GROUP, HEARTBEAT, MONITOR, STACK_FIELDS } from './fields.ts'
import { addPages, type Records } from './status-pages.ts'

export const betterStack = defineImporter({
  product: 'Better Stack',
  takes: 'the JSON of GET /api/v2/monitors, /heartbeats, /monitor-groups, /status-pages and their parts',
  signs:
    /"pronounceable_name"\s*:|"type"\s*:\s*"(?:(?:monitor|heartbeat)(?:_group)?|status_page(?:_section|_resource)?)"/,
  extensions: ['.json'],
  fields: STACK_FIELDS,
  convert(conversion, files) {
    const all = readRecords(files, ['data']).map((record) =>
      record.attributes === undefined ? toFields(record.data) : record,
    )
    const records = Map.groupBy(all, ({ type }) => toText(type) ?? '') as ReadonlyMap<string, Fields[]>
    if (!records.has('monitor') && !records.has('heartbeat'))
      throw new ImportError('There are no monitors: import the JSON of GET /api/v2/monitors of Better Stack.')
    const found = new Map([...records].map(([type, list]) => [type, list.map(toAttributes)]))
    const groups = addGroups(conversion, found)
    const keys = new Map<string, string[]>()
    for (const monitor of found.get('monitor') ?? [])
      keys.set(`Monitor ${monitor.id}`, placeMonitor(conversion, groups, monitor))
    for (const heartbeat of found.get('heartbeat') ?? [])
      keys.set(`Heartbeat ${heartbeat.id}`, placeHeartbeat(conversion, groups, heartbeat))
    addPages(conversion, found, keys)
    reportLosses(conversion, found)
  },
})

const toAttributes = ({ id, attributes }: Fields): Fields => ({ ...toFields(attributes), id })

/** @returns keys by type and id */
function addGroups(conversion: Conversion, records: Records): Map<string, string> {
  const types = ['monitor_group', 'heartbeat_group']
  return new Map(
    types.flatMap((type) =>
      (records.get(type) ?? []).map((group) => {
        const item = conversion.report('group', toText(group.name) ?? '')
        item.noteFields(group, GROUP)
        return [`${type} ${group.id}`, addGroup(conversion, item, {})] as const
      }),
    ),
  )
}

function placeMonitor(conversion: Conversion, groups: ReadonlyMap<string, string>, monitor: Fields): string[] {
  const name = toText(monitor.pronounceable_name) ?? toText(monitor.url) ?? ''
  const type = toText(monitor.monitor_type) ?? ''
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
  if (!kind) {
    conversion
      .report('monitor', name)
      .drop(`The type ${type} does not exist here.`, 'Ping a HEARTBEAT monitor from a script that runs this check.')
    return []
  }
  const notes = conversion.report('monitor', name)
  const checks = kind.read(monitor, notes)
  notes.noteFields(monitor, MONITOR, { type })
  const keys = checks.flatMap((check, index) => {
    const item = index === 0 ? notes : conversion.report('monitor', `${name} (port ${check.settings.port})`)
    if (checks.length > 1) item.note('A monitor has one port: there is a monitor for each.')
    const common = { ...readSchedule(monitor, kind.timeoutUnitMs), ...readCommon(groups, 'monitor_group', monitor) }
    return addMonitor(conversion, item, { ...check, ...common, ...readExpiry(monitor) }) ?? []
  })
  addMaintenance(conversion, name, monitor, keys)
  return keys
}

/** Periods of confirmation and recovery are counted in checks. */
function readSchedule(monitor: Fields, timeoutUnitMs: number) {
  const interval = toNumber(monitor.check_frequency) ?? 180
  const timeout = toNumber(monitor.request_timeout)
  const toChecks = (seconds: unknown): number => Math.min(10, 1 + Math.ceil((toNumber(seconds) ?? 0) / interval))
  return {
    intervalSeconds: interval,
    timeoutMs: timeout === null ? null : timeout * timeoutUnitMs,
    failureThreshold: toChecks(monitor.confirmation_period),
    recoveryThreshold: toChecks(monitor.recovery_period),
  }
}

const readCommon = (groups: ReadonlyMap<string, string>, type: string, record: Fields) => ({
  group: groups.get(`${type} ${record[`${type}_id`]}`) ?? null,
  isPaused: toFlag(record.paused) || record.status === 'paused',
})

function readExpiry({ ssl_expiration: certificate, domain_expiration: domain }: Fields) {
  const [certificateDays, domainDays] = [toNumber(certificate), toNumber(domain)]
  return {
    ...(certificateDays && { certificateDays: [certificateDays] }),
    ...(domainDays && { domainDays: [domainDays] }),
  }
}

function placeHeartbeat(conversion: Conversion, groups: ReadonlyMap<string, string>, heartbeat: Fields): string[] {
  const item: Item = conversion.report('monitor', toText(heartbeat.name) ?? '')
  item.note('The ping URL changes.', 'Replace it in the job by the ping URL of the new monitor.')
  item.noteFields(heartbeat, HEARTBEAT)
  const settings = toPeriod(item, toNumber(heartbeat.period) ?? 86_400, toNumber(heartbeat.grace) ?? 0)
  if (!settings) return []
  const common = readCommon(groups, 'heartbeat_group', heartbeat)
  const key = addMonitor(conversion, item, { type: 'HEARTBEAT', settings, ...common })
  const keys = key === null ? [] : [key]
  addMaintenance(conversion, item.name, heartbeat, keys)
  return keys
}

function reportLosses(conversion: Conversion, records: Records): void {
  for (const policy of records.get('policy') ?? [])
    conversion
      .report('setting', `Escalation policy ${toText(policy.name)}`)
      .drop('Escalation policies are not imported.', 'Set fallback targets.')
  conversion
    .report('setting', 'Calls, SMS, emails and push notifications')
    .drop('The API returns no addresses: monitors notify the default targets of the project.', 'Create the targets.')
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

function addMaintenance(conversion: Conversion, name: string, monitor: Fields, keys: readonly string[]): void {
  const [from, to] = [readClock(monitor.maintenance_from), readClock(monitor.maintenance_to)]
  if (from === null || to === null || keys.length === 0) return
  const item = conversion.report('maintenance window', `Maintenance of ${name}`)
  const days = toList(monitor.maintenance_days).map((day) => DAYS.indexOf(String(day).slice(0, 3).toLowerCase()))
  if (days.includes(-1)) {
    item.drop('It has a day that is no day of the week.', 'Create the window in the dashboard.')
    return
  }
  const minutes = Math.max(1, to > from ? to - from : to - from + 24 * 60)
  const cron = `${from % 60} ${Math.floor(from / 60)} * * ${days.join(',') || '*'}`
  const timezone = readTimezone(monitor, item)
  addWindow(conversion, item, {
    monitors: keys,
    startsAt: null,
    minutes,
    recurrence: { cron, durationMinutes: minutes, timezone, until: null },
  })
}

/** Returns minutes since midnight. */
function readClock(value: unknown): number | null {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})/.exec(toText(value) ?? '') ?? []
  return hour === undefined ? null : Number(hour) * 60 + Number(minute)
}

function readTimezone(monitor: Fields, item: Item): string {
  const name = toText(monitor.maintenance_timezone) ?? 'UTC'
  const found = findTimezone(name)
  if (found === null)
    item.note(`The time zone "${name}" is not known; times are in UTC.`, 'Check the start of the window.')
  return found ?? 'UTC'
}
