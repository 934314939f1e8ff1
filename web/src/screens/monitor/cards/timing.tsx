/** When it was checked, and when it will be. */
import { useFormat, useText } from '../../../text/text.tsx'
import { type Fact, Facts } from '../../../ui/page.tsx'
import { Ago, DateTime, useNow } from '../../../ui/time.tsx'
import type { Monitor } from '../queries.ts'
import { nextCheckAt } from '../standing.ts'
import { useUnchecked } from '../use-regions.ts'
import { useStanding } from '../use-standing.ts'

export function Timing({ monitor }: { monitor: Monitor }) {
  const facts = monitor.type === 'HEARTBEAT' ? <JobFacts monitor={monitor} /> : <CheckFacts monitor={monitor} />
  return <div className="lg:min-w-64 lg:border-l lg:border-line lg:pl-6">{facts}</div>
}

function CheckFacts({ monitor }: { monitor: Monitor }) {
  const { now } = useText().monitor
  const { lastResult } = useStanding(monitor)
  const format = useFormat()
  const present = useNow()
  const isDue = useUnchecked(monitor).names.length === 0
  const next = lastResult ? nextCheckAt(lastResult.checked_at, monitor.interval_seconds) : null
  const facts: Fact[] = [
    { term: now.lastCheck, value: lastResult ? <Ago at={lastResult.checked_at} /> : now.none },
    ...(monitor.status === 'active' && isDue
      ? [{ term: now.nextCheck, value: next !== null && next > present ? format.relative(next, present) : now.soon }]
      : []),
  ]
  return <Facts facts={facts} />
}

function JobFacts({ monitor }: { monitor: Monitor }) {
  const { now } = useText().monitor
  const format = useFormat()
  const { last_heartbeat_at: last, heartbeat_due_at: due, last_run_duration_ms: run } = monitor
  const facts: Fact[] = [
    { term: now.lastPing, value: last === undefined ? now.none : <Ago at={last * 1000} /> },
    ...(due === undefined
      ? []
      : [
          {
            term: now.due,
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
    ...(run === undefined ? [] : [{ term: now.lastRun, value: format.ms(run) }]),
  ]
  return <Facts facts={facts} />
}
