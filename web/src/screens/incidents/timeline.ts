/** Merges everything that happened during an incident into one timeline. */
import type { Delivery } from '../../parts/notifications/delivery/delivery.tsx'
import type { Change, Comment, Incident, Update } from './queries.ts'

export type TimelineEntry = { id: string; at: number } & (
  | { kind: 'update'; update: Update }
  | { kind: 'comment'; comment: Comment }
  | { kind: 'delivery'; delivery: Delivery }
  | { kind: 'change'; change: Change }
  | { kind: 'failure' }
)

export const TIMELINE_FILTERS = ['all', 'updates', 'notifications', 'failed', 'changes'] as const
export type TimelineFilter = (typeof TIMELINE_FILTERS)[number]

/** Returns whether a filter shows an entry. */
export function isTimelineMatch(entry: TimelineEntry, filter: TimelineFilter): boolean {
  if (filter === 'all') return true
  if (filter === 'changes') return entry.kind === 'change'
  if (filter === 'updates') return entry.kind === 'update' || entry.kind === 'comment' || entry.kind === 'failure'
  if (entry.kind !== 'delivery') return false
  return filter === 'notifications' || entry.delivery.status === 'failed' || entry.delivery.status === 'bounced'
}

/** Returns the entries beside the updates and comments. */
export function listFurtherEntries(
  incident: Pick<Incident, 'id' | 'source' | 'started_at' | 'created_at'>,
  deliveries: readonly Delivery[],
  changes: readonly Change[],
): TimelineEntry[] {
  const startedAt = Date.parse(incident.started_at)
  // The service opens an incident when it has confirmed the first failure
  const hasFailure = incident.source === 'system' && startedAt < Date.parse(incident.created_at)
  return [
    ...(hasFailure ? [{ kind: 'failure' as const, id: 'failure', at: startedAt }] : []),
    ...deliveries.map((delivery) => ({
      kind: 'delivery' as const,
      id: delivery.id,
      at: Date.parse(delivery.created_at),
      delivery,
    })),
    ...changes.map((change, index) => ({
      kind: 'change' as const,
      id: `change ${index}`,
      at: Date.parse(change.created_at),
      change,
    })),
  ]
}

/**
 * @param updates oldest first
 * @returns the end of the outage before the last one; undefined when the incident was never reopened
 */
export function findEarlierResolution(updates: readonly Update[]): Update | undefined {
  const reopening = updates.findLastIndex(({ kind }) => kind === 'reopened')
  return updates.slice(0, Math.max(0, reopening)).findLast(({ kind }) => kind === 'resolved')
}

/** Newest first. Among entries of the same time, the later list entry comes first, and comments come before updates. */
export function mergeTimeline(
  updates: readonly Update[],
  comments: readonly Comment[],
  further: readonly TimelineEntry[] = [],
): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...further,
    ...updates.map(
      (update): TimelineEntry => ({ kind: 'update', id: update.id, at: Date.parse(update.created_at), update }),
    ),
    ...comments.map(
      (comment): TimelineEntry => ({ kind: 'comment', id: comment.id, at: Date.parse(comment.created_at), comment }),
    ),
  ]
  return entries
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => b.entry.at - a.entry.at || b.index - a.index)
    .map(({ entry }) => entry)
}

/** Default messages of the service. The kind of the entry already states the same in the user's language. */
const REDUNDANT_MESSAGES = new Set([
  'Incident resolved',
  'Incident reopened',
  'Incident acknowledged',
  'Incident created',
])

/** Returns the message of an entry; null when it only repeats the kind. */
export function findEntryMessage({ kind, message }: Pick<Update, 'kind' | 'message'>): string | null {
  if (kind === 'acknowledged' || kind === 'unacknowledged' || REDUNDANT_MESSAGES.has(message) || message === '')
    return null
  return message
}

/** Returns the names of the status pages that list any of the monitors. */
export const listPagesShowing = (
  pages: readonly { name: string; shownIds: readonly string[] }[],
  ids: readonly string[],
): string[] => pages.filter((page) => page.shownIds.some((id) => ids.includes(id))).map(({ name }) => name)

/** Returns the monitors of an incident, the primary one first. */
export const listMonitorIds = ({
  check_id: own,
  affected_monitor_ids: others,
}: {
  check_id?: string
  affected_monitor_ids: readonly string[]
}): string[] => [...new Set(own === undefined ? others : [own, ...others])]
