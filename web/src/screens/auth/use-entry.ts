import { useNavigate, useSearch } from '@tanstack/react-router'
import { selectProject } from '../../api/project.ts'
import { queryClient } from '../../api/query-client.ts'
import { enter } from '../../api/session.ts'
import type { Schemas } from '../../api/types.ts'
import { sitePath } from '../../app/site-path.ts'

/** Returns the path of this site that the address asks to go to after the sign-in, if it names one. */
export function useOnward(): string | undefined {
  // What a route's validation leaves out is still here: the router merges it with the raw search of the root route
  const { onward } = useSearch({ strict: false }) as { onward?: unknown }
  return sitePath(onward) ?? undefined
}

/** Starts the session that a sign-in returned and goes on. Nothing stays in memory of the session before it. */
export function useEntry(otherwise = '/'): (data: Schemas['SignedIn']) => void {
  const navigate = useNavigate()
  const onward = useOnward()
  return (data) => {
    // What this page itself shows is not asked for once more: an invitation that was just accepted is gone
    queryClient.removeQueries({ type: 'inactive' })
    selectProject(null)
    enter(data)
    void navigate({ href: onward ?? otherwise, replace: true })
  }
}
