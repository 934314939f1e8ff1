import { useNavigate, useSearch } from '@tanstack/react-router'
import { selectProjectId } from '../../api/project.ts'
import { queryClient } from '../../api/query-client.ts'
import { startSession } from '../../api/session.ts'
import type { Schemas } from '../../api/types.ts'
import { parseSitePath } from '../../app/site-path.ts'

/** Returns the site path to open after the sign-in, if the address contains one. */
export function useReturnPath(): string | undefined {
  // Parameters dropped by a route's validation are still here: the router merges the result with the raw search of the
  // root route
  const { onward: returnPath } = useSearch({ strict: false }) as { onward?: unknown }
  return parseSitePath(returnPath) ?? undefined
}

/** Starts the session of a sign-in response and navigates on. No data of the previous session stays in memory. */
export function useStartSession(defaultPath = '/'): (data: Schemas['SignedIn']) => void {
  const navigate = useNavigate()
  const returnPath = useReturnPath()
  return (data) => {
    // Active queries of this page are not read again: an invitation that was just accepted is gone
    queryClient.removeQueries({ type: 'inactive' })
    selectProjectId(null)
    startSession(data)
    void navigate({ href: returnPath ?? defaultPath, replace: true })
  }
}
