/** Formats a live event as a Server-Sent Events block with the field names of the API. */

import { isFlappingEvent } from '../../core/incidents/event.ts'
import { createUpdateEvent } from '../../core/incidents/update-event.ts'
import type { LiveEvent, LiveStatus } from '../../core/live/live-event.ts'
import { parseStatusReason } from '../../core/results/status-reason.ts'
import { toConfirming, toStatusReason } from '../monitors/monitor-state-json.ts'
import { toIso } from '../platform/times.ts'
import { toCheckResult } from '../results/check-result.ts'

// JSON contains no raw line breaks, so one `data` line is enough. Source: HTML Standard, 9.2 Server-sent events
export const formatEventBlock = (id: string, type: string, data: unknown): string =>
  `id: ${id}\n${formatPlainEventBlock(type, JSON.stringify(data))}`

/** An event without an ID, which no client can resume. */
export const formatPlainEventBlock = (type: string, json: string): string => `event: ${type}\ndata: ${json}\n\n`

export function formatLiveEvent(id: string, event: LiveEvent): string {
  if (event.type !== 'incident') return formatEventBlock(id, event.type, toEventData(event))
  const { type, data } = createUpdateEvent(event.update)
  return formatEventBlock(id, isFlappingEvent(type) ? 'incident.updated' : type, data)
}

function toEventData(event: Exclude<LiveEvent, { type: 'incident' }>): object {
  if (event.type === 'reset') return {}
  if (event.type === 'incident.deleted') return { incident_id: event.incidentId }
  if (event.type === 'group.status') return { group_id: event.groupId, ...toStatusChange(event.change) }
  const monitor = { monitor_id: event.monitorId }
  if (event.type === 'monitor.result') {
    const { result, confirming } = event
    return { ...monitor, result: toCheckResult(result), confirming: confirming && toConfirming(confirming) }
  }
  if (event.type !== 'monitor.status') return monitor
  const { to, reason } = event.change
  return {
    ...monitor,
    ...toStatusChange(event.change),
    ...(to !== 'up' && { parsed_reason: toStatusReason(parseStatusReason(reason)) }),
  }
}

const toStatusChange = ({ from, to, reason, at }: LiveStatus): object => ({
  ...(from !== null && { from_status: from }),
  to_status: to,
  reason,
  started_at: toIso(at),
})
