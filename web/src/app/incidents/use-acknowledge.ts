/** Acknowledges incidents. An incident is shown as acknowledged once the server has answered. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api, getData } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import type { Schemas } from '../../api/types.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { useToast } from '../../ui/toast.tsx'
import { toUndo } from '../../ui/toast-messages.ts'
import { useMe } from '../me.ts'
import { useAction } from '../use-action.ts'
import { changeIncidents } from './incident-batch.ts'

type Incident = Schemas['Incident']
type NamedIncident = Pick<Incident, 'id' | 'title'>

/** Time for reading an incident whose acknowledgement got no answer. */
const CONFIRM_MS = 3_000

interface Acknowledgement {
  acknowledge: (incidents: readonly NamedIncident[]) => void
  isPending: boolean
}

export function useAcknowledge(): Acknowledgement {
  const client = useQueryClient()
  const { user } = useMe()
  const toast = useToast()
  const { acknowledge: text } = useText()
  const { number } = useFormat()
  const { run, isPending } = useAction()

  const refresh = () =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => /^(incidents|incident:.*|overview)$/.test(`${queryKey[0]}`),
    })
  const report = async (incidents: readonly NamedIncident[], results: Results) => {
    const done = results.filter(({ outcome }) => outcome === 'succeeded').map(({ incident_id: id }) => id)
    showAcknowledged(client, new Set(done), user.name)
    const rest = results.length - done.length
    const remark = rest > 0 ? text.notOpen(number(rest)) : undefined
    if (done.length > 0)
      return toast.done(
        incidents.length === 1 ? text.done(incidents[0]!.title) : text.doneMany(number(done.length)),
        remark,
        toUndo('incident', done, () => changeIncidents('unacknowledge', done).finally(refresh)),
      )
    const now = incidents.length === 1 ? await findIncident(incidents[0]!.id) : null
    if (now?.status === 'resolved') toast.done(text.resolved, now.title)
    else if (now?.acknowledged_by_name) toast.done(text.faster(now.acknowledged_by_name), now.title)
    else if (now?.acknowledged_via) toast.done(text.via(now.acknowledged_via), now.title)
    else toast.failed(text.failed, remark)
  }
  const acknowledge = (incidents: readonly NamedIncident[]) =>
    run({
      name: incidents.length === 1 ? text.named(incidents[0]!.title) : text.namedMany(number(incidents.length)),
      send: () => sendAcknowledgement(incidents, user.name),
      onDone: (results) => report(incidents, results),
      onSettled: refresh,
    })
  return { acknowledge: (incidents) => incidents.length > 0 && !isPending && acknowledge(incidents), isPending }
}

type Results = Awaited<ReturnType<typeof changeIncidents>>

/**
 * Acknowledges incidents. Without an answer it reads a single incident, because the server may have carried out the request.
 * An incident that is still open proves nothing: the server may answer the read first.
 *
 * @param userName of the signed-in user
 * @throws ApiProblem
 */
async function sendAcknowledgement(incidents: readonly NamedIncident[], userName: string): Promise<Results> {
  const ids = incidents.map(({ id }) => id)
  try {
    return await changeIncidents('acknowledge', ids)
  } catch (error) {
    const problem = toProblem(error)
    if (problem.code !== 'UNCONFIRMED' || ids.length > 1) throw problem
    const now = await Promise.race([findIncident(ids[0]!), pause(CONFIRM_MS)])
    if (!now || now.status === 'open') throw problem
    return [
      {
        incident_id: now.id,
        title: now.title,
        outcome: now.acknowledged_by_name === userName ? 'succeeded' : 'failed',
      },
    ]
  }
}

const pause = (ms: number): Promise<null> => new Promise((done) => setTimeout(done, ms, null))

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
