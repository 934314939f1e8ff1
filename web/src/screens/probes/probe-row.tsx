import { CircleCheck, CirclePause, CircleX, Info, type LucideIcon, Server, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Probe } from '../../parts/probe-trouble.ts'
import { useProbesText } from '../../text/probes.ts'
import { useFormat } from '../../text/text.tsx'
import { cx } from '../../ui/cx.ts'
import { Badge, type Tone } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import { clockFaultOf, isAtWork, latenessOf, type Remark } from './standing.ts'

const LOOK: Readonly<Record<Probe['state'], { tone: Tone; icon: LucideIcon }>> = {
  live: { tone: 'up', icon: CircleCheck },
  stuck: { tone: 'degraded', icon: TriangleAlert },
  lost: { tone: 'down', icon: CircleX },
  stopped: { tone: 'quiet', icon: CirclePause },
}

/** What is no fault of the probe, or is over. */
const QUIET: readonly Remark['kind'][] = ['stopped', 'version']

interface Props {
  probe: Probe
  remarks: readonly Remark[]
}

export function ProbeRow({ probe, remarks }: Props) {
  const words = useProbesText()
  const { name, kind, state, address } = probe
  return (
    <li className="flex flex-col gap-2.5 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">{name}</span>
        <Badge {...LOOK[state]}>{words.state[state]}</Badge>
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 text-sm text-muted">
          <span className="inline-flex items-center gap-1.5">
            {kind === 'server' && <Server className="size-3.5 shrink-0" aria-hidden />}
            {words.kind[kind]}
          </span>
          {address !== null && <code className="wrap-anywhere">{address}</code>}
          <span>
            {words.seen} <Ago at={probe.last_seen_at} />
          </span>
        </span>
      </div>
      {isAtWork(probe) && <Figures probe={probe} />}
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
  const words = useProbesText()
  const { number, percent, ms } = useFormat()
  const late = latenessOf(probe)
  const count = (value: number | null) => (value === null ? '–' : number(value))
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-3 xl:grid-cols-6">
      <Figure term={words.share}>
        {percent(Math.round(probe.share_percent), 0)}
        <span className="mt-1 block h-1 max-w-28 overflow-hidden rounded-full bg-line" aria-hidden>
          <span className="block h-full bg-accent" style={{ width: `${probe.share_percent}%` }} />
        </span>
      </Figure>
      <Figure term={words.monitors}>{count(probe.monitors)}</Figure>
      <Figure term={words.waiting}>{count(probe.waiting_results)}</Figure>
      <Figure term={words.late} isOdd={late !== null}>
        {late === null ? words.onTime : ms(late)}
      </Figure>
      <Figure term={words.clock} isOdd={clockFaultOf(probe) !== null}>
        <Clock probe={probe} />
      </Figure>
      <Figure term={words.version}>{probe.version}</Figure>
    </dl>
  )
}

function Clock({ probe }: { probe: Probe }) {
  const words = useProbesText()
  const { ms } = useFormat()
  const fault = clockFaultOf(probe)
  if (fault !== null) return (fault > 0 ? words.ahead : words.behind)(ms(Math.abs(fault)))
  if (probe.clock_ahead_ms !== null) return words.clockRight
  return probe.kind === 'server' ? words.clockSame : words.clockUnknown
}

const Figure = ({ term, isOdd = false, children }: { term: string; isOdd?: boolean; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{term}</dt>
    <dd className={cx('tabular wrap-anywhere', isOdd && 'font-semibold text-degraded')}>{children}</dd>
  </div>
)

function RemarkLine({ remark }: { remark: Remark }) {
  const { remark: words } = useProbesText()
  const { number } = useFormat()
  const isQuiet = QUIET.includes(remark.kind)
  const Icon = isQuiet ? Info : TriangleAlert
  return (
    <li className={cx('flex items-start gap-2', isQuiet && 'text-muted')}>
      <Icon className={cx('mt-0.5 size-4 shrink-0', isQuiet ? 'text-muted' : 'text-degraded')} aria-hidden />
      <span>
        {remark.kind === 'version'
          ? words.version(remark.server)
          : remark.kind === 'dropped'
            ? words.dropped(number(remark.count))
            : words[remark.kind]}
      </span>
    </li>
  )
}
