/** Current status with its start and reason. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellOff, RadioTower, Shuffle, Siren, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { toPlainTitle } from '../../../app/incidents/plain-title.ts'
import { AcknowledgeButton } from '../../../parts/incidents/acknowledge-button.tsx'
import { SilenceNote } from '../../../parts/incidents/silence/silence-note.tsx'
import {
  FailureResponse,
  type FailureResponse as FullResponse,
} from '../../../parts/results/reason/failure-response.tsx'
import { parseReason } from '../../../parts/results/reason/reason.ts'
import { ReasonText } from '../../../parts/results/reason/reason-text.tsx'
import { formatReason } from '../../../parts/results/reason/short-reason.ts'
import { TargetAnswer } from '../../../parts/results/reason/target-answer.tsx'
import { ResultBadge } from '../../../parts/results/result-badge.tsx'
import { ErrorLine } from '../../../parts/results/result-detail.tsx'
import { useFormat, useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import {
  IncidentBadge,
  MONITOR_STYLE,
  type MonitorState,
  SeverityBadge,
  TONE_TEXT,
  type Tone,
} from '../../../ui/status.tsx'
import { Ago, DateTime, Lasting } from '../../../ui/time.tsx'
import { getDisplayState } from '../monitor-status.ts'
import { type Incident, incidentsQuery, type Monitor, resultQuery } from '../queries.ts'
import { useMonitorStatus } from '../use-monitor-status.ts'
import { useUncheckedRegions } from '../use-regions.ts'
import { ConfirmingRegions, FailingReason, useStateLabel } from './confirming.tsx'
import { HeartbeatSetup } from './heartbeat-setup.tsx'
import { Timing } from './timing.tsx'

const EDGE: Record<Tone, string> = {
  up: 'border-l-up-mark',
  down: 'border-l-down-mark',
  error: 'border-l-error-mark',
  degraded: 'border-l-degraded-mark',
  maintenance: 'border-l-maintenance-mark',
  quiet: 'border-l-quiet-mark',
  accent: 'border-l-accent',
}

interface Props {
  monitor: Monitor
  onResult: (id: string) => void
}

export function CurrentStatus({ monitor, onResult }: Props) {
  const { currentStatus } = useText().monitor
  const { pause } = useText().until
  const state = getDisplayState(monitor)
  const { tone } = MONITOR_STYLE[state]
  const open = useQuery(incidentsQuery(monitor.id)).data?.incidents.filter(({ status }) => status !== 'resolved') ?? []
  const holder = open.find(({ alerts_suppressed_by }) => alerts_suppressed_by)?.alerts_suppressed_by
  return (
    <section
      aria-label={currentStatus.title}
      className={cx('rounded-lg border border-l-4 border-line bg-surface p-4', EDGE[tone])}
    >
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[1fr_auto]">
        <div className="flex min-w-0 flex-col gap-3">
          <Headline monitor={monitor} state={state} />
          {monitor.in_maintenance && <Note icon={Wrench}>{currentStatus.maintenance}</Note>}
          {monitor.is_flapping && <Note icon={Shuffle}>{currentStatus.flapping}</Note>}
          <Unchecked monitor={monitor} />
          {monitor.silence && <SilenceNote subject={{ kind: 'monitor', id: monitor.id }} silence={monitor.silence} />}
          {holder && <Note icon={BellOff}>{currentStatus.suppressedBy(holder.name)}</Note>}
          {monitor.status !== 'active' && open.length > 0 && <Note icon={Siren}>{pause.keepsIncident}</Note>}
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
  const { currentStatus } = text.monitor
  const { tone, icon: Icon } = MONITOR_STYLE[state]
  const { change, lastResult } = useMonitorStatus(monitor)
  const { pause } = useText().until
  const format = useFormat()
  const isNew = state === 'unknown' && lastResult === null
  const label = useStateLabel(state, monitor)
  const confirming = state === 'failing' || state === 'recovering' ? monitor.confirming : null
  const failing = state === 'failing' ? confirming : null
  const since = failing?.since ?? change?.started_at
  const short = change?.parsed_reason && formatReason(change.parsed_reason, text, format)
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2.5">
        <span className={cx('flex items-center gap-2 text-lg font-semibold', TONE_TEXT[tone])}>
          <Icon className="size-5" aria-hidden />
          {monitor.paused_until ? pause.until(format.dateTime(monitor.paused_until)) : label}
        </span>
        {since !== undefined && (
          <>
            <span className="text-muted">
              {state === 'recovering' && `${text.status.monitor[monitor.runtimeStatus]} `}
              {text.common.for} <Lasting since={since} until={null} />
            </span>
            <span className="text-muted">
              ({currentStatus.since} <DateTime at={since} />)
            </span>
          </>
        )}
      </p>
      <div className="mt-0.5">
        {monitor.status !== 'active' ? (
          <p>
            {change?.actor_name && `${currentStatus.pausedBy(change.actor_name)}. `}
            {monitor.status === 'paused' ? currentStatus.pausedText : currentStatus.disabledText}
          </p>
        ) : failing ? (
          <FailingReason confirming={failing} />
        ) : isNew && monitor.type === 'HEARTBEAT' && monitor.last_heartbeat_at === undefined ? (
          <p>{currentStatus.neverPinged}</p>
        ) : isNew && monitor.type !== 'HEARTBEAT' ? (
          <p>{currentStatus.never}</p>
        ) : (
          change && <ReasonText reason={change.reason} short={short} isJob={monitor.type === 'HEARTBEAT'} />
        )}
        {confirming && <ConfirmingRegions confirming={confirming} />}
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
  const { currentStatus } = useText().monitor
  const { list } = useFormat()
  const { names, isPinned } = useUncheckedRegions(monitor)
  if (names.length === 0) return null
  return (
    <Note icon={RadioTower}>{(isPinned ? currentStatus.uncheckedPinned : currentStatus.unchecked)(list(names))}</Note>
  )
}

function OpenIncident({ incident }: { incident: Incident }) {
  const { monitor, acknowledge } = useText()
  const { currentStatus } = monitor
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <IncidentBadge incident={incident} />
      <SeverityBadge severity={incident.severity} />
      <Link
        to="/incidents/$id"
        params={{ id: incident.id }}
        className="rounded font-medium text-accent underline-offset-2 wrap-anywhere hover:underline"
      >
        {toPlainTitle(incident.title)}
      </Link>
      <span className="text-muted">
        <Ago at={incident.reopened_at ?? incident.started_at} />
        {incident.acknowledged_by_name && `, ${currentStatus.acknowledgedBy(incident.acknowledged_by_name)}`}
        {incident.acknowledged_via && `, ${acknowledge.via(incident.acknowledged_via)}`}
      </span>
      <AcknowledgeButton incident={incident} className="max-sm:min-h-10" />
    </div>
  )
}

function LastResult({ monitor, onResult }: Props) {
  const { currentStatus, result: labels } = useText().monitor
  const format = useFormat()
  const { change, lastResult: last } = useMonitorStatus(monitor)
  if (!last) return null
  const isFailed = last.status === 'down'
  const reason = change && parseReason(change.reason)
  const said = reason?.kind === 'trouble' ? reason.message : monitor.confirming?.error_message
  const isSaid = said === last.error_message
  return (
    <div className="rounded-md bg-sunken px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="text-sm text-muted">
          {currentStatus.lastCheck} <Ago at={last.checked_at} />
        </span>
        <ResultBadge status={last.status} />
        {last.status_code !== undefined && !isFailed && <span className="tabular">HTTP {last.status_code}</span>}
        {last.response_time_ms !== undefined && <span className="tabular">{format.ms(last.response_time_ms)}</span>}
        <span className="text-sm text-muted">{last.region}</span>
        <Button size="small" variant="ghost" className="ml-auto" onClick={() => onResult(last.id)}>
          {currentStatus.details}
        </Button>
      </div>
      {!isSaid && <ErrorLine result={last} className="mt-0.5" />}
      {isFailed && <Answer id={monitor.id} resultId={last.id} title={labels.response} />}
    </div>
  )
}

/** The target's answer: the essential part, and the whole response behind a disclosure. */
function Answer({ id, resultId, title }: { id: string; resultId: string; title: string }) {
  const { data } = useQuery(resultQuery(id, resultId))
  if (!data) return null
  return (
    <>
      <TargetAnswer result={data} />
      {data.response && <ResponseDetails response={data.response} checkedAt={data.checked_at} title={title} />}
    </>
  )
}

function ResponseDetails({ response, checkedAt, title }: { response: FullResponse; checkedAt: string; title: string }) {
  return (
    <details className="mt-1.5">
      <summary className="w-fit rounded py-1 text-sm font-medium text-accent">{title}</summary>
      <div className="mt-2 rounded-md border border-line bg-surface p-3">
        <FailureResponse response={response} checkedAt={checkedAt} />
      </div>
    </details>
  )
}
