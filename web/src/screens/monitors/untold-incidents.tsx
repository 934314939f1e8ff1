/** The incidents above the list that no row of the list shows; the rule is in `list/told-incidents.ts`. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { loadFirstChunk } from '../../api/chunk.ts'
import type { MonitorStore } from '../../app/monitor-store/monitor-store.ts'
import { openIncidentsQuery } from '../../app/open-incidents.tsx'
import type { Row } from './list/rows.ts'
import { listUntold } from './list/told-incidents.ts'

const OpenIncidents = lazy(() => loadFirstChunk(() => import('./open-incidents.tsx')))

interface UntoldIncidentsProps {
  store: MonitorStore
  /** The rows that count; empty without a list. */
  rows: readonly Row[]
}

export function UntoldIncidents({ store, rows }: UntoldIncidentsProps) {
  const { data } = useQuery(openIncidentsQuery)
  if (!data) return null
  const untold = listUntold(data, rows, (id) => store.findMonitor(id))
  if (untold.storms.length + untold.incidents.length + untold.rest === 0) return null
  return (
    <Suspense>
      <OpenIncidents untold={untold} counts={data} />
    </Suspense>
  )
}
