/** A status change that waits for confirmation: its headline, its error and its regions. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Confirming } from '../../../app/monitor-store/confirming.ts'
import { regionsQuery } from '../../../parts/platform/queries.ts'
import { getRegionName } from '../../../parts/probes/regions.ts'
import { formatReason } from '../../../parts/results/reason/short-reason.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { Badge, MONITOR_STYLE, type MonitorState } from '../../../ui/status.tsx'
import type { Monitor } from '../queries.ts'

/** Returns `Failing, confirming (1 of 2)`, or only the word of a state that waits for nothing. */
export function useStateLabel(state: MonitorState, { confirming }: Pick<Monitor, 'confirming'>): string {
  const { status } = useText()
  const { number } = useFormat()
  const word = status.monitor[state]
  if (!confirming || (state !== 'failing' && state !== 'recovering')) return word
  return `${word}, ${status.confirming(number(confirming.count), number(confirming.threshold))}`
}

/** The reason of unconfirmed failures in a few words, as in the list, and the full message below it. */
export function FailingReason({ confirming: { reason } }: { confirming: Confirming }) {
  const text = useText()
  const format = useFormat()
  if (!reason) return null
  const short = formatReason(reason, text, format)
  return (
    <p>
      {short}
      {short !== reason.message && (
        <code className="block font-mono text-sm text-muted wrap-anywhere">{reason.message}</code>
      )}
    </p>
  )
}

/** Names the regions that see the change. Nothing is drawn while the service has only one region. */
export function ConfirmingRegions({ confirming }: { confirming: Confirming }): ReactNode {
  const { currentStatus } = useText().monitor
  const { list } = useFormat()
  const regions = useQuery(regionsQuery).data ?? []
  if (regions.length < 2) return null
  const names = confirming.regions.map((code) => getRegionName(code, regions))
  return <p className="text-muted">{currentStatus.seenIn(list(names))}</p>
}

/** Replaces the outcome of a region's last check. The count belongs to one region, so it is shown only for one. */
export function ConfirmingBadge({ monitor, state }: { monitor: Monitor; state: MonitorState }) {
  const word = useText().status.monitor[state]
  const label = useStateLabel(state, monitor)
  return <Badge {...MONITOR_STYLE[state]}>{monitor.confirming?.regions.length === 1 ? label : word}</Badge>
}
