/** The open incidents of the project: in the navigation, in the title of the window, and on the first screen. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, getData } from '../api/client.ts'
import { useFormat, useText } from '../text/text.tsx'
import { setTitleCount } from '../ui/page.tsx'
import { countProblems } from './incident-counts.ts'

/** The first word of the key makes every incident event invalidate it. */
export const openIncidentsQuery = queryOptions({
  queryKey: ['incidents', 'unresolved'],
  queryFn: () => getData(api.GET('/api/dashboard/incidents')),
})

/** Number of problems that no user has acknowledged; nothing while there is none. */
export function OpenIncidentsBadge({ className }: { className?: string }) {
  const { acknowledge } = useText()
  const { number } = useFormat()
  const data = useQuery(openIncidentsQuery).data
  const count = data ? countProblems(data) : 0
  useEffect(() => setTitleCount(count), [count])
  if (count === 0) return null
  return (
    <span
      className={`rounded-full bg-down px-1.5 text-center text-xs leading-5 font-semibold text-ground tabular ${className}`}
    >
      <span aria-hidden>{count > 99 ? '99+' : number(count)}</span>
      <span className="sr-only">{acknowledge.openCount(number(count))}</span>
    </span>
  )
}
