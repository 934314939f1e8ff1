/** Snoozes incidents, and ends the snooze of one. */
import { useQueryClient } from '@tanstack/react-query'
import { api, getData } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import type { Schemas } from '../../api/types.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { useProblemText } from '../../ui/notice.tsx'
import { useToast } from '../../ui/toast.tsx'
import { changeIncidents } from '../incident-batch.ts'

type Incident = Schemas['Incident']

/** The API limits a snooze to 7 days. The end of a dialog that stays open is earlier. */
export const MAX_SNOOZE_MS = 7 * 24 * 3_600_000

interface SnoozeControl {
  /** Rejects when the server refuses. */
  snooze: (until: string) => Promise<void>
  end: () => void
  report: (error: unknown) => void
}

/** @param incidents open incidents; a single one can end its snooze */
export function useSnooze(incidents: readonly Pick<Incident, 'id' | 'title'>[]): SnoozeControl {
  const client = useQueryClient()
  const toast = useToast()
  const { snooze: text, acknowledge } = useText()
  const { dateTime, number } = useFormat()
  const describeProblem = useProblemText()
  const refresh = () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => `${queryKey[0]}`.startsWith('incident') })
  const report = (error: unknown) => toast.failed(text.failed, describeProblem(toProblem(error)))
  const [single] = incidents
  return {
    snooze: async (until) => {
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
    },
    end: () =>
      void getData(api.DELETE('/api/incidents/{id}/snooze', { params: { path: { id: single!.id } } }))
        .then(() => toast.done(text.ended, single!.title))
        .then(refresh)
        .catch(report),
    report,
  }
}
