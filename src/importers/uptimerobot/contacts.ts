/** Alert contacts of UptimeRobot. */
import type { Conversion, Fields } from '../conversion.ts'
import { addTarget, SERVICE_ADVICE, type TargetDraft, toServiceConfig } from '../resources.ts'
import { toText } from '../values.ts'
import { CONTACT } from './fields.ts'

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
export function addContacts(conversion: Conversion, contacts: readonly Fields[]): Map<string, string[]> {
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
