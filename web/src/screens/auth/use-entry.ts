import { useNavigate } from '@tanstack/react-router'
import { selectProject } from '../../api/project.ts'
import { queryClient } from '../../api/query-client.ts'
import { enter } from '../../api/session.ts'
import type { Schemas } from '../../api/types.ts'

/** Goes in with what signing in answered. Nothing stays of whoever was here before. */
export function useEntry(): (data: Schemas['SignedIn'], href: string) => void {
  const navigate = useNavigate()
  return (data, href) => {
    // What this page itself shows is not asked for once more: an invitation that was just accepted is gone
    queryClient.removeQueries({ type: 'inactive' })
    selectProject(null)
    enter(data)
    void navigate({ href, replace: true })
  }
}
