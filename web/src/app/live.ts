/** Keeps what is shown in step with what happens: most lists are simply read anew, a little later and once for many. */
import type { QueryClient } from '@tanstack/react-query'
import { currentLine, type LiveEvent, onLineChange, onLiveEvent } from '../api/events.ts'

/** Events of this long are answered with one reading. */
const GATHER_MS = 800

/**
 * The first words of the query keys that an event makes old. The list of monitors is not among them: it takes the
 * events themselves. Nor are results of checks, of which there may be dozens a second.
 */
function touched(event: LiveEvent): readonly string[] {
  switch (event.type) {
    case 'monitor.result':
      return []
    case 'monitor.status':
      return ['overview', `monitor:${event.data.monitor_id}`]
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

/** Query keys begin with one word each: `['incidents', …]`, `['monitor:<id>', …]`, `['incident:<id>', …]`. */
export function keepFresh(client: QueryClient): () => void {
  const words = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    timer = undefined
    const all = words.has('*')
    void client.invalidateQueries({ predicate: ({ queryKey }) => all || words.has(String(queryKey[0])) })
    words.clear()
  }
  const stop = onLiveEvent((event) => {
    for (const word of touched(event)) words.add(word)
    if (words.size > 0) timer ??= setTimeout(refresh, GATHER_MS)
  })
  // What could not be read while the line was lost is read when it is back
  const stopMending = onLineChange(() => {
    if (currentLine() === 'live')
      void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  })
  return () => {
    stop()
    stopMending()
    clearTimeout(timer)
  }
}
