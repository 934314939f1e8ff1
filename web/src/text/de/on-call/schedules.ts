import type { Catalogue } from '../../catalogue.ts'

export const schedules: Catalogue['schedules'] = {
  add: 'Neuer Plan',
  created: (name) => `${name} angelegt. Die Schichten stehen unten.`,
  saved: 'Plan gespeichert',
  deleted: (name) => `${name} gelöscht`,
  deleteTitle: (name) => `${name} löschen?`,
  deleteHelp:
    'Der Plan, seine Vertretungen und sein Kalender-Feed werden gelöscht. Eskalationsregeln verwenden ihn nicht mehr. Das lässt sich nicht rückgängig machen.',
  form: {
    add: 'Neuer Bereitschaftsplan',
    edit: 'Bereitschaftsplan bearbeiten',
    layer: (position) => `Ebene ${position}`,
    addLayer: 'Ebene hinzufügen',
    mostLayers: (count) => `Ein Plan hat höchstens ${count} Ebenen.`,
    member: (position) => `Mitglied ${position}`,
    unknownMember: 'Ein Mitglied, das hier fehlt',
    addMember: 'Mitglied hinzufügen',
    mostMembers: (count) => `Eine Ebene hat höchstens ${count} Mitglieder.`,
    rotations: { daily: 'Täglich', weekly: 'Wöchentlich' },
    shiftLength: { daily: 'Tage je Schicht', weekly: 'Wochen je Schicht' },
    restrictionCount: (count) => (count === '0' ? 'Immer' : count === '1' ? '1 Zeitraum' : `${count} Zeiträume`),
    restriction: (position) => `Zeitraum ${position}`,
    addRestriction: 'Zeitraum hinzufügen',
    mostRestrictions: (count) => `Eine Ebene hat höchstens ${count} Zeiträume.`,
    repeats: 'Wiederholung',
    kinds: { daily: 'Jeden Tag', weekly: 'Jede Woche' },
    overnight: 'Ein Ende, das nicht nach dem Beginn liegt, ist am nächsten Tag oder in der nächsten Woche.',
    neverApplies: (layers) =>
      `Diese Ebene gilt nie, weil ${layers} alle ihre Zeiten abdeckt. Schränken Sie ${layers} ein, oder schieben Sie diese Ebene darunter.`,
    gaps: (count, total) =>
      count === '1'
        ? `In diesen zwei Wochen hat ${total} lang niemand Bereitschaft.`
        : `In diesen zwei Wochen hat ${total} lang niemand Bereitschaft, in ${count} Lücken.`,
    preview: 'Schichten der nächsten zwei Wochen',
    previewNeedsFields: 'Die Schichten erscheinen hier, sobald alle Felder gültig sind.',
    submit: 'Plan anlegen',
  },
  feed: {
    open: 'Kalender-Feed',
    title: (name) => `Kalender-Feed von ${name}`,
    help: 'Eine iCalendar-URL mit den Schichten des letzten Monats und der nächsten drei Monate, für jede Kalender-App.',
    none: 'Dieser Plan hat keinen Kalender-Feed.',
    exists: 'Dieser Plan hat einen Kalender-Feed. Die URL wurde nur einmal angezeigt.',
    url: 'URL des Kalender-Feeds',
    urlHelp:
      'Kopieren Sie die URL jetzt; sie wird nur einmal angezeigt. Jeder, der die URL kennt, sieht die Schichten.',
    create: 'Feed anlegen',
    replace: 'URL ersetzen',
    replaceHelp: 'Mit einer neuen URL gilt die alte nicht mehr.',
    revoke: 'Feed widerrufen',
    revoked: 'Kalender-Feed widerrufen',
  },
}
