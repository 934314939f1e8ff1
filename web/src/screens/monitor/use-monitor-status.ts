import { useQuery } from '@tanstack/react-query'
import { findCurrentChange } from './monitor-status.ts'
import { historyQuery, lastResultQuery, type Monitor } from './queries.ts'

/** Returns the status history and the last result; null while loading, or if there is none. */
export function useMonitorStatus(monitor: Monitor) {
  const history = useQuery(historyQuery(monitor.id)).data?.history ?? []
  const results = useQuery(lastResultQuery(monitor.id)).data
  return {
    history,
    change: findCurrentChange(monitor, history),
    lastResult: results ? (results.results[0] ?? null) : undefined,
  }
}
