/** The phases of one check as bars with their times. */
import { useFormat, useText } from '../../text/text.tsx'
import { cx } from '../../ui/cx.ts'
import { type Bar, computeBars, type TimedResult } from './waterfall.ts'

const FILL: Record<Bar['phase'], string> = {
  dns: 'bg-chart-2',
  connect: 'bg-chart-3',
  tls: 'bg-chart-4',
  first_byte: 'bg-chart-1',
  download: 'bg-chart-5',
  waiting: 'bg-degraded-mark',
  other: 'bg-quiet-mark',
}

export function WaterfallBars({ result: timed }: { result: TimedResult }) {
  const { result } = useText().monitor
  const format = useFormat()
  const { response_time_ms: totalMs } = timed
  const bars = computeBars(timed)
  if (bars.length === 0) return <p className="text-muted">{result.noPhases}</p>
  return (
    <dl className="flex flex-col gap-1.5">
      {bars.map(({ phase, ms, left, width }) => (
        <div key={phase} className="grid grid-cols-[1fr_auto] items-center gap-x-3 sm:grid-cols-[11rem_1fr_5rem]">
          <dt className="text-sm">{result.phase[phase]}</dt>
          <dd className="text-right text-sm tabular sm:order-last">{format.ms(ms)}</dd>
          <dd className="relative col-span-2 h-3 rounded-sm bg-sunken sm:col-span-1" aria-hidden>
            <span
              className={cx('absolute inset-y-0 rounded-sm', FILL[phase])}
              style={{ left: `${left}%`, width: `${width}%` }}
            />
          </dd>
        </div>
      ))}
      {totalMs !== undefined && (
        <div className="mt-1 flex justify-between border-t border-line pt-1.5 font-semibold sm:grid sm:grid-cols-[11rem_1fr_5rem] sm:gap-x-3">
          <dt>{result.total}</dt>
          <dd className="text-right tabular sm:col-start-3">{format.ms(totalMs)}</dd>
        </div>
      )}
    </dl>
  )
}
