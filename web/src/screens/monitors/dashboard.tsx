/** Summary, filters, list and bulk actions. */
import { SearchX } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { loadChunk, usePreload } from '../../api/chunk.ts'
import { isManaged } from '../../app/managed/ask.ts'
import { usePermission } from '../../app/me.ts'
import type { MonitorStore } from '../../app/monitor-store/monitor-store.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isNarrowed } from './filter.ts'
import { useGroupTree } from './groups/use-groups.ts'
import { Footer } from './list/footer.tsx'
import { MonitorList } from './list/list.tsx'
import { Summary } from './list/summary.tsx'
import { useShownRows } from './list/use-shown-rows.ts'
import { useStripCache } from './list/use-strips.ts'
import { useListView } from './list-view.ts'
import { Toolbar } from './toolbar.tsx'
import { UntoldIncidents } from './untold-incidents.tsx'
import { useBulk } from './use-bulk.tsx'
import { useFilter } from './use-filter.ts'
import { useRowActions } from './use-row-actions.ts'

// Rarely used parts are loaded on demand
const importBulkBar = () => import('./bulk-bar.tsx')
const BulkBar = lazy(() => loadChunk(importBulkBar))
const importBulkDialogs = () => import('./bulk-dialogs.tsx')
const BulkDialogs = lazy(() => loadChunk(importBulkDialogs))
const Shortcuts = lazy(() => loadChunk(() => import('./shortcuts.tsx')))

export function Dashboard({ board: store }: { board: MonitorStore }) {
  const { list, filter: labels } = useText().monitors
  const mayEdit = usePermission('can_edit_monitors')
  const strips = useStripCache()
  const tree = useGroupTree()
  const control = useFilter()
  const [view, changeView] = useListView()
  const shown = useShownRows({ store, strips, tree, filter: control.filter, view })
  const bulk = useBulk(store)
  const mayOperate = usePermission('can_manage_incidents')
  const rowActions = useRowActions({ store, bulk, shown, view, changeView, mayEdit, mayOperate })
  const [isSelecting, setSelecting] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  usePageKeys(useCallback((key) => (key === '/' ? search.current?.focus() : setHelpOpen(true)), []))
  usePreload(importBulkBar)
  usePreload(importBulkDialogs)
  const mayDrag = mayEdit && view.isGrouped
  const isWorstFirst = control.filter.sort === 'state' && !view.isGrouped
  return (
    <>
      <UntoldIncidents store={store} rows={isWorstFirst ? shown.rows : shown.rows.slice(0, countRowsOnScreen())} />
      <Summary shown={shown} filter={control.filter} onChange={control.change} />
      <Toolbar
        control={control}
        tree={tree}
        isGrouped={view.isGrouped}
        onGrouped={(isGrouped) => changeView({ isGrouped })}
        isSelecting={isSelecting}
        onSelecting={mayOperate ? setSelecting : null}
        searchRef={search}
      />
      <div className="rounded-lg border border-line bg-surface">
        {shown.rows.length > 0 ? (
          <MonitorList
            store={store}
            strips={strips}
            rows={shown.rows}
            isTree={view.isGrouped}
            selected={rowActions.selected}
            isSelecting={isSelecting || rowActions.ids.length > 0}
            maySelect={mayOperate}
            onAction={rowActions.runAction}
            onDrop={
              mayDrag ? (ids, groupId) => bulk.ask(ids, () => void bulk.run({ kind: 'move', groupId }, ids)) : null
            }
          />
        ) : (
          <Notice icon={SearchX} title={list.noneTitle}>
            <p>{list.none}</p>
            <Button className="mt-3" onClick={control.clear}>
              {labels.clear}
            </Button>
          </Notice>
        )}
      </div>
      <Footer
        found={shown.ids.length}
        total={shown.total}
        isNarrowed={isNarrowed(control.filter)}
        isSorting={shown.isSorting}
        hasMore={store.hasMore}
        onHelp={() => setHelpOpen(true)}
      />
      {rowActions.ids.length > 0 && (
        <Suspense>
          <BulkBar
            bulk={bulk}
            mayEdit={mayEdit}
            ids={rowActions.ids}
            managed={rowActions.ids.flatMap((id) => store.findMonitor(id) ?? []).filter(isManaged)}
            isAnySilenced={rowActions.ids.some((id) => store.findMonitor(id)?.silence)}
            shownCount={shown.ids.length}
            onSelectAll={rowActions.selectAll}
            onClear={rowActions.clear}
            onAcknowledge={rowActions.acknowledgeSelected}
            onDialog={(kind) => rowActions.openDialog({ kind, ids: rowActions.ids })}
          />
        </Suspense>
      )}
      <Suspense>
        {(rowActions.dialog !== null || bulk.refused.length > 0) && (
          <BulkDialogs
            store={store}
            bulk={bulk}
            dialog={rowActions.dialog}
            onClose={() => rowActions.openDialog(null)}
          />
        )}
        {isHelpOpen && <Shortcuts onClose={() => setHelpOpen(false)} />}
      </Suspense>
    </>
  )
}

/** Returns the number of comfortable rows below the summary and the filters. */
const countRowsOnScreen = (): number => Math.max(3, Math.floor((innerHeight - 300) / 56))

/** Returns whether the user is typing, or a dialog or menu has the focus. */
const isBusy = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [role="dialog"], [role="alertdialog"], [role="menu"]',
    ) !== null)

/**
 * Handles `/` and `?` wherever the focus is.
 *
 * @param on stays the same between renders
 */
function usePageKeys(on: (key: '/' | '?') => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event
      if ((key !== '/' && key !== '?') || ctrlKey || metaKey || altKey || defaultPrevented || isBusy(event.target))
        return
      event.preventDefault()
      on(key)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [on])
}
