import type { Catalogue } from '../catalogue.ts'
export const until: Catalogue['until'] = {
  choice: {
    halfHour: (time) => `Für 30 Minuten (bis ${time})`,
    hour: (time) => `Für 1 Stunde (bis ${time})`,
    fourHours: (time) => `Für 4 Stunden (bis ${time})`,
    hours: (time) => `Für 8 Stunden (bis ${time})`,
    tomorrow: (time) => `Bis morgen ${time}`,
  },
  pause: {
    menu: 'Pausieren bis…',
    title: 'Pausieren bis',
    description: 'Es laufen keine Prüfungen, und es werden keine Alarme gesendet. Zu diesem Zeitpunkt geht es weiter.',
    noEnd: 'Bis zum Fortsetzen',
    until: (time) => `Pausiert bis ${time}`,
    keepsIncident: 'Die Überwachung ist pausiert: Offene Vorfälle bleiben offen, bis wieder Prüfungen laufen.',
    started: (time) => `Die Überwachung wurde bis ${time} pausiert`,
    what: {
      paused: 'Die Überwachung wurde pausiert',
      disabled: 'Die Überwachung wurde deaktiviert',
      resumed: 'Die Überwachung wurde fortgesetzt',
      ended: 'Die Pause ist abgelaufen, und die Überwachung wurde fortgesetzt',
      full: 'Die Pause ist abgelaufen, aber die Überwachung bleibt pausiert: Der Tarif erlaubt keinen weiteren aktiven Monitor',
    },
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

export const silence: Catalogue['silence'] = {
  silence: 'Stummschalten',
  end: 'Stummschaltung beenden',
  title: 'Alarme stummschalten',
  titleMany: (count) => (count === '1' ? '1 Monitor stummschalten' : `${count} Monitore stummschalten`),
  description:
    'Die Prüfungen laufen weiter, bis dahin werden keine Alarme gesendet. Danach erhalten die Empfänger den aktuellen Stand.',
  note: 'Notiz (optional)',
  by: (name, until) => `Stummgeschaltet von ${name} bis ${until}`,
  someone: 'einem früheren Benutzer',
  done: (until) => `Alarme sind bis ${until} stummgeschaltet`,
  ended: 'Die Stummschaltung ist beendet',
}

export const snooze: Catalogue['snooze'] = {
  snooze: 'Zurückstellen',
  end: 'Zurückstellung beenden',
  title: 'Vorfall zurückstellen',
  description:
    'Bis dahin werden keine Erinnerungen und keine Eskalationen gesendet. Ist der Vorfall dann nicht behoben, ist er wieder offen.',
  by: (name, until) => `Zurückgestellt bis ${until} von ${name}`,
  via: (target, until) => `Zurückgestellt bis ${until} über ${target}`,
  done: (until) => `Zurückgestellt bis ${until}`,
  doneMany: (count, until) =>
    count === '1' ? `1 Vorfall bis ${until} zurückgestellt` : `${count} Vorfälle bis ${until} zurückgestellt`,
  ended: 'Die Zurückstellung ist beendet',
}
