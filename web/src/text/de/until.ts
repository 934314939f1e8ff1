import type { Widened } from '../catalogue.ts'
import type { until as en } from '../en/until.ts'

export const until: Widened<typeof en> = {
  choice: {
    hour: (time) => `Für 1 Stunde (bis ${time})`,
    hours: (time) => `Für 8 Stunden (bis ${time})`,
    tomorrow: (time) => `Bis morgen ${time}`,
  },
  custom: 'Bis zu einem Zeitpunkt…',
  label: 'Ende',
  help: (zone) => `Ortszeit (${zone}).`,
  lasts: (duration) => `Dauert ${duration}`,
  problem: {
    missing: () => 'Geben Sie Datum und Uhrzeit ein.',
    past: () => 'Geben Sie einen Zeitpunkt in der Zukunft ein.',
    far: (latest) => `Geben Sie einen Zeitpunkt vor ${latest} ein.`,
  },
}
