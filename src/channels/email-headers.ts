/** Email headers for mail programs: threading, and unsubscribing. */
import type { Event } from '../core/incidents/event.ts'
import { isUuid } from '../core/platform/id.ts'
import type { ChannelMessage } from './channel.ts'

/**
 * Threading headers. The first email of an incident has an id derived from the incident. Every later one refers to it,
 * so that mail programs group them (RFC 5322, section 3.6.4). Other emails have an id derived from their delivery: a
 * repeat has the same id, and most mailboxes show it once. An email about an alert group refers to all its incidents,
 * and so do their later updates: the group is one thread.
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
 * Returns 22 characters for the 36 of a UUID. Nodemailer folds a Message-ID of more than 64 characters, and some
 * filters distrust one that begins on the second line.
 */
export const shortenId = (id: string): string =>
  isUuid(id) ? Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') : id

function listThreads({ data: { alert_group, incident, maintenance, probe_trouble, project_id } }: Event): string[] {
  if (alert_group) return alert_group.incidents.map((one) => `i.${shortenId(one.incident.id)}`)
  if (incident) return [`i.${shortenId(incident.id)}`]
  if (probe_trouble)
    return [`p.${shortenId(project_id)}.${probe_trouble.region}.${toShortTime(probe_trouble.started_at)}`]
  return maintenance ? [`m.${shortenId(maintenance.id)}.${toShortTime(maintenance.starts_at)}`] : []
}

const toShortTime = (iso: string): string => Date.parse(iso).toString(36)

/** An email to a fallback has a different id: if both targets use one mailbox, it shows both emails. */
function isFirst({ type, data: { alert_group, incident, update, fallback_for } }: Event): boolean {
  if (alert_group || fallback_for) return false
  if (type === 'maintenance.started' || type === 'probe_trouble.started') return true
  return incident !== undefined && (type === 'incident.opened' || update?.kind === 'created')
}

/**
 * Mail programs show an unsubscribe button for these headers (RFC 2369). It needs one click if the URL is https (RFC
 * 8058, section 3.1).
 *
 * @param url URL of the page
 */
export const toUnsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
})
