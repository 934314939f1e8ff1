import type { FirstTexts } from '../catalogue.ts'

export const acknowledge: FirstTexts['acknowledge'] = {
  action: 'Bestätigen',
  named: (title) => `Bestätigen: ${title}`,
  namedMany: (count) => `${count} Vorfälle bestätigen`,
  sending: 'Wird bestätigt …',
  done: (title) => `Von Ihnen bestätigt: ${title}`,
  doneMany: (count) => `${count} Vorfälle bestätigt`,
  notOpen: (count) => `Nicht mehr offen: ${count}`,
  faster: (name) => `Bereits von ${name} bestätigt`,
  resolved: 'Der Vorfall ist bereits behoben',
  failed: 'Aktion fehlgeschlagen',
  by: (name) => `bestätigt von ${name}`,
  via: (target) => `bestätigt über ${target}`,
  formerUser: 'einem früheren Mitglied',
  title: 'Offene Vorfälle',
  monitors: (count) => `${count} Monitore`,
  all: (counts) => `Alle Vorfälle: ${counts}`,
  counts: {
    open: (count) => `${count} offen`,
    acknowledged: (count) => `${count} bestätigt`,
  },
  stormsTitle: 'Gemeinsame Ursachen',
  storm: {
    address: (count, value) => `${count} Monitore haben die Adresse ${value}`,
    host: (count, value) => `${count} Monitore haben den Host ${value}`,
    certificate: (count) => `${count} Monitore nutzen das gleiche Zertifikat`,
    parent: (count, value) => `${count} Monitore hängen von „${value}“ ab`,
    network: (count, value) => `${count} Monitore sind im Netz ${value}`,
    group: (count, value) => `${count} Monitore sind in der Gruppe „${value}“`,
  },
  openCount: (count) => (count === '1' ? '1 offener Vorfall' : `${count} offene Vorfälle`),
}
