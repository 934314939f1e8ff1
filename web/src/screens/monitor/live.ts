/** Updates the page of a monitor on its events. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type LiveEvent, useLiveEvents } from '../../api/events.ts'
import { type ResultFilter, type ResultPage, withResult, withStatus } from './live-patch.ts'
import { historyQuery, type Monitor, monitorQuery, toMonitorKey, uptimesQuery } from './queries.ts'

/** Aggregates are read again at most this often, since one check hardly changes them. */
const AGGREGATES_REFRESH_MS = 15_000

/** Query keys of aggregates (second word). */
const AGGREGATES = ['uptime', 'response-times', 'coverage', 'pings']

/** @returns whether the monitor was deleted, so that nothing can be read any more */
export function useLiveMonitor(id: string): boolean {
  const [goneId, setGoneId] = useState<string | null>(null)
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onEvent = useCallback(
    (event: LiveEvent) => {
      const monitorKey = toMonitorKey(id)
      if (event.type === 'monitor.deleted' && event.data.monitor_id === id) setGoneId(id)
      if (event.type === 'monitor.status' && event.data.monitor_id === id) {
        const runtimeStatus = event.data.to_status as Monitor['runtimeStatus']
        client.setQueryData(
          monitorQuery(id).queryKey,
          (monitor) => monitor && { ...monitor, runtimeStatus, confirming: undefined },
        )
        client.setQueryData(historyQuery(id).queryKey, (page) => page && withStatus(page, event.data))
        void client.invalidateQueries({ queryKey: uptimesQuery(id).queryKey })
      }
      if (event.type !== 'monitor.result' || event.data.monitor_id !== id) return
      const { result, confirming } = event.data
      client.setQueryData(
        monitorQuery(id).queryKey,
        (monitor) => monitor && { ...monitor, confirming: confirming ?? undefined },
      )
      for (const [key, page] of client.getQueriesData<ResultPage>({ queryKey: [monitorKey, 'results'] }))
        if (page) client.setQueryData(key, withResult(page, key[2] as ResultFilter, result))
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        const isSum = (name: unknown) => AGGREGATES.includes(String(name))
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === monitorKey && isSum(queryKey[1]) })
        void client.invalidateQueries({ queryKey: [monitorKey, 'monitor'] })
      }, AGGREGATES_REFRESH_MS)
    },
    [client, id],
  )
  useLiveEvents(onEvent)
  return goneId === id
}
