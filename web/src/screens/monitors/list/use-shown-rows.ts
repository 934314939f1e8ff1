/** Rows of the list: the monitor store, filtered and sorted. */
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
  /** All monitors of the project, without a filter. */
  total: number
  /** Whether the values to sort by are still loading. */
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
  const orderVersion = useOrderVersion(store)
  const responseTimeVersion = useResponseTimeVersion(store, filter.sort === 'response')
  const isByUptime = filter.sort === 'uptime'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids change only with the order
  const keys = useMemo(
    () => (isByUptime ? store.listMonitors().map(({ id }) => id) : null),
    [store, isByUptime, orderVersion],
  )
  const { known: stripsVersion, isReading } = useAllStrips(strips, keys)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the versions represent the content of the store and the strips
  const filtered = useMemo(
    () => filterAndSort(store.listMonitors(), toListOptions(filter, tree), (id) => strips.findUptime(id)),
    [store, strips, filter, tree, orderVersion, responseTimeVersion, stripsVersion],
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
