/** Maintenance windows that affect the monitors of a status page. */
import type { PublicWindow } from '../../core/status-pages/public-maintenance.ts'
import type { Reader } from '../../store/platform/store.ts'
import { type AffectingWindow, listAffectingWindows } from '../../store/status-pages/public-monitors.ts'
import type { NamedPageMonitor } from './public-incidents.ts'

/** @param since Unix ms: windows that ended before are omitted */
export async function readPublicWindows(
  db: Reader,
  listed: readonly NamedPageMonitor[],
  since: number,
): Promise<PublicWindow[]> {
  if (listed.length === 0) return []
  const rows = await listAffectingWindows(db, [...new Set(listed.map(({ key }) => key))], since)
  const namesOf = (affecting: readonly AffectingWindow[]): string[] => {
    const keys = new Set(affecting.map(({ monitorKey }) => monitorKey))
    return [...new Set(listed.filter(({ key }) => keys.has(key)).map(({ shownAs }) => shownAs))]
  }
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((affecting) => {
    const { monitorKey: _, ...window } = affecting[0]!
    return { ...window, components: namesOf(affecting) }
  })
}
