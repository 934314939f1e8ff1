/** What the list shows: the board, as the filter wishes it, row by row. */
import { useMemo } from 'react'
import { type FilteredMonitors, filterAndSort } from '../../../app/monitor-store/filter-monitors.ts'
import type { MonitorStore } from '../../../app/monitor-store/monitor-store.ts'
import { useOrderVersion, useResponseTimeVersion } from '../../../app/monitor-store/use-monitor-store.ts'
import { useText } from '../../../text/text.tsx'
import { type Filter, isNarrowed, toListOptions } from '../filter.ts'
import type { GroupTree } from '../groups/tree.ts'
import type { ListView } from '../list-view.ts'
import { groupRows, type Row, toFlatRows } from './rows.ts'
import type { StripCache } from './strip-cache.ts'
import { useAllStrips } from './use-strips.ts'

export interface ShownRows extends FilteredMonitors {
  rows: readonly Row[]
  /** Of the project, before any filter. */
  total: number
  /** What the list is sorted by is still being read. */
  isSorting: boolean
}

interface Sources {
  store: MonitorStore
  strips: StripCache
  tree: GroupTree
  filter: Filter
  view: ListView
}

export function useShownRows({ store, strips, tree, filter, view }: Sources): ShownRows {
  const { ungrouped } = useText().monitors.list
  const moves = useOrderVersion(store)
  const measures = useResponseTimeVersion(store, filter.sort === 'response')
  const isByUptime = filter.sort === 'uptime'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids are others only when something has moved
  const wanted = useMemo(
    () => (isByUptime ? store.listMonitors().map(({ id }) => id) : null),
    [store, isByUptime, moves],
  )
  const { known, isReading } = useAllStrips(strips, wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counters stand for what the board and the strips hold
  const filtered = useMemo(
    () => filterAndSort(store.listMonitors(), toListOptions(filter, tree), (id) => strips.findUptime(id)),
    [store, strips, filter, tree, moves, measures, known],
  )
  const rows = useMemo(() => {
    if (!view.isGrouped) return toFlatRows(filtered.ids)
    return groupRows({
      ids: filtered.ids,
      getMonitor: (id) => store.findMonitor(id),
      tree,
      closed: view.closed,
      hasEmpty: !isNarrowed(filter),
      ungroupedName: ungrouped,
    })
  }, [filtered, store, tree, view, filter, ungrouped])
  return { ...filtered, rows, total: store.listMonitors().length, isSorting: isReading }
}
