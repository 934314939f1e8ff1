/** Ends the current occurrence of a window and keeps later ones. */
import { api, getData } from '../../api/client.ts'
import type { RequestBody } from '../../api/types.ts'
import type { Window } from './times-draft.ts'

const MINUTE_MS = 60_000

/**
 * Ends the first or only occurrence by setting the window's end. A later occurrence has no end to set. The window is
 * cancelled, and a new window covers the remaining occurrences.
 */
export async function finishWindow(window: Window): Promise<void> {
  const { id, recurrence, next_starts_at: next } = window
  if (!recurrence || isEndRestorable(window)) {
    await updateWindow(id, { ends_at: new Date().toISOString() })
    return
  }
  const rest = next && (await planRest(window, recurrence, next))
  try {
    await updateWindow(id, { status: 'cancelled' })
  } catch (error) {
    if (rest) await deleteWindow(rest)
    throw error
  }
}

/** Returns whether `finishWindow` only sets the end, so that setting it back is an undo. */
export const isEndRestorable = ({ recurrence, current, starts_at: first }: Window): boolean =>
  !recurrence || current?.starts_at === first

export const cancelWindow = (id: string): Promise<unknown> => updateWindow(id, { status: 'cancelled' })

export const deleteWindow = (id: string): Promise<unknown> =>
  getData(api.DELETE('/api/maintenance-windows/{id}', { params: { path: { id } } }))

type Change = RequestBody<'/api/maintenance-windows/{id}', 'put'>

const updateWindow = (id: string, body: Change): Promise<unknown> =>
  getData(api.PUT('/api/maintenance-windows/{id}', { params: { path: { id } }, body }))

/** Restores all settings of a window that has been changed or ended since. */
export const restoreWindow = (window: Window): Promise<unknown> => updateWindow(window.id, toPlan(window))

/** Plans a window again that was cancelled or deleted before its start. A cancelled window has no other way back. */
export const planAgain = (window: Window): Promise<unknown> =>
  getData(api.POST('/api/maintenance-windows', { body: toPlan(window) }))

const toPlan = ({ name, description, monitor_ids, group_ids, starts_at, ends_at, recurrence }: Window) => ({
  name,
  description,
  monitor_ids,
  group_ids,
  starts_at,
  ends_at,
  recurrence,
})

async function planRest(window: Window, recurrence: NonNullable<Window['recurrence']>, next: string): Promise<string> {
  const { maintenance_window: rest } = await getData(
    api.POST('/api/maintenance-windows', {
      body: {
        name: window.name,
        description: window.description,
        monitor_ids: window.monitor_ids,
        group_ids: window.group_ids,
        starts_at: next,
        ends_at: new Date(Date.parse(next) + recurrence.duration_minutes * MINUTE_MS).toISOString(),
        // If the recurrence ends at the next start, no further occurrence follows
        recurrence: recurrence.until !== null && recurrence.until <= next ? null : recurrence,
      },
    }),
  )
  return rest.id
}
