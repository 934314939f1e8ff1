/** Ends the management of resources by a configuration document. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, getData } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { useText } from '../../text/text.tsx'
import { useProblemText } from '../../ui/notice.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useProject } from '../me.ts'
import { isManaged, type Managed } from './ask.ts'

/** Maximum number of resources in one request. */
const BATCH = 1_000

/** Returns a function that releases resources and then continues, and whether it runs. */
export function useRelease() {
  const labels = useText().common.managed
  const { id: projectId } = useProject()
  const client = useQueryClient()
  const toast = useToast()
  const describeProblem = useProblemText()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ resources }: { resources: readonly Managed[]; onDone?: () => void }) => {
      const ids = resources.filter(isManaged).map(({ id }) => id)
      for (let from = 0; from < ids.length; from += BATCH) {
        const body = { resource_ids: ids.slice(from, from + BATCH) }
        await getData(api.POST('/api/projects/{projectId}/config/release', { params: { path: { projectId } }, body }))
      }
    },
    onSuccess: (_, { onDone }) => {
      toast.done(labels.released, labels.releasedNote)
      onDone?.()
    },
    onError: (error) => toast.failed(labels.releaseFailed, describeProblem(toProblem(error))),
    onSettled: () => client.invalidateQueries(),
  })
  const release = (resources: readonly Managed[], onDone?: () => void) =>
    mutate({ resources, ...(onDone && { onDone }) })
  return { release, isPending }
}
