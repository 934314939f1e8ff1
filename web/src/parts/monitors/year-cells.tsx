/** The days of a year as cells: a column for each week, Monday at the top. */
import { lazy, Suspense } from 'react'
import { loadChunk } from '../../api/chunk.ts'
import { useFormat, useLanguage, useText } from '../../text/text.tsx'
import { cx } from '../../ui/cx.ts'
import { type Bars, DAY_MS, formatSlot } from './bars.ts'
import { SLOT_FILLS } from './status-bars.tsx'
import { useSlots } from './use-slots.ts'

const BarPopup = lazy(() => loadChunk(() => import('./bar-popup.tsx')))

export const YEAR_DAYS = 365

const CELL = 12
const STEP = 15
const TOP = 18

const MOVES: Record<string, number> = {
  ArrowUp: -1,
  ArrowDown: 1,
  ArrowLeft: -7,
  ArrowRight: 7,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** A short outage is paler than a long one. */
const getStrength = (uptime: number | null): number => (uptime === null || uptime < 99 ? 1 : uptime < 99.9 ? 0.75 : 0.5)

export function YearCells({ bars }: { bars: Bars }) {
  const { status, monitor } = useText()
  const format = useFormat()
  const { locale } = useLanguage()
  const { startsAt, statuses, uptimes } = bars
  const dayOf = (index: number) => new Date(startsAt + index * DAY_MS)
  // A week begins with Monday
  const offset = (dayOf(0).getUTCDay() + 6) % 7
  const weeks = Math.ceil((statuses.length + offset) / 7)
  const [width, height] = [weeks * STEP, TOP + 7 * STEP]
  const place = (index: number) => ({
    x: Math.floor((index + offset) / 7) * STEP,
    y: TOP + ((index + offset) % 7) * STEP,
  })
  const monthName = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' })
  const { active, popup, props } = useSlots({
    count: statuses.length,
    label: monitor.year.cells,
    describe: (index) => {
      const uptime = uptimes[index] ?? null
      const words = [formatSlot(format, startsAt + index * DAY_MS, DAY_MS), status.strip.day[statuses[index]!]]
      return [...words, ...(uptime === null ? [] : [format.percent(uptime)])].join(' · ')
    },
    moves: MOVES,
    locate: (x, y) => Math.floor(x * weeks) * 7 + Math.max(0, Math.floor((y * height - TOP) / STEP)) - offset,
  })
  return (
    // In reverse, so that a narrow screen shows the newest days first
    <div className="flex flex-row-reverse overflow-x-auto">
      <div {...props} className="w-full min-w-180 rounded outline-offset-2 print:min-w-0">
        <svg viewBox={`0 0 ${width} ${height}`} className="block w-full [print-color-adjust:exact]" aria-hidden>
          {statuses.map((kind, index) => {
            const { x, y } = place(index)
            const isFirst = dayOf(index).getUTCDate() === 1
            return (
              <g key={dayOf(index).getTime()}>
                {isFirst && (
                  <text x={x} y={TOP - 6} className="fill-muted text-[10px]">
                    {monthName.format(dayOf(index))}
                  </text>
                )}
                <rect
                  x={x}
                  y={y}
                  width={CELL}
                  height={CELL}
                  rx={2}
                  opacity={kind === 'no_data' ? 0.25 : kind === 'down' ? getStrength(uptimes[index] ?? null) : 1}
                  className={cx(SLOT_FILLS[kind], index === active && 'stroke-ink stroke-2')}
                />
              </g>
            )
          })}
        </svg>
        {active !== null && (
          <Suspense fallback={null}>
            <BarPopup
              {...popup}
              bars={bars}
              index={active}
              place={[
                (place(active).x + CELL / 2) / width,
                place(active).y / height,
                (place(active).y + CELL) / height,
              ]}
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}
