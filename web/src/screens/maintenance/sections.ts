/** Sections of the list: active, upcoming, and past windows, the latest past window first. */
import type { Window } from './times-draft.ts'

export interface WindowSections {
  active: Window[]
  scheduled: Window[]
  past: Window[]
}

export function groupWindows(windows: readonly Window[]): WindowSections {
  const by = (test: (status: Window['status']) => boolean) => windows.filter(({ status }) => test(status))
  const compare = (a: string | null | undefined, b: string | null | undefined) => (a ?? '').localeCompare(b ?? '')
  return {
    active: by((status) => status === 'active').sort((a, b) => compare(a.current?.ends_at, b.current?.ends_at)),
    scheduled: by((status) => status === 'scheduled').sort((a, b) => compare(a.next_starts_at, b.next_starts_at)),
    past: by((status) => status === 'finished' || status === 'cancelled').sort((a, b) =>
      compare(getEndTime(b), getEndTime(a)),
    ),
  }
}

/** Returns the best known end of a past window. */
const getEndTime = ({ status, updated_at: changed, recurrence, ends_at: end }: Window): string =>
  status === 'cancelled' ? changed : (recurrence?.until ?? end)
