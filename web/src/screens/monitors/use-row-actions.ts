/** The selection, and the effects of row actions. */
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useAcknowledge } from '../../app/incidents/use-acknowledge.ts'
import type { MonitorStore } from '../../app/monitor-store/monitor-store.ts'
import type { BulkDialog } from './bulk-bar.tsx'
import type { RowAction } from './list/list.tsx'
import type { Row } from './list/rows.ts'
import type { ShownRows } from './list/use-shown-rows.ts'
import type { ListView } from './list-view.ts'
import { extendSelection, filterSelection, NO_SELECTION, type Selection, toggleMonitor } from './selection.ts'
import type { Bulk } from './use-bulk.tsx'

interface RowActionsOptions {
  store: MonitorStore
  bulk: Bulk
  shown: ShownRows
  view: ListView
  changeView: (change: Partial<ListView>) => void
  mayEdit: boolean
  /** Whether the role may silence and acknowledge, and therefore select. */
  mayOperate: boolean
}

/** An open dialog and the monitors it is about. */
export interface DialogRequest {
  kind: BulkDialog
  ids: readonly string[]
}

interface RowActions {
  selected: ReadonlySet<string>
  /** Ids in the order of the selection. */
  ids: readonly string[]
  dialog: DialogRequest | null
  openDialog: (dialog: DialogRequest | null) => void
  runAction: (action: RowAction, row: Row) => void
  selectAll: () => void
  clear: () => void
  /** Acknowledges the incidents of the selected monitors; null when none is open, or when the role forbids it. */
  acknowledgeSelected: (() => void) | null
}

export function useRowActions({
  store,
  bulk,
  shown,
  view,
  changeView,
  mayEdit,
  mayOperate,
}: RowActionsOptions): RowActions {
  const navigate = useNavigate()
  const { acknowledge } = useAcknowledge()
  const [chosen, setChosen] = useState<Selection>(NO_SELECTION)
  const [dialog, setDialog] = useState<DialogRequest | null>(null)
  const selection = useMemo(() => filterSelection(chosen, shown.ids), [chosen, shown.ids])
  const ids = useMemo(() => [...selection.ids], [selection])
  const order = useMemo(() => shown.rows.filter(({ kind }) => kind === 'monitor').map(({ id }) => id), [shown.rows])

  const openDialog = (request: DialogRequest | null) =>
    request === null || request.kind === 'silence'
      ? setDialog(request)
      : bulk.ask(request.ids, () => setDialog(request))

  const setGroupOpen = (row: Row, isOpen: boolean) => {
    if (row.kind !== 'group' || row.isOpen === isOpen) return
    const closed = new Set(view.closed)
    if (isOpen) closed.delete(row.id)
    else closed.add(row.id)
    changeView({ closed })
  }

  const listOpen = (monitorIds: readonly string[]) =>
    monitorIds.flatMap((id) => {
      const incident = store.findMonitor(id)?.open_incident
      return incident?.status === 'open' ? [incident] : []
    })

  const change = (action: 'pause' | 'move' | 'silence' | 'delete', row: Row) => {
    const monitorIds = ids.length > 0 ? ids : row.kind === 'monitor' ? [row.id] : []
    if (monitorIds.length === 0) return
    if (action === 'move' || action === 'silence') return openDialog({ kind: action, ids: monitorIds })
    if (action === 'delete') return bulk.ask(monitorIds, () => void bulk.run({ kind: action }, monitorIds))
    const isAnyActive = monitorIds.some((id) => store.findMonitor(id)?.status === 'active')
    void bulk.run({ kind: isAnyActive ? 'pause' : 'resume' }, monitorIds)
  }

  const select = (action: 'select' | 'range' | 'selectAll' | 'clear', row: Row) => {
    if (action === 'clear') setChosen(NO_SELECTION)
    else if (action === 'selectAll') setChosen({ ids: new Set(order), anchor: null })
    else if (row.kind === 'monitor')
      setChosen(action === 'select' ? toggleMonitor(selection, row.id) : extendSelection(selection, row.id, order))
  }

  const runAction = (action: RowAction, row: Row) => {
    switch (action) {
      case 'fold':
      case 'unfold':
        return setGroupOpen(row, action === 'unfold')
      case 'open':
        if (row.kind === 'group') return setGroupOpen(row, !row.isOpen)
        return void navigate({ to: '/monitors/$id', params: { id: row.id } })
      case 'incident': {
        const incident = store.findMonitor(row.id)?.open_incident
        return incident ? void navigate({ to: '/incidents/$id', params: { id: incident.id } }) : undefined
      }
      case 'select':
        if (row.kind === 'group') return setGroupOpen(row, !row.isOpen)
        return mayOperate ? select(action, row) : undefined
      case 'range':
      case 'selectAll':
      case 'clear':
        return mayOperate ? select(action, row) : undefined
      case 'acknowledge':
        return mayOperate ? acknowledge(listOpen(ids.length > 0 ? ids : [row.id])) : undefined
      case 'silence':
        return mayOperate ? change(action, row) : undefined
      default:
        return mayEdit ? change(action, row) : undefined
    }
  }
  const open = mayOperate ? listOpen(ids) : []
  return {
    selected: selection.ids,
    ids,
    dialog,
    openDialog,
    runAction,
    selectAll: () => setChosen({ ids: new Set(shown.ids), anchor: null }),
    clear: () => setChosen(NO_SELECTION),
    acknowledgeSelected: open.length > 0 ? () => acknowledge(open) : null,
  }
}
