/**
 * While a monitor flaps, its incidents send no reminders and no steps. `core/evaluation/decide-incidents.ts` keeps them open
 * until the end.
 */
import { listFlapping } from '../../../store/incidents/suppressed-monitors.ts'
import type { HoldReason } from './hold-reason.ts'

export const flapping: HoldReason = {
  name: 'flapping',
  async ask(db, incidents) {
    const keys = await listFlapping(db, [...new Set(incidents.flatMap(({ monitor }) => monitor?.key ?? []))])
    return ({ monitor }) => monitor !== null && keys.has(monitor.key)
  },
}
