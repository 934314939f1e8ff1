/** Uptime figures by period. */
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../../api/types.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'
import { LENGTH_MS, PERIODS, type Period } from '../chart/series.ts'
import { type Monitor, uptimesQuery } from '../queries.ts'

const computeMeasuredMs = ({ up, degraded, down }: Schemas['SecondsByStatus']): number => (up + degraded + down) * 1000

/**
 * Below this measured share of the period the card shows the measured time: 100 % of an hour is not 100 % of 90 days.
 */
const NEARLY_ALL = 0.9

const isPartial = (seconds: Schemas['SecondsByStatus'], period: Period): boolean =>
  computeMeasuredMs(seconds) < NEARLY_ALL * LENGTH_MS[period]

export function Figures({ monitor }: { monitor: Monitor }) {
  const { figures } = useText().monitor
  const { data, error } = useQuery(uptimesQuery(monitor.id))
  return (
    <section
      aria-label={figures.title}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-4"
    >
      {PERIODS.map((period) => (
        <Figure
          key={period}
          period={period}
          uptime={data?.find((one) => one.period === period)}
          isLoading={data === undefined && !error}
        />
      ))}
    </section>
  )
}

interface FigureProps {
  period: Period
  /** Undefined while loading, and after an error. */
  uptime: Schemas['PeriodUptime'] | undefined
  isLoading: boolean
}

function Figure({ period, uptime, isLoading }: FigureProps) {
  const { figures: text } = useText().monitor
  const format = useFormat()
  const percentage = uptime?.uptime_percentage ?? null
  const outages = (count: number) => (count === 1 ? text.oneOutage : text.outages(format.number(count)))
  return (
    <div className="min-w-0 bg-surface px-4 py-3">
      <p className="text-sm text-muted">
        {text.title}, {text.period[period]}
      </p>
      <p
        className={cx(
          'text-2xl font-semibold tabular',
          isLoading && 'animate-pulse text-faint',
          !isLoading && percentage === null && 'text-lg text-muted',
        )}
      >
        {percentage !== null ? format.percent(percentage) : isLoading ? '…' : text.never}
      </p>
      {uptime && percentage !== null && (
        <>
          <p className={cx('min-h-5 text-sm', uptime.outages > 0 ? 'text-ink' : 'text-muted')}>
            {uptime.outages === 0
              ? text.clean
              : `${outages(uptime.outages)} · ${text.down(format.duration(uptime.seconds.down * 1000))}`}
          </p>
          {isPartial(uptime.seconds, period) && (
            <p className="text-sm text-muted">{text.partly(format.duration(computeMeasuredMs(uptime.seconds)))}</p>
          )}
        </>
      )}
    </div>
  )
}
