/** Acknowledges incidents. The change shows at once; if another user was faster, that user is named. */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, getData } from '../api/client.ts'
import { toProblem } from '../api/problem.ts'
import type { Schemas } from '../api/types.ts'
import { useMe } from '../app/me.ts'
import { useFormat, useText } from '../text/text.tsx'
import { useProblemText } from '../ui/notice.tsx'
import { useToast } from '../ui/toast.tsx'
import { changeIncidents } from './incident-batch.ts'

type Incident = Schemas['Incident']
type NamedIncident = Pick<Incident, 'id' | 'title'>

interface Acknowledgement {
  acknowledge: (incidents: readonly NamedIncident[]) => void
  isPending: boolean
}

export function useAcknowledge(): Acknowledgement {
  const client = useQueryClient()
  const { user } = useMe()
  const toast = useToast()
  const describeProblem = useProblemText()
  const { acknowledge: text } = useText()
  const { number } = useFormat()

  const mutation = useMutation({
    mutationFn: (incidents: readonly NamedIncident[]) =>
      changeIncidents(
        'acknowledge',
        incidents.map(({ id }) => id),
      ),
    onMutate: (incidents) => showAcknowledged(client, new Set(incidents.map(({ id }) => id)), user.name),
    onSuccess: async (results, incidents) => {
      const done = results.filter(({ outcome }) => outcome === 'succeeded')
      const rest = results.length - done.length
      const remark = rest > 0 ? text.notOpen(number(rest)) : undefined
      if (done.length > 0)
        return toast.done(
          incidents.length === 1 ? text.done(incidents[0]!.title) : text.doneMany(number(done.length)),
          remark,
        )
      const now = incidents.length === 1 ? await findIncident(incidents[0]!.id) : null
      if (now?.status === 'resolved') toast.done(text.resolved, now.title)
      else if (now?.acknowledged_by_name) toast.done(text.faster(now.acknowledged_by_name), now.title)
      else if (now?.acknowledged_via) toast.done(text.via(now.acknowledged_via), now.title)
      else toast.failed(text.failed, remark)
    },
    onError: (error) => toast.failed(text.failed, describeProblem(toProblem(error))),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) => /^(incidents|incident:.*|overview)$/.test(`${queryKey[0]}`),
      }),
  })
  return {
    acknowledge: (incidents) => incidents.length > 0 && mutation.mutate(incidents),
    isPending: mutation.isPending,
  }
}

const findIncident = (id: string): Promise<Incident | null> =>
  getData(api.GET('/api/incidents/{id}', { params: { path: { id } } })).then(
    ({ incident }) => incident,
    () => null,
  )

/** Changes the incidents in all lists and pages that show them. */
function showAcknowledged(client: QueryClient, ids: ReadonlySet<string>, name: string): void {
  const change = (incident: Incident): Incident =>
    ids.has(incident.id) && incident.status === 'open'
      ? { ...incident, status: 'acknowledged', acknowledged_at: new Date().toISOString(), acknowledged_by_name: name }
      : incident
  client.setQueriesData<{ incidents: Incident[] }>(
    { queryKey: ['incidents'] },
    (page) => page && { ...page, incidents: page.incidents.map(change) },
  )
  for (const id of ids)
    client.setQueryData<Incident>([`incident:${id}`, 'facts'], (incident) => incident && change(incident))
}
