import { useQuery } from '@tanstack/react-query'
import { findCurrentChange } from './monitor-status.ts'
import { historyQuery, lastResultQuery, type Monitor } from './queries.ts'

/** Why it stands like this, and what was found last; null while that is not known, or there is nothing. */
export function useMonitorStatus(monitor: Monitor) {
  const history = useQuery(historyQuery(monitor.id)).data?.history ?? []
  const results = useQuery(lastResultQuery(monitor.id)).data
  return {
    history,
    change: findCurrentChange(monitor, history),
    lastResult: results ? (results.results[0] ?? null) : undefined,
  }
}
