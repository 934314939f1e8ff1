/**
 * The list of monitors. It renders only visible rows. The list is one tab stop, and arrow keys move between its rows
 * (ARIA Authoring Practices: grid, or treegrid with groups).
 */

import { type FocusEvent, type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import { useIsCompact } from '../../../app/density.ts'
import type { MonitorStore } from '../../../app/monitor-store/monitor-store.ts'
import { useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'
import { GroupRowCells } from '../groups/group-row.tsx'
import { findKeyAction, type KeyAction } from '../keys.ts'
import { useDragging } from '../use-dragging.ts'
import { useFocusOnRow, useListBox, useScrollAfterReload } from '../use-list-layout.ts'
import { COLUMNS, GRID, getGridWidths, getRowHeights, MonitorRowCells } from './columns.tsx'
import { GridCell } from './grid-cell.tsx'
import type { Row } from './rows.ts'
import type { StripCache } from './strip-cache.ts'
import { useVisibleRows } from './use-visible-rows.ts'

/** A user action on a row, by mouse or keyboard. */
export type RowAction = Exclude<KeyAction, { kind: 'go' }>['kind'] | 'range'

interface ListProps {
  store: MonitorStore
  strips: StripCache
  rows: readonly Row[]
  isTree: boolean
  selected: ReadonlySet<string>
  /** Whether checkboxes are shown on narrow screens. */
  isSelecting: boolean
  maySelect: boolean
  /** @param row the row acted on */
  onAction: (action: RowAction, row: Row) => void
  /** Called when monitors are dropped on a group; null when this is not allowed. */
  onDrop: ((ids: readonly string[], groupId: string | null) => void) | null
}

/** Compact rows of wider lists have one line; as `@4xl/list`. */
const ONE_LINE_REM = 56

/** Height of the sticky toolbar above the rows. */
const HEADER_REM = 7

/** Height of the floating bar of a selection. */
const BAR_REM = 5

export function MonitorList({
  store,
  strips,
  rows,
  isTree,
  selected,
  isSelecting,
  maySelect,
  onAction,
  onDrop,
}: ListProps) {
  const { list } = useText().monitors
  const body = useRef<HTMLDivElement>(null)
  const [activeId, setActiveId] = useState<string | null>(null)
  const [hasFocus, setHasFocus] = useState(false)
  const isCompact = useIsCompact()
  const { top, width, rem } = useListBox(body)
  const isNarrow = width < ONE_LINE_REM * rem
  const heights = useMemo(() => getRowHeights(isCompact, isNarrow, rem), [isCompact, isNarrow, rem])
  const indexById = useMemo(() => new Map(rows.map(({ id }, index) => [id, index])), [rows])
  const active = Math.min(rows.length - 1, indexById.get(activeId ?? '') ?? 0)
  // The focused row stays drawn, since the focus would be lost when it is scrolled away
  const visible = useVisibleRows(rows, heights, top, hasFocus ? active : null)
  const { rows: drawn } = visible
  // A list that was scrolled away from its active row can be reached in the middle of the screen
  const tabStop = drawn.some(({ index }) => index === active) ? active : drawn[drawn.length >> 1]?.index
  const focusOn = useFocusOnRow(body)
  useScrollAfterReload()
  const dragging = useDragging(rows, indexById, selected, onDrop)

  const goTo = (index: number) => {
    const row = rows[index]
    if (!row) return
    setActiveId(row.id)
    visible.showRow(index, { top: HEADER_REM * rem, bottom: BAR_REM * rem })
    focusOn(row.id)
  }

  const press = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(innerHeight / heights.monitor) - 3)
    const isCommand = event.ctrlKey || event.metaKey
    const act = findKeyAction(
      { key: event.key, shiftKey: event.shiftKey, altKey: event.altKey, isCommand },
      active,
      rows.length,
      page,
    )
    const row = rows[active]
    if (!act || !row) return
    // Right moves from a monitor to its bars, where the arrow keys move between them
    const bars = act.kind === 'unfold' && row.kind === 'monitor' && findBars(body.current, row.id)
    if (bars) bars.focus()
    else if ((act.kind === 'fold' || act.kind === 'unfold') && !isTree) return
    event.preventDefault()
    if (bars) return
    if (act.kind !== 'go') {
      if (act.kind === 'fold' && row.kind === 'monitor') goTo(findGroupIndex(rows, active))
      else onAction(act.kind, row)
      return
    }
    if (act.extend) {
      if (selected.size === 0) onAction('select', row)
      onAction('range', rows[act.to]!)
    }
    goTo(act.to)
  }

  const click = (event: MouseEvent<HTMLDivElement>) => {
    const row = rows[indexById.get(findRowId(event.target) ?? '') ?? -1]
    if (!row) return
    setActiveId(row.id)
    const target = event.target as HTMLElement
    if (target instanceof HTMLInputElement) onAction(event.shiftKey ? 'range' : 'select', row)
    else if (target.closest('a')) return
    else if (target.closest('[data-action="acknowledge"]')) onAction('acknowledge', row)
    else if (event.shiftKey) onAction('range', row)
    else if (event.ctrlKey || event.metaKey || isSelecting) onAction('select', row)
    else onAction('open', row)
  }

  const focus = (event: FocusEvent) => {
    setHasFocus(true)
    const id = findRowId(event.target)
    if (id !== null) setActiveId(id)
  }

  return (
    <div className="@container/list">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is a grid or a treegrid */}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support these attributes */}
      <div
        role={isTree ? 'treegrid' : 'grid'}
        aria-label={list.label}
        aria-rowcount={rows.length + 1}
        aria-multiselectable={maySelect || undefined}
        data-selecting={isSelecting || undefined}
        data-readonly={!maySelect || undefined}
        className="group/list select-none"
        style={getGridWidths(isCompact)}
        onKeyDown={press}
        onClick={click}
        onFocus={focus}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setHasFocus(false)}
      >
        <ListHead />
        <div role="rowgroup" ref={body} className="relative" style={{ height: visible.height }} {...dragging}>
          {drawn.map(({ index, start }) => {
            const row = rows[index]!
            const isSelected = selected.has(row.id)
            return (
              <div
                key={row.id}
                role="row"
                aria-rowindex={index + 2}
                aria-level={isTree ? row.level : undefined}
                aria-expanded={row.kind === 'group' ? row.isOpen : undefined}
                aria-selected={maySelect && row.kind === 'monitor' ? isSelected : undefined}
                tabIndex={index === tabStop ? 0 : -1}
                data-row={row.id}
                draggable={(onDrop !== null && row.kind === 'monitor') || undefined}
                className={cx(
                  'absolute inset-x-0 top-0 cursor-pointer contain-strict border-b border-line -outline-offset-2',
                  'data-over:bg-accent-soft data-over:outline-2 data-over:outline-accent',
                  row.kind === 'monitor' && !isSelected && 'hover:bg-hover',
                )}
                style={{ height: heights[row.kind], transform: `translateY(${start}px)` }}
              >
                {row.kind === 'group' ? (
                  <GroupRowCells row={row} />
                ) : (
                  <MonitorRowCells
                    store={store}
                    strips={strips}
                    id={row.id}
                    isSelected={isSelected}
                    isIndented={isTree}
                  />
                )}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

const findBars = (body: HTMLElement | null, id: string): HTMLElement | null =>
  body?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-bars]`) ?? null

const findRowId = (target: EventTarget): string | null =>
  (target instanceof Element && target.closest<HTMLElement>('[data-row]')?.dataset.row) || null

/** Returns the index of the group row above a row. */
function findGroupIndex(rows: readonly Row[], index: number): number {
  const { level } = rows[index]!
  for (let at = index - 1; at >= 0; at--) if (rows[at]!.kind === 'group' && rows[at]!.level < level) return at
  return index
}

/** Column headers; on narrow screens only screen readers read them. */
function ListHead() {
  const { columns } = useText().monitors.list
  return (
    <div role="rowgroup">
      {/* biome-ignore lint/a11y/useFocusableInteractive: it names the columns and has no action */}
      <div
        role="row"
        aria-rowindex={1}
        className={cx(
          GRID,
          'sr-only border-b border-line py-2 text-sm text-muted @2xl/list:not-sr-only @2xl/list:grid @2xl/list:px-3 @2xl/list:py-2',
        )}
      >
        {COLUMNS.map(({ id, headClass }) => (
          <GridCell key={id} isHead className={headClass}>
            {id === 'select' ? <span className="sr-only">{columns.select}</span> : <span>{columns[id]}</span>}
            {id === 'name' && <span className="hidden @7xl/list:block">{columns.details}</span>}
          </GridCell>
        ))}
      </div>
    </div>
  )
}
