/** The checks around the start of an incident: a mark per check by its status, and a line of the response times. */
import { useMemo } from 'react'
import { toMs } from '../../../text/format.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { buildCheckShapes, type Check, HEIGHT, WIDTH } from './check-shapes.ts'

const FILLS: Record<Check['status'], string> = {
  up: 'fill-up-mark',
  degraded: 'fill-degraded-mark',
  down: 'fill-outage-mark',
  inconclusive: 'fill-quiet-mark',
}

export function CheckStrip({ checks, startedAt }: { checks: readonly Check[]; startedAt: string }) {
  const { incidents, status } = useText()
  const format = useFormat()
  const { line, marks, start } = useMemo(() => buildCheckShapes(checks, toMs(startedAt)), [checks, startedAt])
  const counts = marks.map(([kind]) => {
    const count = checks.filter((check) => check.status === kind).length
    return status.strip.count(format.number(count), status.result[kind])
  })
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-16 w-full overflow-visible"
        role="img"
        aria-label={incidents.findings.checks(format.list(counts))}
      >
        <path
          d={`M${start} 0V${HEIGHT}`}
          className="stroke-ink"
          strokeDasharray="4 3"
          vectorEffect="non-scaling-stroke"
        />
        <path d={line} fill="none" className="stroke-accent" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
        {marks.map(([kind, path]) => (
          <path key={kind} d={path} className={FILLS[kind]} />
        ))}
      </svg>
      <figcaption className="mt-1 flex justify-between gap-x-3 text-xs text-muted tabular">
        <span>{format.time(checks[0]!.checked_at)}</span>
        <span className="text-center">{incidents.findings.checks(format.list(counts))}</span>
        <span>{format.time(checks.at(-1)!.checked_at)}</span>
      </figcaption>
    </figure>
  )
}
