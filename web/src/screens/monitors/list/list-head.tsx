import { useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'
import { GRID, MIDDLE_CELL, SELECT_CELL, WIDE_CELL } from './columns.ts'
import { GridCell } from './grid-cell.tsx'

/** Names the columns; where there is little room they are heard alone. */
export function ListHead() {
  const { columns } = useText().monitors.list
  return (
    <div role="rowgroup">
      {/* biome-ignore lint/a11y/useFocusableInteractive: it names the columns, and nothing can be done to it */}
      <div
        role="row"
        aria-rowindex={1}
        className={cx(
          GRID,
          'sr-only border-b border-line py-2 text-sm text-muted @2xl/list:not-sr-only @2xl/list:grid @2xl/list:px-3 @2xl/list:py-2',
        )}
      >
        <GridCell isHead className={SELECT_CELL}>
          <span className="sr-only">{columns.select}</span>
        </GridCell>
        <GridCell isHead>{columns.state}</GridCell>
        <GridCell isHead>{columns.name}</GridCell>
        <GridCell isHead className={MIDDLE_CELL}>
          {columns.strip}
        </GridCell>
        <GridCell isHead className={WIDE_CELL}>
          {columns.response}
        </GridCell>
        <GridCell isHead className={cx(MIDDLE_CELL, 'text-right')}>
          {columns.uptime}
        </GridCell>
        <GridCell isHead className="text-right">
          {columns.last}
        </GridCell>
      </div>
    </div>
  )
}
