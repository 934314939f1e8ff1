import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { onLiveEvent } from '../../../api/events.ts'
import { useProjectId } from '../../../api/project.ts'
import { onSessionChange } from '../../../api/session.ts'
import { type Strip, Strips } from './strips.ts'

let current: { project: string | null; strips: Strips; stop: () => void } | null = null

/** One for the project: whoever comes back to the list finds what was read. */
function stripsOf(project: string | null): Strips {
  if (current?.project === project) return current.strips
  current?.stop()
  const strips = new Strips(async (ids) => {
    const query = { monitor_ids: [ids.join(',')] }
    const data = await dataOf(api.GET('/api/dashboard/strips', { params: { query } }))
    return data.strips.map((strip) => ({ ...strip, firstDay: data.first_day }))
  })
  const stops = [
    onLiveEvent((event) => {
      if (event.type === 'monitor.status') strips.outdate(event.data.monitor_id)
    }),
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

export const useStrips = (): Strips => stripsOf(useProjectId())

/** Asks for it as long as the component is there; null until it is known. */
export function useStrip(strips: Strips, id: string): Strip | null {
  const subscribe = useCallback((listener: () => void) => strips.watch(id, listener), [strips, id])
  return useSyncExternalStore(subscribe, () => strips.strip(id))
}

/** Reads all of them when they are wanted. @returns a number that is another one whenever more is known */
export function useAllStrips(strips: Strips, ids: readonly string[] | null): { known: number; isReading: boolean } {
  const [known, setKnown] = useState(0)
  const [isReading, setReading] = useState(false)
  useEffect(() => {
    if (ids === null) return
    let isCurrent = true
    setReading(true)
    void strips.readAll(ids).then(() => {
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
