/** Merges the updates and comments of an incident into one timeline. */
import type { Comment, Update } from './queries.ts'

type TimelineEntry =
  | { kind: 'update'; id: string; at: number; update: Update }
  | { kind: 'comment'; id: string; at: number; comment: Comment }

/** Newest first. Among entries of the same time, the later list entry comes first, and comments come before updates. */
export function mergeTimeline(updates: readonly Update[], comments: readonly Comment[]): TimelineEntry[] {
  const entries: TimelineEntry[] = [
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
