/** An open incident of a monitor that is not monitored sends nothing: see `core/incidents/pause.ts`. */
import { isMonitored, isNotified } from '../../../core/incidents/pause.ts'
import type { AlertGate } from './hold-reason.ts'

export const pause: AlertGate = {
  name: 'paused',
  ask: async () => (incident) => !isMonitored(incident),
  hold: async (_work, alerts) => ({ toSend: alerts.filter(isNotified), added: [], saved: [], ended: [] }),
}
