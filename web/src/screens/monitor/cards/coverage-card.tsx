/** Share of scheduled checks that actually ran. */
import { useQuery } from '@tanstack/react-query'
import { useFormat, useText } from '../../../text/text.tsx'
import { LoadError, Skeleton } from '../../../ui/notice.tsx'
import { Card } from '../../../ui/page.tsx'
import type { Period } from '../chart/series.ts'
import { coverageQuery, type Monitor } from '../queries.ts'

export function CoverageCard({ monitor, period }: { monitor: Monitor; period: Period }) {
  const { coverage: text, figures } = useText().monitor
  const format = useFormat()
  const { data, error, refetch } = useQuery(coverageQuery(monitor.id, period))
  const isJob = monitor.type === 'HEARTBEAT'
  const title = `${text.title}, ${figures.period[period]}`
  if (error || !data)
    return (
      <Card title={title}>
        {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton lines={2} />}
      </Card>
    )
  const { scheduled, executed, missed, inconclusive, lateness_ms: late } = data
  const isWhole = missed === 0
  const counts = [executed, scheduled].map(format.number) as [string, string]
  const summary =
    scheduled === 0
      ? isJob
        ? text.nonePings
        : text.none
      : isWhole
        ? (isJob ? text.allPings : text.all)(counts[1])
        : (isJob ? text.somePings : text.some)(...counts)
  return (
    <Card title={title}>
      <p>{summary}</p>
      {scheduled > 0 && (
        <div className="mt-2 flex h-2 overflow-hidden rounded-full bg-degraded-mark" aria-hidden>
          <div className="bg-up-mark" style={{ width: `${(executed / scheduled) * 100}%` }} />
        </div>
      )}
      <ul className="mt-3 flex flex-col gap-1.5 text-sm text-muted empty:hidden">
        {missed > 0 && <Line term={text.missed} value={format.number(missed)} help={isJob ? '' : text.missedHelp} />}
        {inconclusive > 0 && (
          <Line term={text.inconclusive} value={format.number(inconclusive)} help={text.inconclusiveHelp} />
        )}
        {late.p50 !== undefined && late.p95 !== undefined && late.p99 !== undefined && (
          <li>{text.late(format.ms(late.p50), format.ms(late.p95), format.ms(late.p99))}</li>
        )}
      </ul>
    </Card>
  )
}

const Line = ({ term, value, help }: { term: string; value: string; help: string }) => (
  <li>
    <span className="font-medium text-ink">
      {term}: <span className="tabular">{value}</span>
    </span>
    {help && ` · ${help}`}
  </li>
)
