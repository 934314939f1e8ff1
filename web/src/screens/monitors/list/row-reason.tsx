/** Why a monitor is not up, in a few words. The tooltip has the whole message. */
import type { MonitorSummary } from '../../../app/monitor-store/monitor-summary.ts'
import { formatReason } from '../../../parts/short-reason.ts'
import type { FirstTexts } from '../../../text/catalogue.ts'
import type { Format } from '../../../text/format.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'
import { MONITOR_STYLE, type MonitorState, TONE_TEXT } from '../../../ui/status.tsx'
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
    <span title={monitor.reason?.message} className={cx('font-medium', TONE_TEXT[MONITOR_STYLE[state].tone])}>
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
  if (state === 'failing' || state === 'recovering') return <ConfirmingLine monitor={monitor} state={state} />
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
  const { reason, maintenance_until: until } = monitor
  if (state === 'maintenance')
    return until ? text.reasons.until(isToday(until) ? format.time(until) : format.dateTime(until)) : null
  if (state === 'paused' || state === 'disabled') return reason?.actor_name ? text.reasons.by(reason.actor_name) : null
  // After a resume, the reason is that of the pause until the next read
  const isOutdated = reason?.kind === 'paused' || reason?.kind === 'disabled'
  return reason && FAILING.has(state) && !isOutdated ? formatReason(reason, text, format) : null
}

const isToday = (moment: string): boolean => new Date(moment).toDateString() === new Date().toDateString()
