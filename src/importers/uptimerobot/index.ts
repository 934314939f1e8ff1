/** UptimeRobot: answers of its APIs v3 and v2, and its CSV export. */
import type { Conversion, Fields, Item } from '../conversion.ts'
import { defineImporter, ImportError } from '../importer.ts'
import { addMonitor } from '../monitors.ts'
import { addTarget, SERVICE_ADVICE, type TargetDraft, toServiceConfig } from '../resources.ts'
import { listFields, toFields, toFlag, toNumber, toText } from '../values.ts'
import { CHECKS } from './checks.ts'
import { ASSIGNED, CONFIG, CONTACT, MONITOR, ROBOT_FIELDS } from './fields.ts'
import { readSource } from './source.ts'

export const uptimeRobot = defineImporter({
  product: 'UptimeRobot',
  takes: 'the JSON of its API v3 or v2, or its CSV export',
  signs: /^[^\n]*Friendly Name|"friendly_?name"\s*:/i,
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

interface Service {
  name: string
  draft?: (value: string) => TargetDraft
}

/** By the number of API v2 and the name of API v3. */
const SERVICES: Readonly<Record<string, Service>> = {
  2: { name: 'email', draft: (address) => ({ channel: 'email', config: { address } }) },
  5: { name: 'webhook', draft: (url) => ({ channel: 'webhook', config: { url: url.replace(/[?&]$/, '') } }) },
  11: { name: 'Slack', draft: (url) => ({ channel: 'slack', config: { webhook_url: url } }) },
  15: { name: 'Microsoft Teams', draft: (url) => toDraft('microsoft_teams', url) },
  16: { name: 'Google Chat', draft: (url) => toDraft('google_chat', url) },
  20: { name: 'Mattermost', draft: (url) => toDraft('mattermost', url) },
  23: { name: 'Discord', draft: (url) => toDraft('discord', url) },
  1: { name: 'SMS' },
  3: { name: 'X' },
  4: { name: 'Pushbullet' },
  6: { name: 'Pushover' },
  9: { name: 'Zapier' },
  10: { name: 'voice call' },
  14: { name: 'Telegram' },
}

const toDraft = (service: string, url: string): TargetDraft => ({
  channel: 'webhook',
  config: toServiceConfig(service, { webhook_url: url }),
})

function findService(type: string): Service {
  if (Object.hasOwn(SERVICES, type)) return SERVICES[type]!
  return Object.values(SERVICES).find(({ name }) => name.toLowerCase() === type.toLowerCase()) ?? { name: type }
}

/** @returns keys by the id of the contact; no keys for a dropped contact */
function addContacts(conversion: Conversion, contacts: readonly Fields[]): Map<string, string[]> {
  const unique = new Map(contacts.map((contact) => [String(contact.id), contact]))
  return new Map([...unique].map(([id, contact]) => [id, addContact(conversion, contact)]))
}

function addContact(conversion: Conversion, contact: Fields): string[] {
  const service = findService(toText(contact.type) ?? 'unknown')
  const value = toText(contact.value) ?? ''
  const name = toText(contact.friendlyName) ?? toText(contact.friendly_name)
  const item = conversion.report('notification target', name ?? (service.name === 'email' ? value : service.name))
  if (!service.draft) {
    item.drop(`The export has no address of ${service.name} that Watchkeeper can send to.`, SERVICE_ADVICE)
    return []
  }
  if (service.name === 'webhook')
    item.note('The body has another form and is signed: adapt the receiver. The API reference describes it.')
  item.noteFields(contact, CONTACT)
  const key = addTarget(conversion, item, service.draft(value))
  return key === null ? [] : [key]
}
