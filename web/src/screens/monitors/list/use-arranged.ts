/** What the list shows: the board, as the filter wishes it, row by row. */
import { useMemo } from 'react'
import { type Arranged, arrange } from '../../../app/board/arrange.ts'
import type { Board } from '../../../app/board/board.ts'
import { useMeasures, useMoves } from '../../../app/board/use-board.ts'
import { useText } from '../../../text/text.tsx'
import { type Filter, isNarrowed, wishOf } from '../filter.ts'
import type { GroupTree } from '../groups/tree.ts'
import type { View } from '../remembered.ts'
import { flatRows, groupedRows, type Row } from './rows.ts'
import type { Strips } from './strips.ts'
import { useAllStrips } from './use-strips.ts'

export interface Shown extends Arranged {
  rows: readonly Row[]
  /** Of the project, before any filter. */
  total: number
  /** What the list is sorted by is still being read. */
  isSorting: boolean
}

interface Sources {
  board: Board
  strips: Strips
  tree: GroupTree
  filter: Filter
  view: View
}

export function useArranged({ board, strips, tree, filter, view }: Sources): Shown {
  const { loose } = useText().monitors.list
  const moves = useMoves(board)
  const measures = useMeasures(board, filter.sort === 'response')
  const isByUptime = filter.sort === 'uptime'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids are others only when something has moved
  const wanted = useMemo(() => (isByUptime ? board.lines().map(({ id }) => id) : null), [board, isByUptime, moves])
  const { known, isReading } = useAllStrips(strips, wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counters stand for what the board and the strips hold
  const arranged = useMemo(
    () => arrange(board.lines(), wishOf(filter, tree), (id) => strips.uptimeOf(id)),
    [board, strips, filter, tree, moves, measures, known],
  )
  const rows = useMemo(() => {
    if (!view.isGrouped) return flatRows(arranged.ids)
    return groupedRows({
      ids: arranged.ids,
      lineOf: (id) => board.line(id),
      tree,
      closed: view.closed,
      hasEmpty: !isNarrowed(filter),
      looseName: loose,
    })
  }, [arranged, board, tree, view, filter, loose])
  return { ...arranged, rows, total: board.lines().length, isSorting: isReading }
}
