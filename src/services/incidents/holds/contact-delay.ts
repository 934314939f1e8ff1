/** Holds openings to contact methods whose delay ends while a reason holds their incident. */
import { HOLD_REVIEW_MS } from '../../../core/incidents/hold.ts'
import { SECOND_MS } from '../../../core/platform/time/time.ts'
import { loadIncidents } from '../../../store/incidents/incident-reads.ts'
import { holdOpenings, listEndingOpenings } from '../../../store/notifications/delayed-openings.ts'
import type { Context } from '../../platform/context.ts'
import { findHeld } from './index.ts'

/** The courier claims deliveries that become due after this check, so openings that are due soon are checked too. */
const LOOK_AHEAD_MS = 10 * SECOND_MS

/** Openings per transaction. */
const BATCH = 200

/**
 * Postpones openings of held incidents. Without it, a silence that begins after the incident would not stop them. It
 * runs before each claim, and writes only if an opening is held.
 */
export async function holdDelayedOpenings({ store, now }: Pick<Context, 'store' | 'now'>): Promise<void> {
  const ending = await listEndingOpenings(store.db, now() + LOOK_AHEAD_MS)
  for (let first = 0; first < ending.length; first += BATCH) {
    const some = ending.slice(first, first + BATCH)
    await store.transact(async (tx) => {
      const at = now()
      const incidents = await loadIncidents(tx, [...new Set(some.map(({ incidentId }) => incidentId))])
      const isHeld = await findHeld(tx, [...incidents.values()], at)
      const held = some.filter(({ incidentId }) => {
        const incident = incidents.get(incidentId)
        return incident !== undefined && isHeld(incident)
      })
      await holdOpenings(
        tx,
        held.map(({ id }) => id),
        at + HOLD_REVIEW_MS,
      )
    })
  }
}
