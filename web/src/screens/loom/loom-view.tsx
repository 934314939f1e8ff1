/** The picture with its readout, and the line below it: incidents, who is on call, uptime and clock. */
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useIsDark } from '../../app/theme.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import {
  AXIS_HEIGHT,
  createLayout,
  findCell,
  getContentHeight,
  type Layout,
  Painter,
  type Position,
} from './painter.ts'
import { CELL_MS, DAY_CELLS, findIncidentTone, type Loom, parseCell, toCellStart, toRatio } from './picture.ts'

interface LoomViewProps {
  loom: Loom
  /** Opens the moment of a cell; null when the reader may not. */
  onOpen: ((position: Position) => void) | null
  /** Opens an incident; null when the reader may not. */
  renderIncident: (incident: Loom['incidents'][number]) => ReactNode
  notice?: ReactNode
}

export function LoomView({ loom, onOpen, renderIncident, notice }: LoomViewProps) {
  const text = useText().loom
  const { number } = useFormat()
  const root = useRef<HTMLDivElement>(null)
  const [areNamed, setNamed] = useState(false)
  const [selected, setSelected] = useState<Position | null>(null)
  const position = selected && selected.row < loom.rows.length ? selected : null
  return (
    <div ref={root} className="flex h-full min-h-0 flex-col gap-2 bg-ground p-3 sm:p-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-lg font-semibold">{text.title}</h1>
        <Legend />
        <div className="ml-auto flex gap-2">
          <Button size="small" aria-pressed={areNamed} onClick={() => setNamed(!areNamed)}>
            {text.names}
          </Button>
          <Button size="small" onClick={() => toggleFullScreen(root.current!)}>
            {text.fullScreen}
          </Button>
        </div>
      </header>
      <p className="flex min-h-6 flex-wrap items-center gap-x-3 text-sm" aria-live="polite">
        {position ? (
          <Readout loom={loom} position={position} />
        ) : (
          <span className="text-muted">{onOpen ? text.hint : text.wallHint}</span>
        )}
        {position && onOpen && (
          <button type="button" className="text-accent underline" onClick={() => onOpen(position)}>
            {text.open}
          </button>
        )}
        {loom.has_more && <span className="text-muted">{text.moreMonitors(number(loom.rows.length))}</span>}
        {notice}
      </p>
      <Cells {...{ loom, areNamed, onOpen }} selected={position} onSelect={setSelected} />
      <Footer loom={loom} renderIncident={renderIncident} />
      <OutageTable loom={loom} />
    </div>
  )
}

function toggleFullScreen(element: HTMLElement): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : element.requestFullscreen?.()
  change?.catch(() => {}) // the browser refuses it, for example in a frame
}

function Legend() {
  const text = useText().loom
  const entries = [
    ['bg-pace-fast', text.legend.fast],
    ['bg-pace-typical', text.legend.typical],
    ['bg-pace-slow', text.legend.slow],
    ['bg-pace-slowest', text.legend.slowest],
    ['bg-degraded-mark', text.states.degraded],
    ['bg-down-mark', text.states.down],
    ['bg-outage-mark', text.legend.past],
    ['bg-maintenance-mark', text.states.maintenance],
  ] as const
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted">
      {entries.map(([colour, label]) => (
        <li key={colour} className="flex items-center gap-1.5">
          <span aria-hidden className={`size-3 rounded-xs border border-line ${colour}`} />
          {label}
        </li>
      ))}
    </ul>
  )
}

function Readout({ loom, position: { row, cell } }: { loom: Loom; position: Position }) {
  const text = useText().loom
  const format = useFormat()
  const { name, cells, typical_response_time_ms: typicalMs } = loom.rows[row]!
  const { state, level } = parseCell(cells[cell]!)
  const at = toCellStart(loom, cell)
  const ratio = level === null ? null : toRatio(level)
  const ms = ratio === null || typicalMs === null ? null : format.ms(ratio * typicalMs)
  return (
    <>
      <b dir="auto" className="max-w-80 truncate">
        {name}
      </b>
      <span className="tabular-nums">
        {format.time(at)} – {format.time(at + CELL_MS)}
      </span>
      <span>{text.states[state]}</span>
      {ms !== null && (
        <span className="text-muted">{level === 0 ? text.typicalPace(ms) : text.pace(format.number(ratio!), ms)}</span>
      )}
    </>
  )
}

interface CellsProps {
  loom: Loom
  areNamed: boolean
  selected: Position | null
  onSelect: (position: Position | null) => void
  onOpen: ((position: Position) => void) | null
}

const STEPS: Record<string, readonly [row: number, cell: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
  Home: [0, -DAY_CELLS],
  End: [0, DAY_CELLS],
}

function Cells({ loom, areNamed, selected, onSelect, onOpen }: CellsProps) {
  const text = useText().loom
  const { time } = useFormat()
  const isDark = useIsDark()
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const painter = useRef<Painter>(null)
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 })
  const rows = loom.rows.length
  const layout = createLayout(width, height, loom, areNamed)
  const draw = () => painter.current?.draw(layout, box.current!.scrollTop, selected, time)

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      setSize({ width, height })
    })
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the colours
  useEffect(() => {
    painter.current = new Painter(canvas.current!)
  }, [isDark])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new painter has no cells
  useEffect(() => painter.current!.setLoom(loom), [loom, isDark])
  // The cells change at most once a second, and the selection with the pointer
  useEffect(() => {
    const frame = requestAnimationFrame(draw)
    return () => cancelAnimationFrame(frame)
  })

  const isTouring = onOpen === null
  // A screen on the wall has no keyboard, and shows one part after the other
  useEffect(() => {
    if (!isTouring) return
    const timer = setInterval(() => showNextPart(box.current!), TOUR_MS)
    return () => clearInterval(timer)
  }, [isTouring])

  const find = (event: PointerEvent): Position | null => {
    const { left, top } = canvas.current!.getBoundingClientRect()
    return findCell(layout, box.current!.scrollTop, rows, event.clientX - left, event.clientY - top)
  }
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (event.key === 'Enter' && selected && onOpen) onOpen(selected)
    else if (event.key === 'Escape') onSelect(null)
    else if (step) {
      const from = selected ?? { row: 0, cell: DAY_CELLS - 1 }
      const row = clamp(from.row + (selected ? step[0] : 0), rows - 1)
      onSelect({ row, cell: clamp(from.cell + (selected ? step[1] : 0), DAY_CELLS - 1) })
      showRow(box.current!, layout, row)
    } else return
    event.preventDefault()
  }
  return (
    <div
      ref={box}
      role="application"
      aria-label={`${text.picture}. ${text.help}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys select a cell
      tabIndex={0}
      className="relative min-h-40 flex-1 overflow-x-hidden overflow-y-auto"
      onKeyDown={press}
      onScroll={draw}
      onPointerMove={(event) => event.pointerType === 'mouse' && onSelect(find(event))}
      onPointerLeave={(event) => event.pointerType === 'mouse' && onSelect(null)}
      onClick={(event) => {
        const position = find(event as unknown as PointerEvent)
        const isMouse = (event.nativeEvent as unknown as { pointerType: string }).pointerType === 'mouse'
        if (position && isMouse && onOpen) onOpen(position)
        else onSelect(position)
      }}
    >
      <canvas ref={canvas} aria-hidden className="sticky top-0 block" style={{ width, height }} />
      <div style={{ height: Math.max(0, getContentHeight(layout, rows) - height) }} />
    </div>
  )
}

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value))

function showRow(box: HTMLElement, { rowHeight, height }: Layout, row: number): void {
  const top = row * rowHeight
  box.scrollTop = Math.min(top, Math.max(box.scrollTop, top + rowHeight - height + AXIS_HEIGHT))
}

/** How long a screen on the wall shows a part of a long picture. */
const TOUR_MS = 20_000

function showNextPart(box: HTMLElement): void {
  const isLast = box.scrollTop + box.clientHeight >= box.scrollHeight - 1
  box.scrollTop = isLast ? 0 : box.scrollTop + box.clientHeight - AXIS_HEIGHT
}

const INCIDENT_TEXT = { down: 'text-down', degraded: 'text-degraded', muted: 'text-muted' } as const

/** Incidents that the footer names. */
const NAMED = 4

/** The pointer changes only the readout and the cells. */
const Footer = memo(({ loom, renderIncident }: Pick<LoomViewProps, 'loom' | 'renderIncident'>) => {
  const text = useText().loom
  const { percent, number } = useFormat()
  const rest = loom.unresolved_incidents - Math.min(NAMED, loom.incidents.length)
  return (
    <footer className="flex flex-wrap items-end gap-x-8 gap-y-2 border-t border-line pt-2">
      <Fact label={text.incidents} className="min-w-0 flex-1 basis-64">
        {loom.unresolved_incidents === 0 && <span className="text-muted">{text.noIncidents}</span>}
        <ul className="flex flex-wrap gap-x-4 text-sm">
          {loom.incidents.slice(0, NAMED).map((incident) => (
            <li
              key={incident.id}
              dir="auto"
              className={`max-w-full truncate ${INCIDENT_TEXT[findIncidentTone(incident)]}`}
            >
              {renderIncident(incident)}
            </li>
          ))}
          {rest > 0 && <li className="text-muted">{text.more(number(rest))}</li>}
        </ul>
      </Fact>
      {loom.on_call.map((schedule) => (
        <Fact key={schedule.name} label={`${text.onCall}: ${schedule.name}`}>
          <span className={schedule.user_name === null ? 'text-degraded' : undefined}>
            {schedule.user_name ?? text.noUser}
          </span>
        </Fact>
      ))}
      <Fact label={text.uptime}>
        <span className="text-xl font-semibold tabular-nums">
          {loom.uptime_24h === null ? '–' : percent(loom.uptime_24h)}
        </span>
      </Fact>
      <Clock />
    </footer>
  )
})

function Fact({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <div className="max-w-60 truncate text-xs text-muted">{label}</div>
      {children}
    </div>
  )
}

function Clock() {
  const { time } = useFormat()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return <time className="text-3xl leading-none font-semibold tabular-nums">{time(now)}</time>
}

/** Rows of the table for screen readers. */
const MOST_ROWS = 50

/** The picture in words: the monitors with an outage or a degradation. */
const OutageTable = memo(({ loom }: { loom: Loom }) => {
  const text = useText().loom
  const { duration } = useFormat()
  const rows = loom.rows.filter(({ cells }) => /[DW]/.test(cells)).slice(0, MOST_ROWS)
  return (
    <div className="sr-only">
      <table>
        <caption>{text.table}</caption>
        <thead>
          <tr>
            <th>{text.monitor}</th>
            <th>{text.state}</th>
            <th>{text.trouble}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, cells }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>{text.states[parseCell(cells.at(-1)!).state]}</td>
              <td>{duration(cells.split('D').length * CELL_MS - CELL_MS)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
})
