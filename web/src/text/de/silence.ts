import type { Widened } from '../catalogue.ts'
import type { silence as en } from '../en/silence.ts'

export const silence: Widened<typeof en> = {
  silence: 'Stummschalten',
  end: 'Stummschaltung beenden',
  title: 'Alarme stummschalten',
  titleMany: (count) => (count === '1' ? '1 Monitor stummschalten' : `${count} Monitore stummschalten`),
  description:
    'Die Prüfungen laufen weiter, bis dahin werden keine Alarme gesendet. Danach erhalten die Empfänger den aktuellen Stand.',
  by: (name, until) => `Stummgeschaltet von ${name} bis ${until}`,
  someone: 'einem früheren Benutzer',
  done: (until) => `Alarme sind bis ${until} stummgeschaltet`,
  ended: 'Die Stummschaltung ist beendet',
  failed: 'Die Stummschaltung konnte nicht geändert werden',
}
