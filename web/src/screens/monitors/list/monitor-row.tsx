/** One monitor. It listens to its own line of the board, so that news of others cost it nothing. */
import { Link } from '@tanstack/react-router'
import { Siren } from 'lucide-react'
import { memo } from 'react'
import type { Board } from '../../../app/board/board.ts'
import { type MonitorLine, stateOf } from '../../../app/board/line.ts'
import { useMonitorLine } from '../../../app/board/use-board.ts'
import { DayStrip } from '../../../parts/day-strip.tsx'
import { Sparkline } from '../../../parts/sparkline.tsx'
import { useFormat, useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'
import { type IncidentState, MONITOR_LOOK, type MonitorState, TONE_TEXT } from '../../../ui/status.tsx'
import { Ago, Lasting } from '../../../ui/time.tsx'
import { GRID, MIDDLE_CELL, SELECT_CELL, WIDE_CELL } from './columns.ts'
import { GridCell } from './grid-cell.tsx'
import type { Strip, Strips } from './strips.ts'
import { useStrip } from './use-strips.ts'

const nothing = () => {}

/** States that somebody may have to do something about. */
const TROUBLE: ReadonlySet<MonitorState> = new Set(['down', 'degraded', 'flapping'])

interface Props {
  board: Board
  strips: Strips
  id: string
  isSelected: boolean
  isIndented: boolean
}

export const MonitorRowCells = memo(function MonitorRowCells({ board, strips, id, isSelected, isIndented }: Props) {
  const line = useMonitorLine(board, id)
  const strip = useStrip(strips, id)
  const { monitors } = useText()
  const { percent } = useFormat()
  if (!line) return null
  const state = stateOf(line)
  const uptime = strip?.uptime_30d ?? null
  return (
    <div className={cx(GRID, 'h-full', isSelected && 'bg-accent-soft')}>
      <GridCell className={SELECT_CELL}>
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isSelected}
          onChange={nothing}
          aria-label={monitors.list.selectOne(line.name)}
          className="size-5 accent-accent"
        />
      </GridCell>
      <StateCell line={line} state={state} isIndented={isIndented} />
      <NameCell line={line} state={state} />
      <GridCell className={MIDDLE_CELL}>
        {strip && (
          <DayStrip days={strip.days} uptimes={strip.day_uptimes} firstDay={strip.firstDay} className="block" />
        )}
      </GridCell>
      <GridCell className={WIDE_CELL}>{strip && <Responses strip={strip} />}</GridCell>
      <GridCell className={cx(MIDDLE_CELL, 'text-right tabular')}>
        {strip && (uptime === null ? <span className="text-faint">–</span> : percent(uptime))}
      </GridCell>
      <LastCell line={line} />
    </div>
  )
})

function StateCell({ line, state, isIndented }: { line: MonitorLine; state: MonitorState; isIndented: boolean }) {
  const text = useText()
  const { tone, icon: Icon } = MONITOR_LOOK[state]
  return (
    <GridCell className={cx('flex items-center gap-2', isIndented && '@2xl/list:pl-2')}>
      <Icon className={cx('size-5 shrink-0', TONE_TEXT[tone])} aria-hidden />
      <span className="sr-only @2xl/list:not-sr-only @2xl/list:min-w-0 @2xl/list:leading-tight">
        <span className={cx('block truncate font-semibold', TONE_TEXT[tone])}>{text.status.monitor[state]}</span>
        <span className="block truncate text-xs text-muted">
          <Lasting since={line.status_since} until={null} />
        </span>
      </span>
    </GridCell>
  )
}

function NameCell({ line, state }: { line: MonitorLine; state: MonitorState }) {
  const text = useText()
  const kind = text.status.type[line.type]
  return (
    <GridCell className="min-w-0 leading-tight">
      <span className="flex items-center gap-2">
        <Link
          to="/monitors/$id"
          params={{ id: line.id }}
          tabIndex={-1}
          draggable={false}
          preload={false}
          className="truncate font-medium text-ink"
        >
          {line.name}
        </Link>
        {line.open_incident && <IncidentMark status={line.open_incident.status as IncidentState} />}
        {line.is_flapping && state === 'down' && (
          <span className="shrink-0 text-xs font-semibold text-degraded">{text.status.monitor.flapping}</span>
        )}
      </span>
      <span className="mt-0.5 hidden truncate text-sm text-muted @2xl/list:block">
        {line.type === 'HEARTBEAT' || !line.target ? kind : `${kind} · ${line.target}`}
        {line.tags.map((tag) => (
          <span key={tag} className="ml-2">
            #{tag}
          </span>
        ))}
      </span>
      <span
        className={cx(
          'mt-0.5 block truncate text-sm @2xl/list:hidden',
          TROUBLE.has(state) ? TONE_TEXT[MONITOR_LOOK[state].tone] : 'text-muted',
        )}
      >
        {text.status.monitor[state]} <Lasting since={line.status_since} until={null} isShort />
      </span>
    </GridCell>
  )
}

/** That somebody was told, and whether anybody has said that he looks after it. */
function IncidentMark({ status }: { status: IncidentState }) {
  const text = useText()
  const words = text.monitors.list.incident(text.status.incident[status])
  return (
    <span title={words} className={cx('shrink-0', status === 'open' ? 'text-down' : 'text-degraded')}>
      <Siren className="size-4" aria-hidden />
      <span className="sr-only">{words}</span>
    </span>
  )
}

function Responses({ strip }: { strip: Strip }) {
  const { list } = useText().monitors
  const { ms } = useFormat()
  const known = strip.response_times_ms.filter((value) => value !== null)
  if (known.length === 0) return null
  return (
    <Sparkline
      values={strip.response_times_ms}
      label={list.sparkline(ms(Math.min(...known)), ms(Math.max(...known)))}
      className="block"
    />
  )
}

function LastCell({ line }: { line: MonitorLine }) {
  const { list } = useText().monitors
  const { ms } = useFormat()
  const none = line.type === 'HEARTBEAT' ? list.waiting : list.never
  return (
    <GridCell className="min-w-0 text-right leading-tight">
      {line.last_response_time_ms !== null && (
        <span className="block truncate tabular">{ms(line.last_response_time_ms)}</span>
      )}
      <span className="block truncate text-xs text-muted tabular">
        {line.last_check_at === null ? none : <Ago at={line.last_check_at} />}
      </span>
    </GridCell>
  )
}
