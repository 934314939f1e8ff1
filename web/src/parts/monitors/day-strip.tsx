/**
 * A month as a row of bars. Outages stand out by colour and by a taller bar. The number of shapes is the same for any
 * number of days, since a list draws dozens of strips while it scrolls.
 */
import { type PointerEvent, useMemo } from 'react'
import type { Schemas } from '../../api/types.ts'
import { useFormat, useText } from '../../text/text.tsx'

type Day = Schemas['MonitorStrip']['days'][number]

const DAY_MS = 86_400_000

/** Bar heights out of 20. */
const HEIGHTS: Record<Day, number> = { no_data: 3, up: 11, maintenance: 11, degraded: 15, down: 20 }

const FILLS: Record<Day, string> = {
  no_data: 'fill-quiet-mark',
  up: 'fill-up-mark',
  maintenance: 'fill-maintenance-mark',
  degraded: 'fill-degraded-mark',
  down: 'fill-down-mark',
}

const KINDS = Object.keys(HEIGHTS) as Day[]
const STEP = 6
const WIDTH = 4

function buildPaths(days: readonly Day[]): { kind: Day; d: string }[] {
  const paths = new Map<Day, string>()
  for (const [index, day] of days.entries()) {
    const height = HEIGHTS[day]
    const bar = `M${index * STEP} ${20 - height}h${WIDTH}v${height}h-${WIDTH}z`
    // Maintenance is drawn hollow, so that it does not look like an outage in another colour
    const hole =
      day === 'maintenance' ? `M${index * STEP + 1} ${21 - height}v${height - 2}h${WIDTH - 2}v-${height - 2}z` : ''
    paths.set(day, (paths.get(day) ?? '') + bar + hole)
  }
  return [...paths].map(([kind, d]) => ({ kind, d }))
}

interface DayStripProps {
  days: readonly Day[]
  /** 0-100 per day; null when nothing was measured. */
  uptimes: readonly (number | null)[]
  /** Start of the first day, ISO 8601. */
  firstDay: string
  className?: string
}

export function DayStrip({ days, uptimes, firstDay, className }: DayStripProps) {
  const { strip } = useText().status
  const format = useFormat()
  const paths = useMemo(() => buildPaths(days), [days])
  const label = useMemo(() => {
    const counts = KINDS.map((kind) => [kind, days.filter((day) => day === kind).length] as const)
    return strip.label(
      String(days.length),
      format.list(counts.filter(([, n]) => n > 0).map(([kind, n]) => strip.count(String(n), strip.day[kind]))),
    )
  }, [days, strip, format])

  /** Shows the uptime of the day under the pointer. One title element moves along instead of thirty elements. */
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const index = Math.min(days.length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * days.length)))
    const uptime = uptimes[index]
    const words = [
      format.utcDate(Date.parse(firstDay) + index * DAY_MS),
      strip.day[days[index]!],
      uptime === null || uptime === undefined ? '' : format.percent(uptime),
    ]
    event.currentTarget.parentElement?.setAttribute('title', words.filter(Boolean).join(' · '))
  }
  return (
    <span className={className}>
      <svg
        viewBox={`0 0 ${days.length * STEP - 2} 20`}
        preserveAspectRatio="none"
        className="block h-5 w-full"
        role="img"
        aria-label={label}
        onPointerMove={point}
      >
        {paths.map(({ kind, d }) => (
          <path key={kind} d={d} className={FILLS[kind]} fillRule="evenodd" />
        ))}
      </svg>
    </span>
  )
}
