/** What happened to an incident and what was said about it, as one story. */
import type { Comment, Update } from './queries.ts'

type TimelineEntry =
  | { kind: 'update'; id: string; at: number; update: Update }
  | { kind: 'comment'; id: string; at: number; comment: Comment }

/** Newest first; of one moment what came later in its list stands above, and a comment above what it may be about. */
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
    .map((entry, index) => ({ entry, place: index }))
    .sort((a, b) => b.entry.at - a.entry.at || b.place - a.place)
    .map(({ entry }) => entry)
}

/** What the service says where nobody said anything: the kind of the entry tells the same in the reader's language. */
const REDUNDANT_MESSAGES = new Set([
  'Incident resolved',
  'Incident reopened',
  'Incident acknowledged',
  'Incident created',
])

/** The words of an entry that are worth showing; null when its kind says it all. */
export function findEntryMessage({ kind, message }: Pick<Update, 'kind' | 'message'>): string | null {
  if (kind === 'acknowledged' || REDUNDANT_MESSAGES.has(message) || message === '') return null
  return message
}

/** The pages that show an incident of these monitors, by name. */
export const listPagesShowing = (
  pages: readonly { name: string; monitorIds: readonly string[] }[],
  monitorIds: readonly string[],
): string[] => pages.filter((page) => page.monitorIds.some((id) => monitorIds.includes(id))).map(({ name }) => name)

/** Those that an incident is about: its own first. */
export const listMonitorIds = ({
  check_id: own,
  affected_monitor_ids: others,
}: {
  check_id?: string
  affected_monitor_ids: readonly string[]
}): string[] => [...new Set(own === undefined ? others : [own, ...others])]
