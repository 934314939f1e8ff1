/** Acknowledges an incident. The change shows at once; if another user was faster, that user is named. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, getData } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { useMe } from '../../app/me.ts'
import { useText } from '../../text/text.tsx'
import { useProblemText } from '../../ui/notice.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Incident, incidentQuery, type Page, toIncidentKey } from './queries.ts'

export function useAcknowledge(): { acknowledge: (incident: Incident) => void; pendingId: string | null } {
  const client = useQueryClient()
  const { user } = useMe()
  const toast = useToast()
  const describeProblem = useProblemText()
  const { incidents } = useText()

  const show = (incident: Incident) => {
    client.setQueryData<Incident>(toIncidentKey(incident.id), (known) => known && incident)
    client.setQueriesData<Page>({ queryKey: ['incidents', 'list'] }, (page) =>
      page ? { ...page, incidents: page.incidents.map((one) => (one.id === incident.id ? incident : one)) } : page,
    )
  }
  const readAnew = (id: string) =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => ['incidents', `incident:${id}`].includes(`${queryKey[0]}`),
    })

  const mutation = useMutation({
    mutationFn: async ({ id }: Incident) =>
      (await getData(api.POST('/api/incidents/{id}/acknowledge', { params: { path: { id } } }))).incident,
    onMutate: (incident) => {
      const at = new Date().toISOString()
      show({ ...incident, status: 'acknowledged', acknowledged_at: at, acknowledged_by_name: user.name })
    },
    onSuccess: (incident) => {
      show(incident)
      toast.done(incidents.acknowledged(incident.title))
    },
    onError: async (error, before) => {
      show(before)
      const problem = toProblem(error)
      if (problem.status !== 400) return toast.failed(incidents.failed, describeProblem(problem))
      // Another user changed the incident in the meantime: name that user instead of the refusal
      const now = await client.fetchQuery({ ...incidentQuery(before.id), staleTime: 0 }).catch(() => null)
      if (now?.status === 'resolved') toast.done(incidents.overAlready, now.title)
      else if (now?.acknowledged_by_name)
        toast.done(incidents.faster(now.acknowledged_by_name), incidents.fasterHelp(now.title))
      else toast.failed(incidents.failed, describeProblem(problem))
    },
    onSettled: (_data, _error, { id }) => readAnew(id),
  })
  return { acknowledge: mutation.mutate, pendingId: mutation.isPending ? mutation.variables.id : null }
}
