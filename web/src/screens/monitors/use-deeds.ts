/** What is selected, and what becomes of what somebody does to rows. */
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Board } from '../../app/board/board.ts'
import type { Dialogue } from './bulk-bar.tsx'
import type { Deed } from './list/list.tsx'
import type { Row } from './list/rows.ts'
import type { Shown } from './list/use-arranged.ts'
import type { View } from './remembered.ts'
import { extended, NOTHING, type Selection, toggled, within } from './selection.ts'
import type { Bulk } from './use-bulk.tsx'

interface Setting {
  board: Board
  bulk: Bulk
  shown: Shown
  view: View
  changeView: (change: Partial<View>) => void
  mayEdit: boolean
}

/** A question that is asked about some monitors. */
export interface Asked {
  kind: Dialogue
  ids: readonly string[]
}

interface Deeds {
  selected: ReadonlySet<string>
  /** The same, in the order of the selection. */
  ids: readonly string[]
  asked: Asked | null
  ask: (asked: Asked | null) => void
  act: (deed: Deed, row: Row) => void
  selectAll: () => void
  clear: () => void
}

export function useDeeds({ board, bulk, shown, view, changeView, mayEdit }: Setting): Deeds {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<Selection>(NOTHING)
  const [asked, ask] = useState<Asked | null>(null)
  const selection = useMemo(() => within(chosen, shown.ids), [chosen, shown.ids])
  const ids = useMemo(() => [...selection.ids], [selection])
  const order = useMemo(() => shown.rows.filter(({ kind }) => kind === 'monitor').map(({ id }) => id), [shown.rows])

  const fold = (row: Row, isOpen: boolean) => {
    if (row.kind !== 'group' || row.isOpen === isOpen) return
    const closed = new Set(view.closed)
    if (isOpen) closed.delete(row.id)
    else closed.add(row.id)
    changeView({ closed })
  }

  const change = (deed: 'pause' | 'move' | 'delete', row: Row) => {
    const concerned = ids.length > 0 ? ids : row.kind === 'monitor' ? [row.id] : []
    if (concerned.length === 0) return
    if (deed !== 'pause') return ask({ kind: deed, ids: concerned })
    const isAnyActive = concerned.some((id) => board.line(id)?.status === 'active')
    void bulk.run({ kind: isAnyActive ? 'pause' : 'resume' }, concerned)
  }

  const select = (deed: 'select' | 'range' | 'selectAll' | 'clear', row: Row) => {
    if (deed === 'clear') setChosen(NOTHING)
    else if (deed === 'selectAll') setChosen({ ids: new Set(order), anchor: null })
    else if (row.kind === 'monitor')
      setChosen(deed === 'select' ? toggled(selection, row.id) : extended(selection, row.id, order))
  }

  const act = (deed: Deed, row: Row) => {
    switch (deed) {
      case 'fold':
      case 'unfold':
        return fold(row, deed === 'unfold')
      case 'open':
        if (row.kind === 'group') return fold(row, !row.isOpen)
        return void navigate({ to: '/monitors/$id', params: { id: row.id } })
      case 'select':
        if (row.kind === 'group') return fold(row, !row.isOpen)
        return mayEdit ? select(deed, row) : undefined
      case 'range':
      case 'selectAll':
      case 'clear':
        return mayEdit ? select(deed, row) : undefined
      default:
        return mayEdit ? change(deed, row) : undefined
    }
  }
  return {
    selected: selection.ids,
    ids,
    asked,
    ask,
    act,
    selectAll: () => setChosen({ ids: new Set(shown.ids), anchor: null }),
    clear: () => setChosen(NOTHING),
  }
}
