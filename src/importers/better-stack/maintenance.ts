/** The weekly maintenance of a monitor of Better Stack. */
import { isTimezone } from '../../core/platform/time/cron.ts'
import type { Conversion, Fields, Item } from '../conversion.ts'
import { addWindow } from '../resources.ts'
import { toList, toText } from '../values.ts'

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

export function addMaintenance(conversion: Conversion, name: string, monitor: Fields, keys: readonly string[]): void {
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

const TIMEZONES = Intl.supportedValuesOf('timeZone')

/** Better Stack writes `Amsterdam` for `Europe/Amsterdam`. */
function readTimezone(monitor: Fields, item: Item): string {
  const name = toText(monitor.maintenance_timezone) ?? 'UTC'
  if (isTimezone(name)) return name
  const city = `/${name.replaceAll(' ', '_')}`
  const found = TIMEZONES.find((zone) => zone.endsWith(city))
  if (!found) item.note(`The time zone "${name}" is not known; times are in UTC.`, 'Check the start of the window.')
  return found ?? 'UTC'
}
