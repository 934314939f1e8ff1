import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { api, getData } from '../../../api/client.ts'
import { useProjectId } from '../../../api/project.ts'
import { onSessionChange } from '../../../api/session.ts'
import type { Schemas } from '../../../api/types.ts'
import { type Bars, DAY_MS } from '../../../parts/monitors/bars.ts'
import { type Strip, StripCache } from './strip-cache.ts'

/** @param firstDay ISO 8601 */
const toBars = (
  { monitor_id: monitorId, pulse, days, day_uptimes }: Schemas['MonitorStrip'],
  firstDay: string,
): Bars =>
  pulse
    ? {
        monitorId,
        startsAt: Date.parse(pulse.starts_at),
        stepMs: pulse.step_seconds * 1000,
        statuses: pulse.statuses,
        uptimes: pulse.uptimes,
      }
    : { monitorId, startsAt: Date.parse(firstDay), stepMs: DAY_MS, statuses: days, uptimes: day_uptimes }

let current: { project: string | null; strips: StripCache; stop: () => void } | null = null

/** Returns the strip cache of a project, so that a return to the list finds loaded strips. */
function getStripCache(project: string | null): StripCache {
  if (current?.project === project) return current.strips
  current?.stop()
  const strips = new StripCache(async (ids) => {
    const query = { monitor_ids: [ids.join(',')] }
    const data = await getData(api.GET('/api/dashboard/strips', { params: { query } }))
    return data.strips.map((strip) => ({ ...strip, bars: toBars(strip, data.first_day) }))
  })
  const stops = [
    onSessionChange(() => {
      current?.stop()
      current = null
    }),
  ]
  const stop = () => {
    for (const end of stops) end()
    strips.close()
  }
  current = { project, strips, stop }
  return strips
}

export const useStripCache = (): StripCache => getStripCache(useProjectId())

/** Subscribes to a strip while the component is mounted; null until it is loaded. */
export function useStrip(strips: StripCache, id: string): Strip | null {
  const subscribe = useCallback((listener: () => void) => strips.watch(id, listener), [strips, id])
  return useSyncExternalStore(subscribe, () => strips.findStrip(id))
}

/**
 * Loads all strips when needed.
 *
 * @returns a version that changes whenever more strips are loaded
 */
export function useAllStrips(strips: StripCache, ids: readonly string[] | null): { known: number; isReading: boolean } {
  const [known, setKnown] = useState(0)
  const [isReading, setReading] = useState(false)
  useEffect(() => {
    if (ids === null) return
    let isCurrent = true
    setReading(true)
    void strips.fetchAll(ids).then(() => {
      if (!isCurrent) return
      setReading(false)
      setKnown((before) => before + 1)
    })
    return () => {
      isCurrent = false
    }
  }, [strips, ids])
  return { known, isReading: isReading && ids !== null }
}
