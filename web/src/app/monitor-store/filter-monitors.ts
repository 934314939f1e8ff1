/** Filters and sorts the list of monitors. Pure: thousands of monitors take a few milliseconds. */
import type { MonitorState } from '../../ui/status.tsx'
import { getMonitorState, type MonitorSummary, STATES } from './monitor-summary.ts'

export const SORTS = ['state', 'name', 'response', 'uptime'] as const
export type Sort = (typeof SORTS)[number]

export interface ListOptions {
  /** Search words; each must match the name, the target or the tags. */
  text: string
  /** Empty for all. */
  states: readonly MonitorState[]
  /** Whether only silenced monitors are listed. */
  isSilenced: boolean
  types: readonly string[]
  tag: string | null
  /** A group with all its subgroups; null for all groups, an empty set for monitors without a group. */
  groups: ReadonlySet<string> | null
  sort: Sort
}

export interface FilteredMonitors {
  /** In display order. */
  ids: readonly string[]
  /** Number of monitors per state, independent of the state filter. */
  counts: ReadonlyMap<MonitorState, number>
  /** Number of silenced monitors, independent of the filters of states and silences. */
  silenced: number
}

/** Search words match in any order and ignore case. */
const splitWords = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

function hasAllWords({ name, target, tags }: MonitorSummary, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = `${name}\n${target}\n${tags.join('\n')}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

const isInGroups = ({ group_id: id }: MonitorSummary, groups: ReadonlySet<string>): boolean =>
  id === null ? groups.size === 0 : groups.has(id)

/**
 * @param monitors sorted by name
 * @param findUptime 0-100, null if unknown
 */
export function filterAndSort(
  monitors: readonly MonitorSummary[],
  { text, states, isSilenced, types, tag, groups, sort }: ListOptions,
  findUptime: (id: string) => number | null = () => null,
): FilteredMonitors {
  const words = splitWords(text)
  const counts = new Map<MonitorState, number>()
  let silenced = 0
  const found: { line: MonitorSummary; state: MonitorState }[] = []
  for (const monitor of monitors) {
    if (types.length > 0 && !types.includes(monitor.type)) continue
    if (tag !== null && !monitor.tags.includes(tag)) continue
    if (groups !== null && !isInGroups(monitor, groups)) continue
    if (!hasAllWords(monitor, words)) continue
    if (monitor.silence) silenced++
    const state = getMonitorState(monitor)
    counts.set(state, (counts.get(state) ?? 0) + 1)
    if (isSilenced && !monitor.silence) continue
    if (states.length === 0 || states.includes(state)) found.push({ line: monitor, state })
  }
  return { ids: sortIds(found, sort, findUptime), counts, silenced }
}

/** Equal monitors keep their order by name, since sorting is stable. */
function sortIds(
  found: readonly { line: MonitorSummary; state: MonitorState }[],
  sort: Sort,
  findUptime: (id: string) => number | null,
): string[] {
  const toIds = (entries: readonly { line: MonitorSummary }[]) => entries.map(({ line: monitor }) => monitor.id)
  if (sort === 'name') return toIds(found)
  if (sort === 'state') {
    const byState = Map.groupBy(found, ({ state }) => state)
    return STATES.flatMap((state) => toIds(byState.get(state) ?? []))
  }
  // The slowest and the least available first: users sort to find the worst. Unknown values come last
  const getSortKey =
    sort === 'response'
      ? ({ line: monitor }: { line: MonitorSummary }) => -(monitor.last_response_time_ms ?? Number.NEGATIVE_INFINITY)
      : ({ line: monitor }: { line: MonitorSummary }) => findUptime(monitor.id) ?? Number.POSITIVE_INFINITY
  return found
    .map(({ line: monitor }) => ({ line: monitor, key: getSortKey({ line: monitor }) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key - b.key))
    .map(({ line: monitor }) => monitor.id)
}
