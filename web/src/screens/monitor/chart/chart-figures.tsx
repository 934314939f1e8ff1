import { useFormat, useText } from '../../../text/text.tsx'
import type { Point } from './series.ts'

/** What a period adds up to. */
export function ChartFigures({ summary }: { summary: Omit<Point, 'timestamp'> }) {
  const { chart: text } = useText().monitor
  const format = useFormat()
  const figures = [
    [text.line.avg, summary.avg_ms],
    [text.line.p50, summary.p50_ms],
    [text.line.p95, summary.p95_ms],
    [text.line.p99, summary.p99_ms],
    [text.max, summary.max_ms],
  ] as const
  return (
    <dl className="mb-3 flex flex-wrap gap-x-6 gap-y-1">
      {figures.map(([term, ms]) => (
        <div key={term}>
          <dt className="text-xs text-muted">{term}</dt>
          <dd className="text-lg font-semibold tabular">{format.ms(ms)}</dd>
        </div>
      ))}
    </dl>
  )
}
