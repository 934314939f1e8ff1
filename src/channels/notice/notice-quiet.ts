/** A notice about the messages that were held during quiet hours: a list of incidents and maintenance. */
import type { AlertGroupFacts, Event, GroupedIncident, QuietHoursFacts } from '../../core/incidents/event.ts'
import { hideKeys } from '../../core/platform/plain-text.ts'
import { chooseMood, formatDowntime, quote } from './notice-incident.ts'
import { formatTroubleLine } from './notice-probe-trouble.ts'
import type { Mood, NoticeContent } from './notice-types.ts'

/** Maximum number of listed lines; the link leads to all incidents. */
const MAX_LINES = 20

export function toQuietNotice(event: Event, held: QuietHoursFacts, baseUrl: string): NoticeContent {
  const group = event.data.alert_group ?? { count: 0, incidents: [], causes: [] }
  const open = group.incidents.filter(({ incident }) => incident.status !== 'resolved')
  const resolved = group.incidents.filter(({ incident }) => incident.status === 'resolved')
  const troubles = held.probe_troubles ?? []
  const lines = [
    ...open.map(formatOpen),
    ...resolved.map((one) => formatResolved(one, event.timestamp)),
    ...troubles.map(({ probe_trouble }) => formatTroubleLine(probe_trouble)),
    ...held.maintenance.map(formatMaintenance),
  ]
  return {
    title: `Quiet hours ended: ${formatCounts(group, open.length, held.maintenance.length, troubles.length)}`,
    mood: chooseQuietMood(open, group.count, troubles),
    text: `${held.message_count} ${held.message_count === 1 ? 'message was' : 'messages were'} held during quiet hours.`,
    list: { items: lines.slice(0, MAX_LINES), total: group.count + held.maintenance.length + troubles.length },
    link: { label: 'View incidents', url: `${baseUrl}/incidents` },
  }
}

function formatCounts(group: AlertGroupFacts, open: number, maintenance: number, troubles: number): string {
  const resolved = group.incidents.length - open
  const of = group.count > group.incidents.length ? ` of the first ${group.incidents.length} of ${group.count}` : ''
  const incidents = [open > 0 ? `${open} open` : '', resolved > 0 ? `${resolved} resolved` : ''].filter(Boolean)
  if (incidents.length === 0 && troubles > 0)
    return `trouble of probes in ${troubles} ${troubles === 1 ? 'region' : 'regions'}`
  if (incidents.length === 0) return `${maintenance} maintenance ${maintenance === 1 ? 'window' : 'windows'}`
  return `${incidents.join(' and ')}${of} ${group.count === 1 ? 'incident' : 'incidents'}`
}

const WORST_FIRST: readonly Mood[] = ['bad', 'warning']

function chooseQuietMood(
  open: readonly GroupedIncident[],
  count: number,
  troubles: NonNullable<QuietHoursFacts['probe_troubles']>,
): Mood {
  const lasting = troubles.filter(({ probe_trouble }) => probe_trouble.ended_at === undefined)
  const moods = [
    ...open.map(({ incident }) => chooseMood('incident.opened', incident)),
    ...lasting.map(() => 'warning' as const),
  ]
  return WORST_FIRST.find((mood) => moods.includes(mood)) ?? (count > 0 ? 'good' : 'neutral')
}

function formatOpen({ incident }: GroupedIncident): string {
  const state = incident.status === 'acknowledged' ? 'Acknowledged' : 'Open'
  return `${state}: ${incident.title}${incident.error_message ? `: ${hideKeys(incident.error_message)}` : ''}`
}

const formatResolved = ({ incident }: GroupedIncident, notifiedAt: string): string =>
  `Resolved after ${formatDowntime(incident, notifiedAt)}: ${incident.title}`

const formatMaintenance = ({ event, maintenance }: QuietHoursFacts['maintenance'][number]): string =>
  `Maintenance ${event === 'maintenance.started' ? 'started' : 'ended'}: ${quote(maintenance.name)}`
