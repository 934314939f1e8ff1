/**
 * While all monitors of an incident are in maintenance, it sends nothing. Its deliveries are due at the end of the maintenance
 * (`notBefore`), and `core/evaluation/decide-incidents.ts` defers new incidents to it.
 */
import { findQuietUntil } from '../../notifications/notify.ts'
import type { HoldReason } from './hold-reason.ts'

export const maintenance: HoldReason = {
  name: 'maintenance',
  async ask(db, incidents, _holds, now) {
    const quietUntil = await findQuietUntil(db, incidents, now)
    return (incident) => quietUntil(incident) !== null
  },
}
