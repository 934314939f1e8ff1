/** The summary, the filters and the list together, and what is done to the monitors that are selected. */
import { SearchX } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { chunk } from '../../api/chunk.ts'
import type { Board } from '../../app/board/board.ts'
import { useMay } from '../../app/me.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/trouble.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { isNarrowed } from './filter.ts'
import { useGroupTree } from './groups/use-groups.ts'
import { Footer } from './list/footer.tsx'
import { MonitorList } from './list/list.tsx'
import { Summary } from './list/summary.tsx'
import { useArranged } from './list/use-arranged.ts'
import { useStrips } from './list/use-strips.ts'
import { useView } from './remembered.ts'
import { Toolbar } from './toolbar.tsx'
import { useBulk } from './use-bulk.tsx'
import { useDeeds } from './use-deeds.ts'
import { useFilter } from './use-filter.ts'

// What few visits open is loaded when it is opened
const BulkDialogs = lazy(() => chunk(() => import('./bulk-dialogs.tsx')))
const Shortcuts = lazy(() => chunk(() => import('./shortcuts.tsx')))

export function Dashboard({ board }: { board: Board }) {
  const { list, filter: words } = useText().monitors
  const mayEdit = useMay('can_edit_monitors')
  const strips = useStrips()
  const tree = useGroupTree()
  const control = useFilter()
  const [view, changeView] = useView()
  const shown = useArranged({ board, strips, tree, filter: control.filter, view })
  const bulk = useBulk(board)
  const deeds = useDeeds({ board, bulk, shown, view, changeView, mayEdit })
  const [isSelecting, setSelecting] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  usePageKeys(useCallback((key) => (key === '/' ? search.current?.focus() : setHelpOpen(true)), []))
  const mayDrag = mayEdit && view.isGrouped
  return (
    <>
      <Summary counts={shown.counts} states={control.filter.states} onChange={(states) => control.change({ states })} />
      <Toolbar
        control={control}
        tree={tree}
        isGrouped={view.isGrouped}
        onGrouped={(isGrouped) => changeView({ isGrouped })}
        isSelecting={isSelecting}
        onSelecting={mayEdit ? setSelecting : null}
        searchRef={search}
      />
      <div className="rounded-lg border border-line bg-surface">
        {shown.rows.length > 0 ? (
          <MonitorList
            board={board}
            strips={strips}
            rows={shown.rows}
            isTree={view.isGrouped}
            selected={deeds.selected}
            isSelecting={isSelecting || deeds.ids.length > 0}
            maySelect={mayEdit}
            onDeed={deeds.act}
            onDrop={mayDrag ? (ids, groupId) => void bulk.run({ kind: 'move', groupId }, ids) : null}
          />
        ) : (
          <Notice icon={SearchX} title={list.noneTitle}>
            <p>{list.none}</p>
            <Button className="mt-3" onClick={control.clear}>
              {words.clear}
            </Button>
          </Notice>
        )}
      </div>
      <Footer
        found={shown.ids.length}
        total={shown.total}
        isNarrowed={isNarrowed(control.filter)}
        isSorting={shown.isSorting}
        hasMore={board.hasMore}
        onHelp={() => setHelpOpen(true)}
      />
      {deeds.ids.length > 0 && (
        <BulkBar
          bulk={bulk}
          ids={deeds.ids}
          shownCount={shown.ids.length}
          onSelectAll={deeds.selectAll}
          onClear={deeds.clear}
          onDialogue={(kind) => deeds.ask({ kind, ids: deeds.ids })}
        />
      )}
      <Suspense>
        {(deeds.asked !== null || bulk.refused.length > 0) && (
          <BulkDialogs board={board} bulk={bulk} asked={deeds.asked} onClose={() => deeds.ask(null)} />
        )}
        {isHelpOpen && <Shortcuts onClose={() => setHelpOpen(false)} />}
      </Suspense>
    </>
  )
}

/** Whether letters are being written, or something floats above the page, which then has the focus. */
const isBusy = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [role="dialog"], [role="alertdialog"], [role="menu"]',
    ) !== null)

/** `/` and `?`, wherever the focus is. @param on stays the same between renders */
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
