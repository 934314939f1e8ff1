/** Why a monitor is not up, in a few words, and its open incident. The tooltip has the whole message. */
import { Check, Siren } from 'lucide-react'
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

interface RowReasonProps {
  monitor: MonitorSummary
  state: MonitorState
}

/** States whose reason is clear without the name of the state. */
const FAILING: ReadonlySet<MonitorState> = new Set(['down', 'degraded', 'unknown'])

/** The reason before the target, on wide screens. Draws nothing without a reason. */
export function RowReason({ monitor, state }: RowReasonProps) {
  const words = describeReason(monitor, state, useText(), useFormat())
  if (words === null) return null
  return (
    <span
      title={findReason(monitor, state)?.message}
      className={cx('font-medium', TONE_TEXT[MONITOR_STYLE[state].tone])}
    >
      {words}
      <span className="mx-1 font-normal text-muted">·</span>
    </span>
  )
}

/** The second line on narrow screens: the reason and how long it has lasted. The icon of the row shows the state. */
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
      {FAILING.has(state) ? words : `${name} ${words}`} · {lasting}
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

/** @returns why the checks fail, or why they failed before an unconfirmed recovery */
function findReason({ reason, confirming }: MonitorSummary, state: MonitorState): MonitorSummary['reason'] {
  if (state === 'failing' || state === 'recovering') return confirming?.reason
  // After a resume, the store has the reason of the pause until the next read
  const isOutdated = reason?.kind === 'paused' || reason?.kind === 'disabled'
  return FAILING.has(state) && !isOutdated ? reason : undefined
}

const isToday = (moment: string): boolean => new Date(moment).toDateString() === new Date().toDateString()

interface RowIncidentProps {
  incident: NonNullable<MonitorSummary['open_incident']>
}

/** The open incident of a row, with a button to acknowledge it. The list handles the click, and the key `a`. */
export function RowIncident({ incident: { status, title } }: RowIncidentProps) {
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
        className="flex size-10 shrink-0 items-center justify-center rounded-md border border-down bg-surface text-down hover:bg-down-soft @2xl/list:size-7"
      >
        <Check className="size-4" aria-hidden />
      </button>
    )
  return (
    <span title={label} className={cx('shrink-0', status === 'open' ? 'text-down' : 'text-degraded')}>
      <Siren className="size-4" aria-hidden />
      <span className="sr-only">{label}</span>
    </span>
  )
}
