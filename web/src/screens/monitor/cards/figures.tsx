/** Uptime figures by period. */
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../../api/types.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'
import { LENGTH_MS, PERIODS, type Period } from '../chart/series.ts'
import { isMeasured } from '../monitor-status.ts'
import { type Monitor, uptimeQuery } from '../queries.ts'
import { useMonitorStatus } from '../use-monitor-status.ts'

const computeMeasuredMs = ({ up, degraded, down }: Schemas['SecondsByStatus']): number => (up + degraded + down) * 1000

/**
 * Below this measured share of the period the card shows the measured time: 100 % of an hour is not 100 % of 90 days.
 */
const NEARLY_ALL = 0.9

const isPartial = (seconds: Schemas['SecondsByStatus'], period: Period): boolean =>
  computeMeasuredMs(seconds) < NEARLY_ALL * LENGTH_MS[period]

export function Figures({ monitor }: { monitor: Monitor }) {
  const { figures } = useText().monitor
  return (
    <section
      aria-label={figures.title}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-4"
    >
      {PERIODS.map((period) => (
        <Figure key={period} monitor={monitor} period={period} />
      ))}
    </section>
  )
}

function Figure({ monitor, period }: { monitor: Monitor; period: Period }) {
  const { figures: text } = useText().monitor
  const format = useFormat()
  const { history, lastResult } = useMonitorStatus(monitor)
  const hasUptime = isMeasured(history, period, Date.now())
  const uptime = useQuery({ ...uptimeQuery(monitor.id, period), enabled: hasUptime })
  const data = lastResult !== undefined && !hasUptime ? null : uptime.data
  const isLoading = data === undefined && !uptime.error
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
          data === null && 'text-lg text-muted',
        )}
      >
        {data ? format.percent(data.uptime_percentage) : isLoading ? '…' : text.never}
      </p>
      <p className={cx('min-h-5 text-sm', data && data.outages > 0 ? 'text-down' : 'text-muted')}>
        {data &&
          (data.outages === 0
            ? text.clean
            : `${outages(data.outages)} · ${text.down(format.duration(data.seconds.down * 1000))}`)}
      </p>
      {data && isPartial(data.seconds, period) && (
        <p className="text-sm text-muted">{text.partly(format.duration(computeMeasuredMs(data.seconds)))}</p>
      )}
    </div>
  )
}
