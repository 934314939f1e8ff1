/** Why a monitor is not up, in a few words, and its open incident. The tooltip has the whole message. */
import { Link } from '@tanstack/react-router'
import { Check, Siren } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePermission } from '../../../app/me.ts'
import type { MonitorSummary } from '../../../app/monitor-store/monitor-summary.ts'
import { formatReason } from '../../../parts/results/reason/short-reason.ts'
import type { FirstTexts } from '../../../text/catalogue.ts'
import type { Format } from '../../../text/format.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'
import { type IncidentState, MONITOR_STYLE, type MonitorState, TONE_TEXT } from '../../../ui/status.tsx'
import { Lasting } from '../../../ui/time.tsx'
import { ConfirmingLine, StateSpan } from './state-note.tsx'
import { FAILING, findReason } from './told-incidents.ts'

interface RowReasonProps {
  monitor: MonitorSummary
  state: MonitorState
}

/** The reason before the target, on wide screens. Draws nothing without a reason. */
export function RowReason({ monitor, state }: RowReasonProps) {
  const words = describeReason(monitor, state, useText(), useFormat())
  if (words === null) return null
  return (
    <span
      title={findReason(monitor, state)?.message}
      className={cx('font-medium', TONE_TEXT[MONITOR_STYLE[state].tone])}
    >
      <IncidentLink incident={monitor.open_incident}>{words}</IncidentLink>
      <span className="font-normal text-muted">
        <Acknowledger monitor={monitor} />
        <span className="mx-1">·</span>
      </span>
    </span>
  )
}

type Incident = NonNullable<MonitorSummary['open_incident']>

/** The words as a link to the incident, which the row also opens with the key `i`. */
const IncidentLink = ({ incident, children }: { incident: Incident | null; children: ReactNode }) =>
  incident ? (
    <Link
      to="/incidents/$id"
      params={{ id: incident.id }}
      tabIndex={-1}
      draggable={false}
      preload={false}
      className="underline underline-offset-2"
    >
      {children}
    </Link>
  ) : (
    children
  )

/** The user or recipient who acknowledged the incident of the row. */
function Acknowledger({ monitor: { open_incident: incident } }: Pick<RowReasonProps, 'monitor'>) {
  const { acknowledge: text } = useText()
  if (incident?.status !== 'acknowledged') return null
  const { acknowledged_by_name: name, acknowledged_via: via } = incident
  return (
    <>
      <span className="mx-1">·</span>
      {via ? text.via(via) : text.by(name ?? text.formerUser)}
    </>
  )
}

/**
 * The second line on narrow screens: the reason, how long it has lasted, and who acknowledged the incident. The icon of the
 * row shows the state.
 */
export function StateLine({ monitor, state }: RowReasonProps) {
  const text = useText()
  const words = describeReason(monitor, state, text, useFormat())
  const lasting = <Lasting since={monitor.status_since} until={null} isShort />
  const name = text.status.monitor[state]
  if (state === 'failing' || state === 'recovering')
    return <ConfirmingLine monitor={monitor} state={state} reason={words} />
  if (state === 'paused' && monitor.paused_until)
    return (
      <>
        {name} <StateSpan monitor={monitor} since={monitor.status_since} />
      </>
    )
  if (words === null)
    return (
      <>
        {name} {text.common.for} {lasting}
      </>
    )
  return (
    <span title={monitor.reason?.message}>
      <IncidentLink incident={monitor.open_incident}>{FAILING.has(state) ? words : `${name} ${words}`}</IncidentLink> ·{' '}
      {lasting}
      <Acknowledger monitor={monitor} />
    </span>
  )
}

/** @returns null when the state needs no reason */
function describeReason(monitor: MonitorSummary, state: MonitorState, text: FirstTexts, format: Format): string | null {
  const { reason: current, maintenance_until: until } = monitor
  if (state === 'maintenance')
    return until ? text.reasons.until(isToday(until) ? format.time(until) : format.dateTime(until)) : null
  if (state === 'paused' || state === 'disabled')
    return current?.actor_name ? text.reasons.by(current.actor_name) : null
  const reason = findReason(monitor, state)
  return reason ? formatReason(reason, text, format) : null
}

const isToday = (moment: string): boolean => new Date(moment).toDateString() === new Date().toDateString()

/** The open incident of a row, with a button to acknowledge it. The list handles the click, and the key `a`. */
export function RowIncident({ incident: { id, status, title } }: { incident: Incident }) {
  const text = useText()
  const mayAcknowledge = usePermission('can_manage_incidents')
  const label = text.monitors.list.incident(text.status.incident[status as IncidentState])
  if (status === 'open' && mayAcknowledge)
    return (
      <button
        type="button"
        data-action="acknowledge"
        tabIndex={-1}
        title={text.acknowledge.named(title)}
        aria-label={text.acknowledge.named(title)}
        className="flex size-10 shrink-0 items-center justify-center rounded-md border border-edge bg-surface hover:bg-hover @2xl/list:size-7"
      >
        <Check className="size-4" aria-hidden />
      </button>
    )
  return (
    <Link
      to="/incidents/$id"
      params={{ id }}
      tabIndex={-1}
      draggable={false}
      preload={false}
      title={label}
      className={cx(
        'flex size-10 shrink-0 items-center justify-center @2xl/list:size-7',
        status === 'open' ? 'text-down' : 'text-degraded',
      )}
    >
      <Siren className="size-4" aria-hidden />
      <span className="sr-only">{label}</span>
    </Link>
  )
}
