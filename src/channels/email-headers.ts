/** What a mail says to programs: which thread it belongs to, and how its reader gets no more of them. */
import type { Event } from '../core/incidents/event.ts'
import { isUuid } from '../core/platform/id.ts'
import type { ChannelMessage } from './channel.ts'

/**
 * The first mail of an incident has an id that follows from the incident, and every later one refers to it, so that
 * mail programs show them together (RFC 5322, section 3.6.4). The others are called after their delivery: a repeat has
 * the same id, and most mailboxes show it once. A mail that stands for many refers to all of them, and so does their
 * later news: a storm is one thread.
 *
 * @param host right side of the ids
 */
export function toThreadHeaders(
  { id, event }: Pick<ChannelMessage, 'id' | 'event'>,
  host: string,
): Record<string, string> {
  const threads = listThreads(event).map((name) => toMessageId(name, host))
  if (isFirst(event)) return { 'Message-ID': threads[0]! }
  return {
    'Message-ID': toMessageId(shortenId(id), host),
    ...(threads.length > 0 && { 'In-Reply-To': threads.at(-1)!, References: threads.join(' ') }),
  }
}

export const toMessageId = (name: string, host: string): string => `<${name}@${host}>`

/**
 * Returns 22 characters for the 36 of a UUID: a Message-ID of more than 64 is alert_group by nodemailer, and some filters
 * distrust one that begins on the second line.
 */
export const shortenId = (id: string): string =>
  isUuid(id) ? Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') : id

function listThreads({ data: { alert_group, incident, maintenance } }: Event): string[] {
  if (alert_group) return alert_group.incidents.map((one) => `i.${shortenId(one.incident.id)}`)
  if (incident) return [`i.${shortenId(incident.id)}`]
  return maintenance ? [`m.${shortenId(maintenance.id)}.${Date.parse(maintenance.starts_at).toString(36)}`] : []
}

/** What a fallback hears has an id of its own: should both go to one mailbox, it shows them both. */
function isFirst({ type, data: { alert_group, incident, update, fallback_for } }: Event): boolean {
  if (alert_group || fallback_for) return false
  if (type === 'maintenance.started') return true
  return incident !== undefined && (type === 'incident.opened' || update?.kind === 'created')
}

/**
 * Mail programs make a button of it (RFC 2369); with one click where the address is https (RFC 8058, section 3.1).
 *
 * @param url of the page
 */
export const toUnsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
})
