import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { selectProjectId } from '../api/project.ts'

/** Goes to another project; nothing that was read of this one is shown there. */
export function useSwitchProject(): (id: string) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (id) => {
    selectProjectId(id)
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    void navigate({ to: '/' })
  }
}
