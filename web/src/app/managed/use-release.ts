/** Ends the management of resources by a configuration document. */
import { useQueryClient } from '@tanstack/react-query'
import { api, getData } from '../../api/client.ts'
import { useText } from '../../text/text.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useProject } from '../me.ts'
import { useAction } from '../use-action.ts'
import { isManaged, type Managed } from './ask.ts'

/** Maximum number of resources in one request. */
const BATCH = 1_000

/** Returns a function that releases resources and then continues, and whether it runs. */
export function useRelease() {
  const labels = useText().common.managed
  const { id: projectId } = useProject()
  const client = useQueryClient()
  const toast = useToast()
  const { run, isPending } = useAction()
  const send = async (resources: readonly Managed[]) => {
    const ids = resources.filter(isManaged).map(({ id }) => id)
    for (let from = 0; from < ids.length; from += BATCH) {
      const body = { resource_ids: ids.slice(from, from + BATCH) }
      await getData(api.POST('/api/projects/{projectId}/config/release', { params: { path: { projectId } }, body }))
    }
  }
  const release = (resources: readonly Managed[], onDone?: () => void) =>
    run({
      name: labels.stop,
      send: () => send(resources),
      onDone: () => {
        toast.done(labels.released, labels.releasedNote)
        onDone?.()
      },
      onSettled: () => client.invalidateQueries(),
    })
  return { release, isPending }
}
