/** A group as the header of its monitors. A collapsed group still shows problems of its monitors. */
import { ChevronRight, Folder } from 'lucide-react'
import { STATES } from '../../../app/monitor-store/monitor-summary.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'
import { MONITOR_STYLE, type MonitorState, TONE_TEXT } from '../../../ui/status.tsx'
import { GridCell } from '../list/grid-cell.tsx'
import type { GroupRow, StateCounts } from '../list/rows.ts'

export function GroupRowCells({ row }: { row: GroupRow }) {
  const { list } = useText().monitors
  const { number } = useFormat()
  return (
    <GridCell className="flex h-full items-center gap-2 bg-sunken px-3">
      <span style={{ width: `${(row.level - 1) * 1.25}rem` }} aria-hidden />
      <ChevronRight className={cx('size-4 shrink-0 text-muted', row.isOpen && 'rotate-90')} aria-hidden />
      <Folder className="size-4 shrink-0 text-muted" aria-hidden />
      <span className="truncate font-semibold">{row.name}</span>
      <span className="hidden shrink-0 text-sm text-muted tabular @2xl/list:inline">
        {row.total === 0 ? list.emptyGroup : list.groupCount(number(row.total))}
      </span>
      <StateCountList counts={row.counts} className="ml-auto" />
    </GridCell>
  )
}

export const StateCountList = ({ counts, className }: { counts: StateCounts; className?: string }) => (
  <span className={cx('flex shrink-0 gap-3', className)}>
    {STATES.filter((state) => counts.has(state)).map((state) => (
      <StateCount key={state} state={state} count={counts.get(state)!} />
    ))}
  </span>
)

function StateCount({ state, count }: { state: MonitorState; count: number }) {
  const word = useText().status.monitor[state]
  const { number } = useFormat()
  const { tone, icon: Icon } = MONITOR_STYLE[state]
  return (
    <span className={cx('inline-flex items-center gap-1 text-sm tabular', TONE_TEXT[tone])} title={word}>
      <Icon className="size-4" aria-hidden />
      <span className="sr-only">{word}</span>
      {number(count)}
    </span>
  )
}
