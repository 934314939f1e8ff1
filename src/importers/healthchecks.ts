/** Healthchecks: answers of `GET /api/v3/checks/`, one file per project. */
import type { Conversion, Fields, Item } from './conversion.ts'
import { type FieldTable, kept, lost, missing, none, part, repeat } from './fields.ts'
import { toPeriod, toSchedule } from './heartbeats.ts'
import { defineImporter, ImportError } from './importer.ts'
import { addMonitor } from './monitors.ts'
import { readRecords } from './parse.ts'
import { toNumber, toText } from './values.ts'

const BY_EMAIL = lost(
  'keywords of pings by email',
  'Pings by email and their keywords do not exist here.',
  'Ping the URL from the job.',
)
const KEYWORDS = none('keywords of pings, which are searched only with a filter')

/** Source: `Check.to_dict` in `hc/api/models.py` of Healthchecks. */
const CHECK: FieldTable = {
  name: kept('name', 'name'),
  slug: kept('name without one', 'name'),
  tags: kept('tags', 'tags'),
  desc: kept('description', 'notes'),
  timeout: part('period', 'heartbeat_config.expected_interval_seconds', 'A check with more than 30 days is dropped.'),
  grace: part(
    'longest delay of a ping',
    'heartbeat_config.grace_period_seconds',
    'Grace above 3600 s is added to the interval. A schedule with even gaps becomes an interval.',
  ),
  schedule: part('cron expression', 'heartbeat_config.schedule', 'OnCalendar expressions are dropped.'),
  tz: kept('time zone', 'heartbeat_config.timezone'),
  status: kept('whether it is paused', 'status'),
  methods: kept('whether only POST counts', 'heartbeat_config.methods'),
  uuid: kept('ping token', 'heartbeat_token'),
  ping_url: kept('ping token', 'heartbeat_token'),
  ...repeat(['filter_subject', 'filter_body'], BY_EMAIL),
  filter_http_body: lost(
    'keywords in the body of a ping',
    'The body of a ping is not searched: a failure that only a keyword reports counts as a success.',
    'Ping the address with /fail when the job fails.',
  ),
  filter_default_fail: lost(
    'whether a ping without a keyword is a failure',
    'A ping without a keyword counts as a success.',
    'Ping the address with /fail when the job fails.',
  ),
  ...repeat(['subject', 'subject_fail', 'start_kw', 'success_kw', 'failure_kw'], KEYWORDS),
  manual_resume: lost('whether a ping ends a pause', 'A paused monitor is resumed by a user.'),
  channels: missing('integrations', 'The API returns no addresses of integrations.'),
  ...repeat(['unique_key', 'badge_url', 'update_url', 'pause_url', 'resume_url'], none('address or id of the source')),
  ...repeat(['n_pings', 'last_ping', 'next_ping', 'last_duration', 'started'], none('state of the job')),
}

export const healthchecks = defineImporter({
  product: 'Healthchecks',
  takes: 'the JSON of GET /api/v3/checks/, requested with a read-write key',
  signs: /"(?:ping_url|unique_key)"\s*:/,
  extensions: ['.json'],
  fields: { Check: CHECK },
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
  const settings = readSettings(conversion, check, item)
  if (!settings) return null
  const token = UUID.exec(toText(check.uuid) ?? toText(check.ping_url) ?? '')?.[0].toLowerCase()
  if (!token)
    item.note(
      'A read-only key does not return the UUID: the ping URL changes.',
      'Export with a read-write key to keep it.',
    )
  item.noteFields(check, CHECK)
  return addMonitor(conversion, item, {
    type: 'HEARTBEAT',
    settings: check.methods === 'POST' ? { ...settings, methods: 'POST' } : settings,
    tags: (toText(check.tags) ?? '').split(/\s+/).filter((tag) => tag !== ''),
    isPaused: check.status === 'paused',
    notes: toText(check.desc),
    ...(token && { heartbeatToken: token }),
  })
}

function readSettings({ now }: Conversion, check: Fields, item: Item): Fields | null {
  const grace = toNumber(check.grace) ?? 3_600
  const schedule = toText(check.schedule)?.trim() ?? null
  if (schedule === null) return toPeriod(item, toNumber(check.timeout) ?? 86_400, grace)
  if (schedule.split(/\s+/).length !== 5 || /[~:]/.test(schedule))
    return item.drop(`The schedule "${schedule}" is no cron expression.`, 'Create a heartbeat with an interval.')
  return toSchedule(item, { schedule, timezone: toText(check.tz) ?? 'UTC', grace }, now)
}
