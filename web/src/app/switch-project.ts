import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { selectProjectId } from '../api/project.ts'

/** Switches to another project and drops all cached data of the current project. */
export function useSwitchProject(): (id: string) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (id) => {
    selectProjectId(id)
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    void navigate({ to: '/' })
  }
}
