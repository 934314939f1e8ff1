/** One monitor. The row subscribes to its own summary, so that events of other monitors do not re-render it. */
import { Link } from '@tanstack/react-router'
import { lazy, memo, Suspense } from 'react'
import { loadChunk } from '../../../api/chunk.ts'
import type { MonitorStore } from '../../../app/monitor-store/monitor-store.ts'
import { getShownState, type MonitorSummary } from '../../../app/monitor-store/monitor-summary.ts'
import { useMonitorSummary } from '../../../app/monitor-store/use-monitor-store.ts'
import { DayStrip } from '../../../parts/day-strip.tsx'
import { Sparkline } from '../../../parts/sparkline.tsx'
import { useFormat, useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'
import { MONITOR_STYLE, type MonitorState, TONE_TEXT } from '../../../ui/status.tsx'
import { Ago } from '../../../ui/time.tsx'
import { GRID, MIDDLE_CELL, SELECT_CELL, WIDE_CELL } from './columns.ts'
import { GridCell } from './grid-cell.tsx'
import { RowIncident, RowReason, StateLine } from './row-reason.tsx'
import { ConfirmingDetail, StateNote } from './state-note.tsx'
import type { Strip, StripCache } from './strip-cache.ts'
import { useStrip } from './use-strips.ts'

const SilenceMark = lazy(() => loadChunk(() => import('../../../parts/silence/silence-mark.tsx')))

const ignoreChange = () => {}

/** States that may need action. */
const PROBLEM_STATES: ReadonlySet<MonitorState> = new Set(['down', 'degraded', 'flapping', 'failing', 'recovering'])

interface Props {
  store: MonitorStore
  strips: StripCache
  id: string
  isSelected: boolean
  isIndented: boolean
}

export const MonitorRowCells = memo(function MonitorRowCells({ store, strips, id, isSelected, isIndented }: Props) {
  const monitor = useMonitorSummary(store, id)
  const strip = useStrip(strips, id)
  const { monitors } = useText()
  const { percent } = useFormat()
  if (!monitor) return null
  const state = getShownState(monitor)
  const uptime = strip?.uptime_30d ?? null
  return (
    <div className={cx(GRID, 'h-full', isSelected && 'bg-accent-soft')}>
      <GridCell className={SELECT_CELL}>
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isSelected}
          onChange={ignoreChange}
          aria-label={monitors.list.selectOne(monitor.name)}
          className="size-5 accent-accent"
        />
      </GridCell>
      <StateCell line={monitor} state={state} isIndented={isIndented} />
      <NameCell line={monitor} state={state} />
      <GridCell className={MIDDLE_CELL}>
        {strip && (
          <DayStrip days={strip.days} uptimes={strip.day_uptimes} firstDay={strip.firstDay} className="block" />
        )}
      </GridCell>
      <GridCell className={WIDE_CELL}>{strip && <Responses strip={strip} />}</GridCell>
      <GridCell className={cx(MIDDLE_CELL, 'text-right tabular')}>
        {strip && (uptime === null ? <span className="text-faint">–</span> : percent(uptime))}
      </GridCell>
      <LastCell line={monitor} isHidden={state !== 'up'} />
    </div>
  )
})

function StateCell({
  line: monitor,
  state,
  isIndented,
}: {
  line: MonitorSummary
  state: MonitorState
  isIndented: boolean
}) {
  const text = useText()
  const { tone, icon: Icon } = MONITOR_STYLE[state]
  return (
    <GridCell className={cx('flex items-center gap-2', isIndented && '@2xl/list:pl-2')}>
      <Icon className={cx('size-5 shrink-0', TONE_TEXT[tone])} aria-hidden />
      <span className="sr-only @2xl/list:not-sr-only @2xl/list:min-w-0 @2xl/list:leading-tight">
        <span className={cx('block truncate font-semibold', TONE_TEXT[tone])}>{text.status.monitor[state]}</span>
        <StateNote monitor={monitor} state={state} />
      </span>
    </GridCell>
  )
}

function NameCell({ line: monitor, state }: { line: MonitorSummary; state: MonitorState }) {
  const text = useText()
  const kind = text.status.type[monitor.type]
  return (
    <GridCell className="flex min-w-0 items-center gap-2 leading-tight">
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <Link
            to="/monitors/$id"
            params={{ id: monitor.id }}
            tabIndex={-1}
            draggable={false}
            preload={false}
            className="truncate font-medium text-ink"
            dir="auto"
          >
            {monitor.name}
          </Link>
          {monitor.silence && (
            <Suspense>
              <SilenceMark silence={monitor.silence} />
            </Suspense>
          )}
          {monitor.is_flapping && state === 'down' && (
            <span className="shrink-0 text-xs font-semibold text-degraded">{text.status.monitor.flapping}</span>
          )}
        </span>
        <span className="mt-0.5 hidden truncate text-sm text-muted @2xl/list:block">
          <RowReason monitor={monitor} state={state} />
          <ConfirmingDetail monitor={monitor} state={state} />
          {monitor.type === 'HEARTBEAT' || !monitor.target ? kind : `${kind} · ${monitor.target}`}
          {monitor.tags.map((tag) => (
            <span key={tag} className="ml-2">
              #{tag}
            </span>
          ))}
        </span>
        <span
          className={cx(
            'mt-0.5 block truncate text-sm @2xl/list:hidden',
            PROBLEM_STATES.has(state) ? TONE_TEXT[MONITOR_STYLE[state].tone] : 'text-muted',
          )}
        >
          <StateLine monitor={monitor} state={state} />
        </span>
      </span>
      {monitor.open_incident && <RowIncident incident={monitor.open_incident} />}
    </GridCell>
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

/** @param isHidden whether narrow screens leave the space to the reason */
function LastCell({ line: monitor, isHidden }: { line: MonitorSummary; isHidden: boolean }) {
  const { list } = useText().monitors
  const { ms } = useFormat()
  const none = monitor.type === 'HEARTBEAT' ? list.waiting : list.never
  return (
    <GridCell className={cx('min-w-0 text-right leading-tight', isHidden && 'hidden @2xl/list:block')}>
      {monitor.last_response_time_ms !== null && (
        <span className="block truncate tabular">{ms(monitor.last_response_time_ms)}</span>
      )}
      <span className="block truncate text-xs text-muted tabular">
        {monitor.last_check_at === null ? none : <Ago at={monitor.last_check_at} />}
      </span>
    </GridCell>
  )
}
