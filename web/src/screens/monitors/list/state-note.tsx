/** Texts beside the state of a row: its start, and the progress of a change that waits for confirmation. */
import type { MonitorSummary } from '../../../app/monitor-store/monitor-summary.ts'
import { useFormat, useText } from '../../../text/text.tsx'
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

/** How long the state has lasted, or when a pause ends. */
export function StateSpan({ monitor, since }: { monitor: MonitorSummary; since: string }) {
  const { common } = useText()
  const { time, date } = useFormat()
  const now = useNow()
  const until = monitor.status === 'paused' && monitor.paused_until
  if (until) return common.until((Date.parse(until) - now < DAY_MS ? time : date)(until))
  return (
    <>
      {common.for} <Lasting since={since} until={null} />
    </>
  )
}

/** The second line of the state cell. */
export function StateNote(props: Props) {
  const confirming = useConfirmingText(props)
  return confirming ? (
    <span className="block text-xs leading-tight text-muted">
      <span className="sr-only">, </span>
      {confirming}
    </span>
  ) : (
    <span className="block truncate text-xs text-muted">
      <StateSpan monitor={props.monitor} since={getSince(props)} />
    </span>
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

/** Duration of an unconfirmed change, which the other columns of a wide list have no room for. */
export function ConfirmingDetail(props: Props) {
  if (useConfirmingText(props) === null) return null
  return (
    <span className={TONE_TEXT[MONITOR_STYLE[props.state].tone]}>
      <Lasting since={getSince(props)} until={null} isShort />
      <span className="mx-1 text-muted">·</span>
    </span>
  )
}
