/** Times of the last and the next check. */
import { useFormat, useText } from '../../../text/text.tsx'
import { type Fact, Facts } from '../../../ui/page.tsx'
import { Ago, DateTime, useNow } from '../../../ui/time.tsx'
import { computeNextCheckAt } from '../monitor-status.ts'
import type { Monitor } from '../queries.ts'
import { useMonitorStatus } from '../use-monitor-status.ts'
import { useUncheckedRegions } from '../use-regions.ts'

export function Timing({ monitor }: { monitor: Monitor }) {
  const facts = monitor.type === 'HEARTBEAT' ? <JobFacts monitor={monitor} /> : <CheckFacts monitor={monitor} />
  return <div className="lg:min-w-64 lg:border-l lg:border-line lg:pl-6">{facts}</div>
}

function CheckFacts({ monitor }: { monitor: Monitor }) {
  const { currentStatus } = useText().monitor
  const { lastResult } = useMonitorStatus(monitor)
  const format = useFormat()
  const now = useNow()
  const isDue = useUncheckedRegions(monitor).names.length === 0
  const next = lastResult ? computeNextCheckAt(lastResult.checked_at, monitor.interval_seconds) : null
  const facts: Fact[] = [
    { term: currentStatus.lastCheck, value: lastResult ? <Ago at={lastResult.checked_at} /> : currentStatus.none },
    ...(monitor.status === 'active' && isDue
      ? [
          {
            term: currentStatus.nextCheck,
            value: next !== null && next > now ? format.relative(next, now) : currentStatus.soon,
          },
        ]
      : []),
  ]
  return <Facts facts={facts} />
}

function JobFacts({ monitor }: { monitor: Monitor }) {
  const { currentStatus } = useText().monitor
  const format = useFormat()
  const { last_heartbeat_at: last, heartbeat_due_at: due, last_run_duration_ms: run } = monitor
  const facts: Fact[] = [
    { term: currentStatus.lastPing, value: last === undefined ? currentStatus.none : <Ago at={last * 1000} /> },
    ...(due === undefined
      ? []
      : [
          {
            term: currentStatus.due,
            value: (
              <>
                <DateTime at={due * 1000} />
                <br />
                <span className="text-muted">
                  <Ago at={due * 1000} />
                </span>
              </>
            ),
          },
        ]),
    ...(run === undefined ? [] : [{ term: currentStatus.lastRun, value: format.ms(run) }]),
  ]
  return <Facts facts={facts} />
}
