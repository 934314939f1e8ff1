/** Which monitors a list shows, and in which order. Pure: thousands of them are arranged within a few milliseconds. */
import type { MonitorState } from '../../ui/status.tsx'
import { type MonitorLine, STATES, stateOf } from './line.ts'

export const SORTS = ['state', 'name', 'response', 'uptime'] as const
export type Sort = (typeof SORTS)[number]

export interface Wish {
  /** Words that must all be found in the name, the target or the tags. */
  text: string
  /** Empty for all. */
  states: readonly MonitorState[]
  types: readonly string[]
  tag: string | null
  /** A group with those below it; null for all, an empty set for those without a group. */
  groups: ReadonlySet<string> | null
  sort: Sort
}

export interface Arranged {
  /** In the order to be shown. */
  ids: readonly string[]
  /** How many there are of each state, whichever states are wished for. */
  counts: ReadonlyMap<MonitorState, number>
}

/** What is found by typing: words in any order, whatever their case. */
const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

function isFound({ name, target, tags }: MonitorLine, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = `${name}\n${target}\n${tags.join('\n')}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

const isInGroups = ({ group_id: id }: MonitorLine, groups: ReadonlySet<string>): boolean =>
  id === null ? groups.size === 0 : groups.has(id)

/**
 * @param lines by name
 * @param uptimeOf 0-100, null where it is not known
 */
export function arrange(
  lines: readonly MonitorLine[],
  { text, states, types, tag, groups, sort }: Wish,
  uptimeOf: (id: string) => number | null = () => null,
): Arranged {
  const words = wordsOf(text)
  const counts = new Map<MonitorState, number>()
  const found: { line: MonitorLine; state: MonitorState }[] = []
  for (const line of lines) {
    if (types.length > 0 && !types.includes(line.type)) continue
    if (tag !== null && !line.tags.includes(tag)) continue
    if (groups !== null && !isInGroups(line, groups)) continue
    if (!isFound(line, words)) continue
    const state = stateOf(line)
    counts.set(state, (counts.get(state) ?? 0) + 1)
    if (states.length === 0 || states.includes(state)) found.push({ line, state })
  }
  return { ids: ordered(found, sort, uptimeOf), counts }
}

/** What comes sorted by name stays so among equals, since sorting is stable. */
function ordered(
  found: readonly { line: MonitorLine; state: MonitorState }[],
  sort: Sort,
  uptimeOf: (id: string) => number | null,
): string[] {
  const idsOf = (some: readonly { line: MonitorLine }[]) => some.map(({ line }) => line.id)
  if (sort === 'name') return idsOf(found)
  if (sort === 'state') {
    const byState = Map.groupBy(found, ({ state }) => state)
    return STATES.flatMap((state) => idsOf(byState.get(state) ?? []))
  }
  // The slowest first, the least available first: a list is sorted to see the worst. What is not known comes last
  const keyOf =
    sort === 'response'
      ? ({ line }: { line: MonitorLine }) => -(line.last_response_time_ms ?? Number.NEGATIVE_INFINITY)
      : ({ line }: { line: MonitorLine }) => uptimeOf(line.id) ?? Number.POSITIVE_INFINITY
  return found
    .map(({ line }) => ({ line, key: keyOf({ line }) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key - b.key))
    .map(({ line }) => line.id)
}
