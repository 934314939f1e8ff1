/** Planned work that touches what a status page lists. */
import type { PublicWindow } from '../../core/status-pages/public-work.ts'
import type { Reader } from '../../store/platform/store.ts'
import { type ConcernedWindow, listWindowsOf } from '../../store/status-pages/public-monitors.ts'
import type { NamedListed } from './public-incidents.ts'

/** @param since Unix ms: what was over before is left out */
export async function readPublicWindows(
  db: Reader,
  listed: readonly NamedListed[],
  since: number,
): Promise<PublicWindow[]> {
  if (listed.length === 0) return []
  const rows = await listWindowsOf(db, [...new Set(listed.map(({ key }) => key))], since)
  const namesOf = (concerned: readonly ConcernedWindow[]): string[] => {
    const keys = new Set(concerned.map(({ monitorKey }) => monitorKey))
    return [...new Set(listed.filter(({ key }) => keys.has(key)).map(({ shownAs }) => shownAs))]
  }
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((concerned) => {
    const { monitorKey: _, ...window } = concerned[0]!
    return { ...window, components: namesOf(concerned) }
  })
}
