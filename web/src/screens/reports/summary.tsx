import { useFormat, useText } from '../../text/text.tsx'
import type { Report } from './queries.ts'

/** Summary of all monitors. */
export function Summary({ total }: { total: Report['total'] }) {
  const reports = useText().reports
  const format = useFormat()
  const figures = [
    {
      term: reports.uptime,
      value: total.uptime_percentage === null ? reports.notMeasured : format.percent(total.uptime_percentage, 3),
    },
    { term: reports.downtime, value: format.duration(total.seconds.down * 1000) },
    { term: reports.longest, value: format.duration(total.longest_outage_seconds * 1000) },
    { term: reports.outages, value: format.number(total.outages) },
    { term: reports.incidents, value: format.number(total.incidents) },
    { term: reports.monitors, value: format.number(total.monitor_count) },
  ]
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3 xl:grid-cols-6">
      {figures.map(({ term, value }) => (
        <div key={term} className="flex flex-col bg-surface px-4 py-3">
          <dt className="text-sm text-muted">{term}</dt>
          <dd className="text-xl font-semibold tabular">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
