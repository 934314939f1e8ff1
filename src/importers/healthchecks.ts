/** Healthchecks: answers of `GET /api/v3/checks/`, one file per project. */
import type { Conversion, Fields, Item } from './conversion.ts'
import { ImportError } from './import-error.ts'
import { defineImporter } from './importer.ts'
import { addMonitor } from './monitors.ts'
import { readRecords } from './records.ts'
import { toFlag, toNumber, toText } from './values.ts'

const MAX_INTERVAL_SECONDS = 2_592_000
const MAX_GRACE_SECONDS = 3_600

export const healthchecks = defineImporter({
  product: 'Healthchecks',
  takes: 'the JSON of GET /api/v3/checks/, requested with a read-write key',
  extensions: ['.json'],
  convert(conversion, files) {
    const checks = readRecords(files, ['checks']).filter(({ grace }) => toNumber(grace) !== null)
    if (checks.length === 0)
      throw new ImportError('There are no checks: import the JSON of GET /api/v3/checks/ of Healthchecks.')
    for (const check of checks) addCheck(conversion, check)
    conversion
      .report('setting', 'Integrations')
      .drop('The API returns no addresses of integrations: monitors notify the default targets.', 'Create the targets.')
    conversion
      .report('setting', 'History of pings')
      .drop('Pings and status changes start again.', 'Keep a copy of the source if you need its history.')
  },
})

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

function addCheck(conversion: Conversion, check: Fields): string | null {
  const item = conversion.report('monitor', toText(check.name) ?? toText(check.slug) ?? 'Unnamed check')
  const settings = toText(check.schedule) === null ? readInterval(check, item) : readSchedule(check, item)
  if (!settings) return null
  const token = UUID.exec(toText(check.uuid) ?? toText(check.ping_url) ?? '')?.[0].toLowerCase()
  if (!token)
    item.note(
      'A read-only key does not return the UUID: the ping URL changes.',
      'Export with a read-write key to keep it.',
    )
  if (toFlag(check.filter_subject) || toFlag(check.filter_body))
    item.note('Pings by email and their keywords do not exist here.', 'Ping the URL from the job.')
  return addMonitor(conversion, item, {
    type: 'HEARTBEAT',
    settings: check.methods === 'POST' ? { ...settings, methods: 'POST' } : settings,
    tags: (toText(check.tags) ?? '').split(/\s+/).filter((tag) => tag !== ''),
    isPaused: check.status === 'paused',
    notes: toText(check.desc),
    ...(token && { heartbeatToken: token }),
  })
}

/** A longer grace period is added to the interval, so that the alarm comes at the same time. */
function readInterval(check: Fields, item: Item): Fields | null {
  const [timeout, grace] = [toNumber(check.timeout) ?? 86_400, toNumber(check.grace) ?? 3_600]
  if (timeout > MAX_INTERVAL_SECONDS)
    return item.drop('Its interval is longer than 30 days.', 'Create a heartbeat with a cron schedule.')
  const rest = Math.max(0, grace - MAX_GRACE_SECONDS)
  const interval = Math.min(MAX_INTERVAL_SECONDS, timeout + rest)
  if (rest > 0)
    item.note(
      `The grace period is 3600 s, and the interval ${interval} s instead of ${timeout} s: at most 3600 s are grace.`,
    )
  return { expectedIntervalSeconds: interval, gracePeriodSeconds: grace - rest }
}

function readSchedule(check: Fields, item: Item): Fields | null {
  const schedule = (toText(check.schedule) ?? '').trim()
  if (schedule.split(/\s+/).length !== 5 || /[~:]/.test(schedule))
    return item.drop(`The schedule "${schedule}" is no cron expression.`, 'Create a heartbeat with an interval.')
  const grace = toNumber(check.grace) ?? 3_600
  if (grace > MAX_GRACE_SECONDS)
    item.note(
      `The grace period is 3600 s instead of ${grace} s: alarms come earlier.`,
      'Use an interval if a job may be later.',
    )
  return { schedule, timezone: toText(check.tz) ?? 'UTC', gracePeriodSeconds: Math.min(MAX_GRACE_SECONDS, grace) }
}
