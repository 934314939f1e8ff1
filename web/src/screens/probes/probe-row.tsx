import { CircleCheck, CirclePause, CircleX, Info, type LucideIcon, Server, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Probe } from '../../parts/probes/probe-problems.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { cx } from '../../ui/cx.ts'
import { Badge, type Tone } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import { findClockError, findLateness, isOnline, type Remark } from './probe-health.ts'

const STATE_STYLE: Readonly<Record<Probe['state'], { tone: Tone; icon: LucideIcon }>> = {
  live: { tone: 'up', icon: CircleCheck },
  stuck: { tone: 'degraded', icon: TriangleAlert },
  lost: { tone: 'down', icon: CircleX },
  stopped: { tone: 'quiet', icon: CirclePause },
}

/** Remarks that need no action. */
const INFORMATIONAL: readonly Remark['kind'][] = ['stopped', 'version']

interface Props {
  probe: Probe
  remarks: readonly Remark[]
}

export function ProbeRow({ probe, remarks }: Props) {
  const labels = useText().probes
  const { name, kind, state, address } = probe
  return (
    <li className="flex flex-col gap-2.5 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">{name}</span>
        <Badge {...STATE_STYLE[state]}>{labels.state[state]}</Badge>
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 text-sm text-muted">
          <span className="inline-flex items-center gap-1.5">
            {kind === 'server' && <Server className="size-3.5 shrink-0" aria-hidden />}
            {labels.kind[kind]}
          </span>
          {address !== null && <code className="wrap-anywhere">{address}</code>}
          <span>
            {labels.seen} <Ago at={probe.last_seen_at} />
          </span>
        </span>
      </div>
      {isOnline(probe) && <Figures probe={probe} />}
      {remarks.length > 0 && (
        <ul className="flex max-w-4xl flex-col gap-1 text-sm">
          {remarks.map((remark) => (
            <RemarkLine key={remark.kind} remark={remark} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Figures({ probe }: { probe: Probe }) {
  const labels = useText().probes
  const { number, percent, ms } = useFormat()
  const late = findLateness(probe)
  const count = (value: number | null) => (value === null ? '–' : number(value))
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-3 xl:grid-cols-6">
      <Figure term={labels.share}>
        {percent(Math.round(probe.share_percent), 0)}
        <span className="mt-1 block h-1 max-w-28 overflow-hidden rounded-full bg-line" aria-hidden>
          <span className="block h-full bg-accent" style={{ width: `${probe.share_percent}%` }} />
        </span>
      </Figure>
      <Figure term={labels.monitors}>{count(probe.monitors)}</Figure>
      <Figure term={labels.waiting}>{count(probe.waiting_results)}</Figure>
      <Figure term={labels.late} isOdd={late !== null}>
        {late === null ? labels.onTime : ms(late)}
      </Figure>
      <Figure term={labels.clock} isOdd={findClockError(probe) !== null}>
        <Clock probe={probe} />
      </Figure>
      <Figure term={labels.version}>{probe.version}</Figure>
    </dl>
  )
}

function Clock({ probe }: { probe: Probe }) {
  const labels = useText().probes
  const { ms } = useFormat()
  const fault = findClockError(probe)
  if (fault !== null) return (fault > 0 ? labels.ahead : labels.behind)(ms(Math.abs(fault)))
  if (probe.clock_ahead_ms !== null) return labels.clockRight
  return probe.kind === 'server' ? labels.clockSame : labels.clockUnknown
}

const Figure = ({ term, isOdd = false, children }: { term: string; isOdd?: boolean; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{term}</dt>
    <dd className={cx('tabular wrap-anywhere', isOdd && 'font-semibold text-degraded')}>{children}</dd>
  </div>
)

function RemarkLine({ remark }: { remark: Remark }) {
  const { remark: labels } = useText().probes
  const { number, percent } = useFormat()
  const isInformational = INFORMATIONAL.includes(remark.kind)
  const Icon = isInformational ? Info : TriangleAlert
  return (
    <li className={cx('flex items-start gap-2', isInformational && 'text-muted')}>
      <Icon className={cx('mt-0.5 size-4 shrink-0', isInformational ? 'text-muted' : 'text-degraded')} aria-hidden />
      <span>
        {remark.kind === 'version'
          ? labels.version(remark.server)
          : remark.kind === 'dropped'
            ? labels.dropped(number(remark.count))
            : remark.kind === 'overload'
              ? labels.overload(percent(remark.percent, 0))
              : labels[remark.kind]}
      </span>
    </li>
  )
}
