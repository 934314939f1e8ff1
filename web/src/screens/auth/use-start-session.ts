import { useNavigate, useSearch } from '@tanstack/react-router'
import { selectProjectId } from '../../api/project.ts'
import { queryClient } from '../../api/query-client.ts'
import { startSession } from '../../api/session.ts'
import type { Schemas } from '../../api/types.ts'
import { parseSitePath } from '../../app/site-path.ts'

/** Returns the path of this site that the address asks to go to after the sign-in, if it names one. */
export function useReturnPath(): string | undefined {
  // What a route's validation leaves out is still here: the router merges it with the raw search of the root route
  const { onward: returnPath } = useSearch({ strict: false }) as { onward?: unknown }
  return parseSitePath(returnPath) ?? undefined
}

/** Starts the session that a sign-in returned and goes on. Nothing stays in memory of the session before it. */
export function useStartSession(defaultPath = '/'): (data: Schemas['SignedIn']) => void {
  const navigate = useNavigate()
  const returnPath = useReturnPath()
  return (data) => {
    // What this page itself shows is not asked for once more: an invitation that was just accepted is gone
    queryClient.removeQueries({ type: 'inactive' })
    selectProjectId(null)
    startSession(data)
    void navigate({ href: returnPath ?? defaultPath, replace: true })
  }
}
