/** Silences the alerts of a monitor or an incident, and offers to undo it. */
import { useQueryClient } from '@tanstack/react-query'
import { api, getData } from '../../../api/client.ts'
import type { Schemas } from '../../../api/types.ts'
import { useAction } from '../../../app/use-action.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { toUndo } from '../../../ui/toast-messages.ts'

/** A year, as the API limits it. */
export const MAX_SILENCE_MS = 365 * 24 * 3_600_000

export type Silence = Schemas['Silence']

/** The monitor, or the incident with all of its monitors. */
export interface SilenceSubject {
  kind: 'monitor' | 'incident'
  id: string
}

type Terms = Pick<Silence, 'until' | 'note'>

/** @param terms null ends the silence */
function sendSilence({ kind, id }: SilenceSubject, terms: Terms | null): Promise<unknown> {
  const params = { path: { id } }
  if (kind === 'monitor')
    return terms
      ? getData(api.POST('/api/monitors/{id}/silence', { params, body: terms }))
      : getData(api.DELETE('/api/monitors/{id}/silence', { params }))
  return terms
    ? getData(api.POST('/api/incidents/{id}/silence', { params, body: terms }))
    : getData(api.DELETE('/api/incidents/{id}/silence', { params }))
}

interface SilenceControl {
  isPending: boolean
  /** Rejects when the server refuses, for a dialog that shows the failure. */
  silence: (until: string, note?: string) => Promise<void>
  /** Shows a failure in a message. */
  start: (until: string) => void
  end: () => void
}

/** @param before the present silence, which an undo restores */
export function useSilence(subject: SilenceSubject, before: Silence | undefined): SilenceControl {
  const client = useQueryClient()
  const toast = useToast()
  const text = useText().silence
  const { dateTime } = useFormat()
  const { run, isPending } = useAction()
  const apply = async (terms: Terms | null) => {
    await sendSilence(subject, terms)
    void client.invalidateQueries({
      predicate: ({ queryKey: [first] }) => first === 'incidents' || first === `${subject.kind}:${subject.id}`,
    })
  }
  const restore = toUndo(`silence ${subject.kind}`, [subject.id], () => apply(before ?? null))
  const silence = async (until: string, note?: string) => {
    await apply({ until, ...(note && { note }) })
    toast.done(text.done(dateTime(until)), undefined, restore)
  }
  return {
    isPending,
    silence,
    start: (until) => run({ name: text.silence, send: () => silence(until) }),
    end: () =>
      run({ name: text.end, send: () => apply(null), onDone: () => toast.done(text.ended, undefined, restore) }),
  }
}
