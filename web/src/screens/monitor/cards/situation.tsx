/** The answer to "what is wrong, since when, and why". */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellOff, RadioTower, Shuffle, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { KeptResponse } from '../../../parts/kept-response.tsx'
import { ResultBadge } from '../../../parts/result-badge.tsx'
import { TroubleLine } from '../../../parts/result-detail.tsx'
import { useFormat, useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import {
  IncidentBadge,
  MONITOR_LOOK,
  type MonitorState,
  SeverityBadge,
  TONE_TEXT,
  type Tone,
} from '../../../ui/status.tsx'
import { Ago, DateTime, Lasting } from '../../../ui/time.tsx'
import { type Incident, incidentsQuery, type Monitor, resultQuery } from '../queries.ts'
import { readReason } from '../reason.ts'
import { ReasonText } from '../reason-text.tsx'
import { stateOf } from '../standing.ts'
import { useUnchecked } from '../use-regions.ts'
import { useStanding } from '../use-standing.ts'
import { HeartbeatSetup } from './heartbeat-setup.tsx'
import { Timing } from './timing.tsx'

const EDGE: Record<Tone, string> = {
  up: 'border-l-up-mark',
  down: 'border-l-down-mark',
  degraded: 'border-l-degraded-mark',
  maintenance: 'border-l-maintenance-mark',
  quiet: 'border-l-quiet-mark',
  accent: 'border-l-accent',
}

interface Props {
  monitor: Monitor
  onResult: (id: string) => void
}

export function Situation({ monitor, onResult }: Props) {
  const { now } = useText().monitor
  const state = stateOf(monitor)
  const { tone } = MONITOR_LOOK[state]
  const open = useQuery(incidentsQuery(monitor.id)).data?.incidents.filter(({ status }) => status !== 'resolved') ?? []
  const holder = open.find(({ alerts_held_by }) => alerts_held_by)?.alerts_held_by
  return (
    <section
      aria-label={now.title}
      className={cx('rounded-lg border border-l-4 border-line bg-surface p-4', EDGE[tone])}
    >
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[1fr_auto]">
        <div className="flex min-w-0 flex-col gap-3">
          <Headline monitor={monitor} state={state} />
          {monitor.in_maintenance && <Note icon={Wrench}>{now.maintenance}</Note>}
          {monitor.is_flapping && <Note icon={Shuffle}>{now.flapping}</Note>}
          <Unchecked monitor={monitor} />
          {holder && <Note icon={BellOff}>{now.heldBy(holder.name)}</Note>}
          {open.map((incident) => (
            <OpenIncident key={incident.id} incident={incident} />
          ))}
          {monitor.type !== 'HEARTBEAT' && <LastResult monitor={monitor} onResult={onResult} />}
        </div>
        <Timing monitor={monitor} />
      </div>
      {monitor.type === 'HEARTBEAT' && <HeartbeatSetup monitor={monitor} />}
    </section>
  )
}

function Headline({ monitor, state }: { monitor: Monitor; state: MonitorState }) {
  const text = useText()
  const { now } = text.monitor
  const { tone, icon: Icon } = MONITOR_LOOK[state]
  const { change, lastResult } = useStanding(monitor)
  const isNew = state === 'unknown' && lastResult === null
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2.5">
        <span className={cx('flex items-center gap-2 text-lg font-semibold', TONE_TEXT[tone])}>
          <Icon className="size-5" aria-hidden />
          {text.status.monitor[state]}
        </span>
        {change && (
          <span className="text-muted">
            <Lasting since={change.started_at} until={null} /> · {now.since} <DateTime at={change.started_at} />
          </span>
        )}
      </p>
      <div className="mt-0.5">
        {monitor.status !== 'active' ? (
          <p>
            {change?.actor_name && `${now.pausedBy(change.actor_name)}. `}
            {monitor.status === 'paused' ? now.pausedText : now.disabledText}
          </p>
        ) : isNew && monitor.type === 'HEARTBEAT' && monitor.last_heartbeat_at === undefined ? (
          <p>{now.unheard}</p>
        ) : isNew && monitor.type !== 'HEARTBEAT' ? (
          <p>{now.never}</p>
        ) : (
          change && <ReasonText reason={change.reason} isJob={monitor.type === 'HEARTBEAT'} />
        )}
      </div>
    </div>
  )
}

const Note = ({ icon: Icon, children }: { icon: typeof Wrench; children: ReactNode }) => (
  <p className="flex items-start gap-2">
    <Icon className="mt-1 size-4 shrink-0 text-muted" aria-hidden />
    <span>{children}</span>
  </p>
)

function Unchecked({ monitor }: { monitor: Monitor }) {
  const { now } = useText().monitor
  const { list } = useFormat()
  const { names, isPinned } = useUnchecked(monitor)
  if (names.length === 0) return null
  return <Note icon={RadioTower}>{(isPinned ? now.uncheckedPinned : now.unchecked)(list(names))}</Note>
}

function OpenIncident({ incident }: { incident: Incident }) {
  const { now } = useText().monitor
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <IncidentBadge status={incident.status} />
      <SeverityBadge severity={incident.severity} />
      <Link
        to="/incidents/$id"
        params={{ id: incident.id }}
        className="rounded font-medium text-accent underline-offset-2 wrap-anywhere hover:underline"
      >
        {incident.title}
      </Link>
      <span className="text-muted">
        <Ago at={incident.started_at} />
        {incident.acknowledged_by_name && `, ${now.acknowledgedBy(incident.acknowledged_by_name)}`}
      </span>
    </p>
  )
}

function LastResult({ monitor, onResult }: Props) {
  const { now, result: words } = useText().monitor
  const format = useFormat()
  const { change, lastResult: last } = useStanding(monitor)
  if (!last) return null
  const isFailed = last.status === 'down'
  const reason = change && readReason(change.reason)
  const isSaid = reason?.kind === 'trouble' && reason.message === last.error_message
  return (
    <div className="rounded-md bg-sunken px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="text-sm text-muted">
          {now.lastCheck} <Ago at={last.checked_at} />
        </span>
        <ResultBadge status={last.status} />
        {last.status_code !== undefined && <span className="tabular">HTTP {last.status_code}</span>}
        {last.response_time_ms !== undefined && <span className="tabular">{format.ms(last.response_time_ms)}</span>}
        <span className="text-sm text-muted">{last.region}</span>
        <Button size="small" look="ghost" className="ml-auto" onClick={() => onResult(last.id)}>
          {now.details}
        </Button>
      </div>
      <TroubleLine result={isSaid ? { ...last, error_message: undefined } : last} className="mt-0.5" />
      {isFailed && last.status_code !== undefined && (
        <Answer id={monitor.id} resultId={last.id} title={words.response} />
      )}
    </div>
  )
}

function Answer({ id, resultId, title }: { id: string; resultId: string; title: string }) {
  const { data } = useQuery(resultQuery(id, resultId))
  if (!data?.response) return null
  return (
    <details className="mt-1.5">
      <summary className="w-fit rounded py-1 text-sm font-medium text-accent">{title}</summary>
      <div className="mt-2 rounded-md border border-line bg-surface p-3">
        <KeptResponse response={data.response} />
      </div>
    </details>
  )
}
