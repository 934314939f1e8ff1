/** Snoozes incidents, and ends the snooze of one. */
import { useQueryClient } from '@tanstack/react-query'
import { api, getData } from '../../../api/client.ts'
import type { Schemas } from '../../../api/types.ts'
import { changeIncidents } from '../../../app/incidents/incident-batch.ts'
import { useAction } from '../../../app/use-action.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { useToast } from '../../../ui/toast.tsx'

type Incident = Schemas['Incident']

/** The API limits a snooze to 7 days. The end of a dialog that stays open is earlier. */
export const MAX_SNOOZE_MS = 7 * 24 * 3_600_000

interface SnoozeControl {
  isPending: boolean
  /** Rejects when the server refuses, for a dialog that shows the failure. */
  snooze: (until: string) => Promise<void>
  /** Shows a failure in a message. */
  start: (until: string, onDone?: () => void) => void
  end: () => void
}

/** @param incidents open incidents; a single one can end its snooze */
export function useSnooze(incidents: readonly Pick<Incident, 'id' | 'title'>[]): SnoozeControl {
  const client = useQueryClient()
  const toast = useToast()
  const { snooze: text, acknowledge } = useText()
  const { dateTime, number } = useFormat()
  const { run, isPending } = useAction()
  const refresh = () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => `${queryKey[0]}`.startsWith('incident') })
  const [single] = incidents
  const subject = incidents.length === 1 ? single!.title : number(incidents.length)
  const snooze = async (until: string) => {
    if (incidents.length === 1) {
      await getData(api.POST('/api/incidents/{id}/snooze', { params: { path: { id: single!.id } }, body: { until } }))
      toast.done(text.done(dateTime(until)), single!.title)
    } else {
      const ids = incidents.map(({ id }) => id)
      const done = (await changeIncidents('snooze', ids, { until })).filter(({ outcome }) => outcome === 'succeeded')
      const rest = ids.length - done.length
      toast.done(
        text.doneMany(number(done.length), dateTime(until)),
        rest > 0 ? acknowledge.notOpen(number(rest)) : undefined,
      )
    }
    void refresh()
  }
  return {
    isPending,
    snooze,
    start: (until, onDone) =>
      run({ name: `${text.snooze}: ${subject}`, send: () => snooze(until), onDone: () => onDone?.() }),
    end: () =>
      run({
        name: `${text.end}: ${subject}`,
        send: () => getData(api.DELETE('/api/incidents/{id}/snooze', { params: { path: { id: single!.id } } })),
        onDone: () => toast.done(text.ended, single!.title),
        onSettled: refresh,
      }),
  }
}
