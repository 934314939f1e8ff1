/**
 * Equal slots of time as a row of bars. Outages stand out by colour and by a taller bar. The number of shapes is the
 * same for any number of slots, since a list draws dozens of rows while it scrolls.
 */
import { lazy, Suspense, useMemo } from 'react'
import { loadChunk } from '../../api/chunk.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { cx } from '../../ui/cx.ts'
import { type Bars, formatSlot, type SlotStatus } from './bars.ts'
import { useSlots } from './use-slots.ts'

const BarPopup = lazy(() => loadChunk(() => import('./bar-popup.tsx')))

/** Bar heights out of 20. */
const HEIGHTS: Record<SlotStatus, number> = { no_data: 3, up: 11, maintenance: 11, degraded: 15, down: 20 }

export const SLOT_FILLS: Record<SlotStatus, string> = {
  no_data: 'fill-quiet-mark',
  up: 'fill-up-mark',
  maintenance: 'fill-maintenance-mark',
  degraded: 'fill-degraded-mark',
  down: 'fill-outage-mark',
}

const KINDS = Object.keys(HEIGHTS) as SlotStatus[]
const STEP = 6
const WIDTH = 4

function buildPaths(statuses: readonly SlotStatus[]): { kind: SlotStatus; d: string }[] {
  const paths = new Map<SlotStatus, string>()
  for (const [index, status] of statuses.entries()) {
    const height = HEIGHTS[status]
    const bar = `M${index * STEP} ${20 - height}h${WIDTH}v${height}h-${WIDTH}z`
    // Maintenance is drawn hollow, so that it does not look like an outage in another colour
    const hole =
      status === 'maintenance' ? `M${index * STEP + 1} ${21 - height}v${height - 2}h${WIDTH - 2}v-${height - 2}z` : ''
    paths.set(status, (paths.get(status) ?? '') + bar + hole)
  }
  return [...paths].map(([kind, d]) => ({ kind, d }))
}

interface StatusBarsProps {
  bars: Bars
  /** Whether Tab reaches the bars; false inside a list whose rows take the focus. */
  isTabStop?: boolean
  /** Start of the chosen slot, Unix ms. */
  chosen?: number | null
  /** Called with the start of a slot, Unix ms. */
  onChoose?: (startsAt: number) => void
  className?: string
}

const MOVES: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -7,
  PageDown: 7,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** The bars. A popup follows the pointer, a tap, and the arrow keys. */
export function StatusBars({ bars, isTabStop = true, chosen = null, onChoose, className }: StatusBarsProps) {
  const { strip } = useText().status
  const format = useFormat()
  const { statuses, uptimes, startsAt, stepMs } = bars
  const paths = useMemo(() => buildPaths(statuses), [statuses])
  const label = useMemo(() => {
    const counts = KINDS.map((kind) => [kind, statuses.filter((status) => status === kind).length] as const)
    const words = counts.filter(([, n]) => n > 0).map(([kind, n]) => strip.count(String(n), strip.day[kind]))
    return strip.label(formatSlot(format, startsAt, stepMs), format.list(words))
  }, [statuses, strip, format, startsAt, stepMs])
  const describe = (index: number) => {
    const uptime = uptimes[index] ?? null
    const words = [formatSlot(format, startsAt + index * stepMs, stepMs), strip.day[statuses[index]!]]
    return [...words, ...(uptime === null ? [] : [format.percent(uptime)])].join(' · ')
  }

  const { active, popup, props } = useSlots({
    count: statuses.length,
    label,
    describe,
    moves: MOVES,
    locate: (x) => Math.floor(x * statuses.length),
    isTabStop,
    onChoose: onChoose && ((index) => onChoose(startsAt + index * stepMs)),
  })
  return (
    <div
      {...props}
      data-bars=""
      className={cx('relative rounded outline-offset-2', onChoose && 'cursor-pointer', className)}
    >
      <svg
        viewBox={`0 0 ${statuses.length * STEP - 2} 20`}
        preserveAspectRatio="none"
        className="block h-full w-full"
        aria-hidden
      >
        {[chosen === null ? null : (chosen - startsAt) / stepMs, active].map(
          (index, place) =>
            index !== null && (
              <rect
                key={place ? 'active' : 'chosen'}
                x={index * STEP - 1}
                width={STEP}
                height="20"
                className="fill-accent-soft"
              />
            ),
        )}
        {paths.map(({ kind, d }) => (
          <path key={kind} d={d} className={SLOT_FILLS[kind]} fillRule="evenodd" />
        ))}
      </svg>
      {active !== null && (
        <Suspense fallback={null}>
          <BarPopup {...popup} bars={bars} index={active} place={[(active + 0.5) / statuses.length, 0, 1]} />
        </Suspense>
      )}
    </div>
  )
}
