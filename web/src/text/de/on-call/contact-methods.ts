import type { Catalogue } from '../../catalogue.ts'

export const contactMethods: Catalogue['contactMethods'] = {
  title: 'Kontaktwege',
  subtitle: 'So sind Sie während der Bereitschaft erreichbar, in dieser Reihenfolge. Nur Sie sehen die Kontaktwege.',
  add: 'Kontaktweg hinzufügen',
  accountEmail: 'E-Mail-Adresse des Kontos',
  atOnce: 'Wird sofort verwendet',
  after: (duration) => `Wird nach ${duration} verwendet, wenn der Vorfall bis dahin nicht bestätigt ist`,
  created: (name) => `${name} hinzugefügt`,
  saved: 'Kontaktweg gespeichert',
  deleted: (name) => `${name} gelöscht`,
  deleteTitle: (name) => `${name} löschen?`,
  deleteHelp: 'Alarme verwenden diesen Kontaktweg nicht mehr.',
  lastEnabled: 'Mindestens ein Kontaktweg bleibt aktiviert. Aktivieren Sie zuerst einen anderen.',
  form: {
    add: 'Neuer Kontaktweg',
    edit: 'Kontaktweg bearbeiten',
    name: 'Name',
    nameExample: 'Telefon',
    delay: 'Verzögerung in Minuten',
    delayHelp: 'Minuten nach einem Alarm, 0 bis 1.440. Bei 0 wird der Weg sofort verwendet.',
    submit: 'Hinzufügen',
  },
}
