import { useQuery } from '@tanstack/react-query'
import { historyQuery, lastResultQuery, type Monitor } from './queries.ts'
import { presentChange } from './standing.ts'

/** Why it stands like this, and what was found last; null while that is not known, or there is nothing. */
export function useStanding(monitor: Monitor) {
  const history = useQuery(historyQuery(monitor.id)).data?.history ?? []
  const results = useQuery(lastResultQuery(monitor.id)).data
  return {
    history,
    change: presentChange(monitor, history),
    lastResult: results ? (results.results[0] ?? null) : undefined,
  }
}
