/**
 * The status history as a list of entries, and how stored entries change when late results show what happened meanwhile.
 * No entry has the length zero, and no entry repeats the status before it.
 */

/** A status and its start, Unix ms. */
interface Entry {
  to: string
  at: number
}

export interface StoredEntry extends Entry {
  id: string
  /** Null on the first entry of a monitor. */
  from: string | null
  reason: string
  /** Null when the engine changed the status. */
  actorId: string | null
  endedAt: number | null
}

/** An entry without an id is new. */
export type TimelineEntry = Entry & { reason: string; id?: string }

/** An entry with the start and the end that follow from its neighbours. */
interface LinkedEntry extends TimelineEntry {
  from: string | null
  endedAt: number | null
}

/** Changes of the stored entries of one monitor. */
export interface TimelineChanges {
  /** Ids. */
  deleted: string[]
  /** Stored entries whose predecessor or end changes. */
  relinked: (LinkedEntry & { id: string })[]
  added: LinkedEntry[]
  /** The last entry. */
  current: Entry
}

/** Removes entries that end when they begin, and entries that repeat a status. */
export function normalizeTimeline<E extends Entry>(entries: readonly E[]): E[] {
  const kept: E[] = []
  for (const entry of entries) {
    while (kept.length > 0 && kept.at(-1)!.at >= entry.at) kept.pop()
    if (kept.at(-1)?.to !== entry.to) kept.push(entry)
  }
  return kept
}

/**
 * Returns the changes that turn stored entries into the wanted ones. An entry that stays is not written again, so it
 * keeps its reason and its author.
 *
 * @param stored the last entries of a monitor, oldest first
 * @param next entries in the order of time, at least one
 */
export function compareTimelines(stored: readonly StoredEntry[], next: readonly TimelineEntry[]): TimelineChanges {
  const first = stored[0]?.from ?? null
  const entries = normalizeTimeline(next).map((entry, index, all): LinkedEntry => {
    const same = stored.find(({ to, at }) => to === entry.to && at === entry.at)
    const { id, reason } = same ?? entry
    const link = { from: all[index - 1]?.to ?? first, endedAt: all[index + 1]?.at ?? null }
    return { to: entry.to, at: entry.at, reason, ...(id !== undefined && { id }), ...link }
  })
  const byId = new Map(stored.map((entry) => [entry.id, entry]))
  const kept = new Set(entries.map(({ id }) => id))
  const { to, at } = entries.at(-1)!
  return {
    deleted: stored.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
    relinked: entries.flatMap((entry) => {
      const { id, from, endedAt } = entry
      const before = id === undefined ? undefined : byId.get(id)
      return before && (before.from !== from || before.endedAt !== endedAt) ? [{ ...entry, id: before.id }] : []
    }),
    added: entries.filter(({ id }) => id === undefined),
    current: { to, at },
  }
}
