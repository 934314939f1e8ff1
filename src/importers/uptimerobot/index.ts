/** UptimeRobot: answers of its APIs v3 and v2, and its CSV export. */
import type { Conversion, Fields, Item } from '../conversion.ts'
import { ImportError } from '../import-error.ts'
import { defineImporter } from '../importer.ts'
import { addMonitor } from '../monitors.ts'
import { listFields, toFields, toFlag, toNumber, toText } from '../values.ts'
import { CHECKS } from './checks.ts'
import { addContacts } from './contacts.ts'
import { ASSIGNED, CONFIG, MONITOR, ROBOT_FIELDS } from './fields.ts'
import { readSource } from './source.ts'

export const uptimeRobot = defineImporter({
  product: 'UptimeRobot',
  takes: 'the JSON of its API v3 or v2, or its CSV export',
  extensions: ['.json', '.csv'],
  fields: ROBOT_FIELDS,
  convert(conversion, files) {
    const { monitors, contacts } = readSource(files)
    if (!monitors.some(({ friendlyName, type }) => friendlyName !== undefined && type !== undefined))
      throw new ImportError(
        'There are no monitors: import the JSON of GET /v3/monitors, of getMonitors, or the CSV export.',
      )
    const targets = addContacts(conversion, contacts)
    for (const monitor of monitors) placeMonitor(conversion, targets, monitor)
  },
})

function placeMonitor(conversion: Conversion, targets: ReadonlyMap<string, string[]>, monitor: Fields): string | null {
  const item = conversion.report('monitor', toText(monitor.friendlyName) ?? toText(monitor.url) ?? '')
  const type = toText(monitor.type) ?? ''
  if (!Object.hasOwn(CHECKS, type))
    return item.drop(
      `The type ${type} does not exist here.`,
      'Ping a HEARTBEAT monitor from a script that runs this check.',
    )
  const check = CHECKS[type]!(monitor, item)
  if (!check) return null
  const seconds = toNumber(monitor.timeout)
  const config = toFields(monitor.config)
  item.noteFields(monitor, MONITOR, { type })
  item.noteFields(config, CONFIG, { type, path: 'config.' })
  return addMonitor(conversion, item, {
    ...check,
    intervalSeconds: toNumber(monitor.interval) ?? 300,
    timeoutMs: seconds !== null && seconds > 0 ? seconds * 1_000 : null,
    isPaused: monitor.status === 'PAUSED',
    tags: listFields(monitor.tags).flatMap(({ name }) => toText(name) ?? []),
    ...(toFlag(monitor.sslExpirationReminder) && { certificateDays: readDays(config.sslExpirationPeriodDays) }),
    ...(toFlag(monitor.domainExpirationReminder) && { domainDays: readDays(config.domainExpirationPeriodDays) }),
    ...readContacts(targets, monitor, item),
  })
}

const readDays = (days: unknown): number[] | null =>
  Array.isArray(days) ? days.flatMap((day) => toNumber(day) ?? []) : null

/** Contacts of one monitor whose fields are compared with the table. */
const MAX_READ = 100

/** The longest delay of a contact cannot be kept: all targets are notified when the incident opens. */
function readContacts(targets: ReadonlyMap<string, string[]>, monitor: Fields, item: Item) {
  const assigned = listFields(monitor.assignedAlertContacts)
  if (targets.size === 0) return {}
  for (const contact of assigned.slice(0, MAX_READ))
    item.noteFields(contact, ASSIGNED, { path: 'assignedAlertContacts.' })
  if (assigned.some(({ threshold }) => (toNumber(threshold) ?? 0) > 0))
    item.note('Contacts are notified without their delay.', 'Raise the failure threshold.')
  const recurrence = assigned.reduce((longest, contact) => Math.max(longest, toNumber(contact.recurrence) ?? 0), 0)
  const keys = assigned.flatMap(({ id, alertContactId }) => targets.get(String(alertContactId ?? id)) ?? [])
  if (assigned.length > 0 && keys.length === 0)
    item.note('All of its contacts are dropped: no recipient is notified.', 'Select notification targets.')
  return { notificationTargets: keys, reminderIntervalMinutes: recurrence > 0 ? recurrence : null }
}
