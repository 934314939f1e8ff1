/** The filter of the list, stored in the address so that it can be shared and survives a reload. */
import { type ListOptions, SORTS, type Sort } from '../../app/monitor-store/filter-monitors.ts'
import { type MonitorSummary, STATES } from '../../app/monitor-store/monitor-summary.ts'
import type { MonitorState } from '../../ui/status.tsx'
import type { GroupTree } from './groups/tree.ts'

export const TYPES: readonly MonitorSummary['type'][] = ['HTTP', 'KEYWORD', 'ICMP', 'TCP', 'DNS', 'HEARTBEAT']

/** Replaces the group id to select monitors without a group. */
export const NO_GROUP = 'none'

export interface Filter {
  text: string
  states: readonly MonitorState[]
  isSilenced: boolean
  type: string | null
  /** An id, or `NO_GROUP`. */
  group: string | null
  tag: string | null
  sort: Sort
}

export const NO_FILTER: Filter = {
  text: '',
  states: [],
  isSilenced: false,
  type: null,
  group: null,
  tag: null,
  sort: 'state',
}

/** Parses the query of the address and ignores unknown values. */
export function parseFilter(search: Readonly<Record<string, unknown>>): Filter {
  const textOf = (name: string): string => {
    const value = search[name]
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  }
  const named = textOf('state').split(',')
  return {
    text: textOf('q'),
    states: STATES.filter((state) => named.includes(state)),
    isSilenced: textOf('silenced') === 'yes',
    type: TYPES.find((type) => type === textOf('type')) ?? null,
    group: textOf('group') || null,
    tag: textOf('tag') || null,
    sort: SORTS.find((sort) => sort === textOf('sort')) ?? 'state',
  }
}

type FilterSearch = Partial<Record<'q' | 'state' | 'silenced' | 'type' | 'group' | 'tag' | 'sort', string>>

/** Defaults are left out of the address. */
export const toSearch = ({ text, states, isSilenced, type, group, tag, sort }: Filter): FilterSearch => ({
  ...(text && { q: text }),
  ...(states.length > 0 && { state: states.join(',') }),
  ...(isSilenced && { silenced: 'yes' }),
  ...(type && { type }),
  ...(group && { group }),
  ...(tag && { tag }),
  ...(sort !== 'state' && { sort }),
})

export const isNarrowed = ({ text, states, isSilenced, type, group, tag }: Filter): boolean =>
  text.trim() !== '' || states.length > 0 || isSilenced || type !== null || group !== null || tag !== null

export const toListOptions = (
  { text, states, isSilenced, type, group, tag, sort }: Filter,
  tree: GroupTree,
): ListOptions => ({
  text,
  states,
  isSilenced,
  types: type === null ? [] : [type],
  tag,
  groups: group === null ? null : group === NO_GROUP ? new Set() : (tree.byId.get(group)?.subtree ?? new Set([group])),
  sort,
})
