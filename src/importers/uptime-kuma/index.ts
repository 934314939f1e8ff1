/** Uptime Kuma 1 and 2. */

import { isTimezone } from '../../core/platform/time/cron.ts'
import type { Conversion, Fields, Item } from '../conversion.ts'
import { defineImporter, ImportError, type SourceFile } from '../importer.ts'
import { parseJson } from '../parse.ts'
import { addWindow } from '../resources.ts'
import { parseNested, readLocalTime, toFlag, toList, toNumber, toText } from '../values.ts'
import { isDatabase, readDatabaseBytes, readDatabaseFile } from './database.ts'
import { KUMA_FIELDS, WINDOW } from './fields.ts'
import { addMonitors, type MonitorKeys, readSetting } from './monitors.ts'
import { addNotifications, NOTIFICATION_FIELDS } from './notifications.ts'
import { type KumaSource, readBackup } from './source.ts'
import { addPages } from './status-pages.ts'

export const uptimeKuma = defineImporter({
  product: 'Uptime Kuma',
  takes: 'kuma.db of version 1 or 2, also while it is in use, or the backup JSON of version 1',
  signs: /^SQLite format 3\0|"(?:monitorList|notificationList)"\s*:/,
  extensions: ['.db', '.sqlite', '.sqlite3', '.json'],
  fields: { ...KUMA_FIELDS, ...NOTIFICATION_FIELDS },
  convert(conversion, files) {
    const [file, ...others] = files
    if (!file || others.length > 0)
      throw new ImportError('Import one file: kuma.db, or the backup JSON of Uptime Kuma 1.')
    const source = readSource(file)
    const targets = addNotifications(conversion, source)
    const keys = addMonitors(conversion, source, targets)
    addWindows(conversion, source, keys)
    addPages(conversion, source, keys)
    reportLosses(conversion)
  },
})

function readSource(file: SourceFile): KumaSource {
  const source = readRows(file)
  return {
    ...source,
    monitors: dropRepeated(source.monitors),
    statusPages: dropRepeated(source.statusPages),
    pageGroups: dropRepeated(source.pageGroups),
    windows: dropRepeated(source.windows),
  }
}

function readRows(file: SourceFile): KumaSource {
  if (file.path !== undefined) return readDatabaseFile(file.path)
  return isDatabase(file.bytes) ? readDatabaseBytes(file.bytes) : readBackup(parseJson(file))
}

/** Rows with one id would all get the same tags and parts, and a hostile source repeats an id thousands of times. */
const dropRepeated = (rows: readonly Fields[]): Fields[] => [...new Map(rows.map((row) => [row.id, row])).values()]

function reportLosses(conversion: Conversion): void {
  conversion
    .report('setting', 'History of results')
    .drop(
      'Uptime and charts start again: the document has no results, and uptime cannot be calculated from counts of checks per day.',
      'Keep a copy of the source if you need its history.',
    )
}

/** Maintenance of Uptime Kuma: single windows, cron expressions and recurring days. */
function addWindows(conversion: Conversion, source: KumaSource, keys: MonitorKeys): void {
  const ids = Map.groupBy(source.windowMonitors, ({ maintenance_id }) => maintenance_id)
  const serverTimezone = toText(readSetting(source, 'serverTimezone'))
  for (const row of source.windows) {
    const item = conversion.report('maintenance window', toText(row.title) ?? '')
    const affected = (ids.get(row.id) ?? []).map(({ monitor_id }) => monitor_id)
    const times = readTimes(conversion, serverTimezone, row, item)
    if (times) item.noteFields(row, WINDOW)
    if (times)
      addWindow(conversion, item, {
        ...times,
        description: toText(row.description),
        monitors: affected.flatMap((id) => keys.monitors.get(id) ?? []),
        groups: affected.flatMap((id) => keys.groups.get(id) ?? []),
      })
  }
}

/** Returns null when the window is dropped. */
function readTimes(conversion: Conversion, serverTimezone: string | null, row: Fields, item: Item) {
  const strategy = toText(row.strategy) ?? 'single'
  if (!toFlag(row.active)) return item.drop('It is switched off.')
  if (strategy === 'manual')
    return item.drop('It has no schedule.', 'Create a window when maintenance begins, or silence the monitors.')
  const timezone = readTimezone(serverTimezone, row, item)
  const [startsAt, endsAt] = [row.start_date, row.end_date].map((date) => readLocalTime(toText(date), timezone))
  if (endsAt != null && endsAt <= conversion.now) return item.drop('It is over.')
  if (strategy === 'single')
    return {
      startsAt: startsAt ?? null,
      minutes: ((endsAt ?? Number.NaN) - (startsAt ?? 0)) / 60_000,
      recurrence: null,
    }
  const schedule = readCron(row, item, strategy)
  if (!schedule) return null
  const { cron, minutes } = schedule
  const recurrence = { cron, durationMinutes: minutes, timezone, until: endsAt ?? null }
  return { startsAt: startsAt ?? null, minutes, recurrence }
}

/** Versions before 1.21 have no time zone column, and store times in UTC. */
function readTimezone(serverTimezone: string | null, row: Fields, item: Item): string {
  const own = row.timezone === undefined ? 'UTC' : toText(row.timezone)
  const timezone = own === null || own === 'SAME_AS_SERVER' ? serverTimezone : own
  if (timezone !== null && isTimezone(timezone)) return timezone
  item.note('The time zone of the server is not in the source; times are in UTC.', 'Check the start of the window.')
  return 'UTC'
}

function readCron(row: Fields, item: Item, strategy: string): { cron: string; minutes: number } | null {
  if (strategy === 'cron')
    return { cron: toText(row.cron) ?? '', minutes: Math.max(1, Math.ceil((toNumber(row.duration) ?? 0) / 60)) }
  const [start, end] = [readClock(row.start_time), readClock(row.end_time)]
  const days = readDays(row, item, strategy)
  if (days === null) return null
  if (start === null || end === null)
    return item.drop('Its time of the day is not readable.', 'Create the window in the dashboard.')
  const minutes = end >= start ? end - start : end - start + 24 * 60
  return { cron: `${start % 60} ${Math.floor(start / 60)} ${days}`, minutes: Math.max(1, minutes) }
}

/** Returns minutes since midnight. */
function readClock(value: unknown): number | null {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})/.exec(toText(value) ?? '') ?? []
  return hour === undefined ? null : Number(hour) * 60 + Number(minute)
}

/** Returns the last three fields of the cron expression; null when the window is dropped. */
function readDays(row: Fields, item: Item, strategy: string): string | null {
  if (strategy === 'recurring-weekday') return `* * ${listDays(row.weekdays).join(',') || '*'}`
  if (strategy === 'recurring-day-of-month') {
    const days = listDays(row.days_of_month).map((day) => (day === 'lastDay1' ? 'L' : day))
    if (days.every((day) => !day.startsWith('lastDay'))) return `${days.join(',') || '*'} * *`
    return item.drop('A day before the last day of a month is no cron expression.', 'Create single windows.')
  }
  const interval = toNumber(row.interval_day) ?? 1
  if (strategy === 'recurring-interval' && interval === 1) return '* * *'
  if (strategy === 'recurring-interval' && interval === 7)
    return `* * ${new Date(`${toText(row.start_date)}`).getDay()}`
  return item.drop(`It recurs every ${interval} days, which is no cron expression.`, 'Create single windows.')
}

const listDays = (value: unknown): string[] => toList(parseNested(value)).map(String)
