import { useText } from '../../text/text.tsx'
import { cx } from '../../ui/cx.ts'
import { GRID, MIDDLE_CELL, SELECT_CELL, WIDE_CELL } from './columns.ts'

/** Names the columns; where there is little room they are heard alone. */
export function ListHead() {
  const { columns } = useText().monitors.list
  return (
    <div role="rowgroup">
      <div
        role="row"
        aria-rowindex={1}
        className={cx(
          GRID,
          'sr-only border-b border-line py-2 text-sm text-muted @2xl/list:not-sr-only @2xl/list:grid @2xl/list:px-3 @2xl/list:py-2',
        )}
      >
        <span role="columnheader" className={SELECT_CELL}>
          <span className="sr-only">{columns.select}</span>
        </span>
        <span role="columnheader">{columns.state}</span>
        <span role="columnheader">{columns.name}</span>
        <span role="columnheader" className={MIDDLE_CELL}>
          {columns.strip}
        </span>
        <span role="columnheader" className={WIDE_CELL}>
          {columns.response}
        </span>
        <span role="columnheader" className={cx(MIDDLE_CELL, 'text-right')}>
          {columns.uptime}
        </span>
        <span role="columnheader" className="text-right">
          {columns.last}
        </span>
      </div>
    </div>
  )
}
