/** The rows of the list of monitors: one list of columns, from left to right, and their cells. */
import { Link } from '@tanstack/react-router'
import { type ComponentType, type CSSProperties, lazy, memo, Suspense } from 'react'
import { loadChunk } from '../../../api/chunk.ts'
import { useIsCompact } from '../../../app/density.ts'
import type { MonitorStore } from '../../../app/monitor-store/monitor-store.ts'
import { getShownState, type MonitorSummary } from '../../../app/monitor-store/monitor-summary.ts'
import { useMonitorSummary } from '../../../app/monitor-store/use-monitor-store.ts'
import { Sparkline } from '../../../parts/monitors/sparkline.tsx'
import { StatusBars } from '../../../parts/monitors/status-bars.tsx'
import { useFormat, useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'
import { MONITOR_STYLE, type MonitorState, TONE_TEXT } from '../../../ui/status.tsx'
import { Ago } from '../../../ui/time.tsx'
import { GridCell } from './grid-cell.tsx'
import { RowIncident, RowReason, StateLine } from './row-reason.tsx'
import type { Row } from './rows.ts'
import { ConfirmingDetail, StateNote } from './state-note.tsx'
import type { Strip, StripCache } from './strip-cache.ts'
import { useStrip } from './use-strips.ts'

const SilenceMark = lazy(() => loadChunk(() => import('../../../parts/incidents/silence/silence-mark.tsx')))

/** Returns heights in px. Rows grow with the font size. Compact rows have one line, and two in narrow lists. */
export const getRowHeights = (isCompact: boolean, isNarrow: boolean, rem: number): Record<Row['kind'], number> =>
  isCompact ? { monitor: (isNarrow ? 3 : 2.25) * rem, group: 2.25 * rem } : { monitor: 3.5 * rem, group: 2.5 * rem }

interface CellProps {
  monitor: MonitorSummary
  state: MonitorState
  /** Null until it is loaded. */
  strip: Strip | null
  isSelected: boolean
  isIndented: boolean
}

type Widths = readonly [narrow: string | null, middle: string | null, wide: string]

interface Column {
  /** Also the key of its header in the texts. */
  id: 'select' | 'state' | 'name' | 'strip' | 'response' | 'uptime' | 'last'
  /** Width on narrow, on middle and on wide screens; null where the column is hidden. */
  widths: Widths
  /** Widths for compact rows, whose cells have one line. */
  compact?: Widths
  headClass?: string
  Cell: ComponentType<CellProps>
}

/** The checkbox; on narrow screens it is visible only in selection mode. */
const SELECT_CELL = 'hidden group-data-selecting/list:flex @2xl/list:flex group-data-readonly/list:invisible'
const MIDDLE_CELL = 'hidden @2xl/list:block'
const WIDE_CELL = 'hidden @4xl/list:block'

/** The details follow the name: below it, in the same line of compact rows, and in a column on wide screens. */
const NAME_AND_DETAILS = '@7xl/list:grid @7xl/list:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] @7xl/list:gap-x-3'

const NAME_WIDTH = 'minmax(0,1fr)'

export const COLUMNS: readonly Column[] = [
  { id: 'select', widths: [null, '1.5rem', '1.5rem'], headClass: SELECT_CELL, Cell: SelectCell },
  {
    id: 'state',
    widths: ['1.25rem', '8.75rem', '9.5rem'],
    compact: ['1.25rem', '10rem', '12rem'],
    Cell: StateCell,
  },
  {
    id: 'name',
    widths: [NAME_WIDTH, NAME_WIDTH, NAME_WIDTH],
    headClass: cx(NAME_AND_DETAILS, '@7xl/list:pr-9'),
    Cell: NameCell,
  },
  {
    id: 'strip',
    widths: [null, '7rem', '11.5rem'],
    compact: [null, '7rem', '10.5rem'],
    headClass: MIDDLE_CELL,
    Cell: StripCell,
  },
  { id: 'response', widths: [null, null, '7.5rem'], headClass: WIDE_CELL, Cell: ResponseCell },
  { id: 'uptime', widths: [null, '5.25rem', '6rem'], headClass: cx(MIDDLE_CELL, 'text-right'), Cell: UptimeCell },
  {
    id: 'last',
    widths: ['auto', '5.5rem', '7rem'],
    compact: ['auto', '5.5rem', '8.5rem'],
    headClass: 'text-right',
    Cell: LastCell,
  },
]

/** Returns the widths of the columns, for the element around the rows. */
export function getGridWidths(isCompact: boolean): CSSProperties {
  const [narrow, middle, wide] = [0, 1, 2].map((size) =>
    COLUMNS.flatMap(({ widths, compact = widths }) => (isCompact ? compact : widths)[size] ?? []).join(' '),
  )
  return {
    '--narrow': narrow,
    '--narrow-selecting': `1.5rem ${narrow}`,
    '--middle': middle,
    '--wide': wide,
  } as CSSProperties
}

/** A row, or the header. */
export const GRID = [
  'grid items-center gap-x-3 px-3',
  'grid-cols-(--narrow) group-data-selecting/list:grid-cols-(--narrow-selecting)',
  '@2xl/list:grid-cols-(--middle) @2xl/list:group-data-selecting/list:grid-cols-(--middle)',
  '@4xl/list:grid-cols-(--wide) @4xl/list:group-data-selecting/list:grid-cols-(--wide)',
].join(' ')

interface RowProps {
  store: MonitorStore
  strips: StripCache
  id: string
  isSelected: boolean
  isIndented: boolean
}

/** One monitor. The row subscribes to its own summary, so that events of other monitors do not re-render it. */
export const MonitorRowCells = memo(function MonitorRowCells({ store, strips, id, isSelected, isIndented }: RowProps) {
  const monitor = useMonitorSummary(store, id)
  const strip = useStrip(strips, id)
  if (!monitor) return null
  const cell = { monitor, state: getShownState(monitor), strip, isSelected, isIndented }
  return (
    <div className={cx(GRID, 'h-full', isSelected && 'bg-accent-soft')}>
      {COLUMNS.map(({ id: column, Cell }) => (
        <Cell key={column} {...cell} />
      ))}
    </div>
  )
})

/** States that may need action. */
const PROBLEM_STATES: ReadonlySet<MonitorState> = new Set(['down', 'degraded', 'flapping', 'failing', 'recovering'])

const ignoreChange = () => {}

function SelectCell({ monitor, isSelected }: CellProps) {
  const { list } = useText().monitors
  return (
    <GridCell className={SELECT_CELL}>
      <input
        type="checkbox"
        tabIndex={-1}
        checked={isSelected}
        onChange={ignoreChange}
        aria-label={list.selectOne(monitor.name)}
        className="size-5 accent-accent"
      />
    </GridCell>
  )
}

function StateCell({ monitor, state, isIndented }: CellProps) {
  const text = useText()
  const isCompact = useIsCompact()
  const { tone, icon: Icon } = MONITOR_STYLE[state]
  return (
    <GridCell className={cx('flex items-center gap-2', isIndented && '@2xl/list:pl-2')}>
      <Icon className={cx('size-5 shrink-0', TONE_TEXT[tone])} aria-hidden />
      <span
        className={cx(
          'sr-only @2xl/list:not-sr-only @2xl/list:min-w-0 @2xl/list:leading-tight',
          isCompact && '@2xl/list:flex @2xl/list:items-baseline @2xl/list:gap-1.5',
        )}
      >
        <span className={cx('block truncate font-semibold', TONE_TEXT[tone])}>{text.status.monitor[state]}</span>
        <StateNote monitor={monitor} state={state} isCompact={isCompact} />
      </span>
    </GridCell>
  )
}

const DETAILS = 'hidden min-w-0 max-w-[90ch] truncate text-sm text-muted @2xl/list:block'

function NameCell({ monitor, state }: CellProps) {
  const text = useText()
  const isCompact = useIsCompact()
  return (
    <GridCell
      className={cx('flex min-w-0 items-center gap-2 leading-tight', !monitor.open_incident && '@7xl/list:pr-9')}
    >
      <span
        className={cx(
          'min-w-0 flex-1 items-baseline',
          NAME_AND_DETAILS,
          isCompact && '@4xl/list:flex @4xl/list:gap-x-3',
        )}
      >
        <span
          className={cx(
            'flex min-w-0 items-center gap-2',
            isCompact && '@4xl/list:max-w-2/3 @4xl/list:shrink-0 @7xl/list:max-w-full',
          )}
        >
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
        <span className={DETAILS}>
          <RowReason monitor={monitor} state={state} />
          <ConfirmingDetail monitor={monitor} state={state} isCompact={isCompact} />
          <Target monitor={monitor} />
        </span>
        <span className={cx('mt-0.5 block truncate text-sm @2xl/list:hidden', getProblemClass(state))}>
          <StateLine monitor={monitor} state={state} />
        </span>
      </span>
      {monitor.open_incident && <RowIncident incident={monitor.open_incident} />}
    </GridCell>
  )
}

const getProblemClass = (state: MonitorState): string =>
  PROBLEM_STATES.has(state) ? TONE_TEXT[MONITOR_STYLE[state].tone] : 'text-muted'

function Target({ monitor: { type, target, tags } }: Pick<CellProps, 'monitor'>) {
  const kind = useText().status.type[type]
  const place = type === 'HEARTBEAT' ? '' : target
  // A URL already names the protocol
  return (
    <>
      {type === 'HTTP' ? place : [kind, place].filter(Boolean).join(' · ')}
      {tags.map((tag) => (
        <span key={tag} className="ml-2">
          #{tag}
        </span>
      ))}
    </>
  )
}

/** The last 30 days; for a young monitor its whole life, with a note of the span. */
function StripCell({ strip }: CellProps) {
  const { span } = useText().status.strip
  const { duration } = useFormat()
  const isCompact = useIsCompact()
  const length = strip?.pulse && duration(strip.bars.stepMs * strip.bars.statuses.length)
  return (
    <GridCell className={cx(MIDDLE_CELL, isCompact && '@2xl/list:flex @2xl/list:items-center @2xl/list:gap-2')}>
      {strip && <StatusBars bars={strip.bars} isTabStop={false} className="h-5" />}
      {length && (
        <span className="block text-xs leading-4 whitespace-nowrap text-muted">
          {isCompact ? length : span(length)}
        </span>
      )}
    </GridCell>
  )
}

function ResponseCell({ strip }: CellProps) {
  return <GridCell className={WIDE_CELL}>{strip && <Responses strip={strip} />}</GridCell>
}

function Responses({ strip }: { strip: Strip }) {
  const { list } = useText().monitors
  const { ms } = useFormat()
  const values = strip.pulse?.response_times_ms ?? strip.response_times_ms
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  return (
    <Sparkline
      values={values}
      label={list.sparkline(ms(Math.min(...known)), ms(Math.max(...known)))}
      className="block"
    />
  )
}

function UptimeCell({ strip }: CellProps) {
  const { percent } = useFormat()
  const uptime = strip?.uptime_30d ?? null
  return (
    <GridCell className={cx(MIDDLE_CELL, 'text-right tabular')}>
      {strip && (uptime === null ? <span className="text-faint">–</span> : percent(uptime))}
    </GridCell>
  )
}

/** The last response. Narrow screens leave the space to the reason of a monitor that is not up. */
function LastCell({ monitor, state }: CellProps) {
  const { list } = useText().monitors
  const { ms } = useFormat()
  const isCompact = useIsCompact()
  const { last_response_time_ms: response, last_check_at: at } = monitor
  const none = monitor.type === 'HEARTBEAT' ? list.waiting : list.never
  return (
    <GridCell
      className={cx(
        'min-w-0 text-right leading-tight',
        state !== 'up' && 'hidden @2xl/list:block',
        isCompact && '@4xl/list:flex @4xl/list:items-baseline @4xl/list:justify-end @4xl/list:gap-2',
      )}
    >
      {response !== null && <span className="block shrink-0 tabular">{ms(response)}</span>}
      <span className="block truncate text-xs text-muted tabular">{at === null ? none : <Ago at={at} />}</span>
    </GridCell>
  )
}
