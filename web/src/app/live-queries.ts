/**
 * Invalidates queries on live events. Most lists are read again after a short delay, once for all events of that time.
 */
import type { QueryClient } from '@tanstack/react-query'
import { getConnectionState, type LiveEvent, onConnectionChange, onLiveEvent } from '../api/events.ts'

/** Events within this time cause one read. */
const BATCH_MS = 800

/**
 * Lists the query keys (first word) that an event invalidates. The list of monitors is absent because it applies events
 * itself. Check results invalidate nothing, since there may be dozens a second.
 */
function listAffectedKeys(event: LiveEvent): readonly string[] {
  switch (event.type) {
    case 'monitor.result':
      return []
    case 'monitor.status':
      return ['overview', `monitor:${event.data.monitor_id}`]
    case 'group.status':
      return ['groups', `group:${event.data.group_id}`]
    case 'monitor.created':
    case 'monitor.deleted':
      return ['overview', 'groups', 'tags']
    case 'monitor.updated':
      return ['overview', 'groups', 'tags', `monitor:${event.data.monitor_id}`]
    case 'incident.deleted':
      return ['overview', 'incidents', `incident:${event.data.incident_id}`]
    case 'reset':
      return ['*']
    default:
      return [
        'overview',
        'incidents',
        `incident:${event.data.incident.id}`,
        ...(event.data.monitor ? [`monitor:${event.data.monitor.id}`] : []),
      ]
  }
}

/** Query keys begin with one word each: `['incidents', …]`, `['monitor:<id>', …]`, `['group:<id>', …]`, `['incident:<id>', …]`. */
export function invalidateOnEvents(client: QueryClient): () => void {
  const keys = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    timer = undefined
    const all = keys.has('*')
    void client.invalidateQueries({ predicate: ({ queryKey }) => all || keys.has(String(queryKey[0])) })
    keys.clear()
  }
  const stop = onLiveEvent((event) => {
    for (const key of listAffectedKeys(event)) keys.add(key)
    if (keys.size > 0) timer ??= setTimeout(refresh, BATCH_MS)
  })
  // After a lost connection everything on the page is read again: reads failed, and a change may have been made whose
  // answer was lost
  let wasLost = false
  const stopRefetching = onConnectionChange(() => {
    if (getConnectionState() === 'live' && wasLost) void client.invalidateQueries()
    wasLost = getConnectionState() === 'lost'
  })
  return () => {
    stop()
    stopRefetching()
    clearTimeout(timer)
  }
}
