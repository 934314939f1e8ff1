/** Texts beside the state of a row: its start, and the progress of a change that waits for confirmation. */
import type { MonitorSummary } from '../../../app/monitor-store/monitor-summary.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'
import { MONITOR_STYLE, type MonitorState, TONE_TEXT } from '../../../ui/status.tsx'
import { Lasting, useNow } from '../../../ui/time.tsx'

interface Props {
  monitor: MonitorSummary
  /** As the row shows it. */
  state: MonitorState
}

/** Returns `confirming (1 of 2)`; null when the state waits for no confirmation. */
function useConfirmingText({ monitor: { confirming }, state }: Props): string | null {
  const text = useText()
  const { number } = useFormat()
  if (!confirming || (state !== 'failing' && state !== 'recovering')) return null
  return text.status.confirming(number(confirming.count), number(confirming.threshold))
}

/** A failing monitor counts from its first failing check, and a recovering one still counts its down time. */
const getSince = ({ monitor, state }: Props): string =>
  state === 'failing' ? (monitor.confirming?.since ?? monitor.status_since) : monitor.status_since

const DAY_MS = 86_400_000

interface StateSpanProps {
  monitor: MonitorSummary
  since: string
  /** Whether a duration has one unit and no word before it. */
  isShort?: boolean
}

/** How long the state has lasted, or when a pause ends. */
export function StateSpan({ monitor, since, isShort = false }: StateSpanProps) {
  const { common } = useText()
  const { time, date } = useFormat()
  const now = useNow()
  const until = monitor.status === 'paused' && monitor.paused_until
  if (until) return common.until((Date.parse(until) - now < DAY_MS ? time : date)(until))
  return (
    <>
      {!isShort && `${common.for} `}
      <Lasting since={since} until={null} isShort={isShort} />
    </>
  )
}

/** The second line of the state cell. Compact rows have a short duration beside the state. */
export function StateNote({ isCompact, ...props }: Props & { isCompact: boolean }) {
  const confirming = useConfirmingText(props)
  if (confirming === null)
    return (
      <span className={cx('text-xs text-muted', isCompact ? 'shrink-0' : 'block truncate')}>
        <StateSpan monitor={props.monitor} since={getSince(props)} isShort={isCompact} />
      </span>
    )
  return (
    // Compact rows have the progress beside the reason
    !isCompact && (
      <span className="block text-xs leading-tight text-muted">
        <span className="sr-only">, </span>
        {confirming}
      </span>
    )
  )
}

type ConfirmingState = 'failing' | 'recovering'

/** Progress of a confirmation, its reason and its time in one line, for narrow lists. Only the reason may be cut. */
export function ConfirmingLine({ monitor, state, reason }: Props & { state: ConfirmingState; reason: string | null }) {
  const { status } = useText()
  const { number } = useFormat()
  const { confirming } = monitor
  return (
    <span className="flex gap-x-1" title={confirming?.error_message ?? undefined}>
      <span className="shrink-0">
        {confirming
          ? status.confirmingShort[state](number(confirming.count), number(confirming.threshold))
          : status.monitor[state]}
      </span>
      {reason && <span className="truncate">· {reason}</span>}
      <span className="shrink-0">
        · <Lasting since={getSince({ monitor, state })} until={null} isShort />
      </span>
    </span>
  )
}

/** Duration of an unconfirmed change, and its progress in compact rows: the other columns have no room for them. */
export function ConfirmingDetail({ isCompact, ...props }: Props & { isCompact: boolean }) {
  const confirming = useConfirmingText(props)
  if (confirming === null) return null
  return (
    <span className={TONE_TEXT[MONITOR_STYLE[props.state].tone]}>
      {isCompact && `${confirming} · `}
      <Lasting since={getSince(props)} until={null} isShort />
      <span className="mx-1 text-muted">·</span>
    </span>
  )
}
