import type { Catalogue } from '../text.tsx'

export const forms: Catalogue['forms'] = {
  title: 'Formulare',
  picker: {
    addTyped: (text) => `„${text}“ hinzufügen`,
    remove: (name) => `${name} entfernen`,
    nothing: 'Nichts zur Auswahl',
    notFound: (text) => `Nichts heißt „${text}“`,
    more: (count) => `${count} weitere: zum Suchen tippen`,
    loading: 'Lädt …',
    monitors: 'Monitore suchen …',
    noMonitors: 'Es gibt noch keine Monitore',
    groups: 'Gruppen suchen …',
    noGroup: 'Keine Gruppe',
    noGroups: 'Es gibt noch keine Gruppen',
    targets: 'Ziele suchen …',
    noTargets: 'Es gibt noch keine Benachrichtigungsziele.',
    makeTarget: 'Eines anlegen',
    off: (name) => `${name} (abgeschaltet)`,
    tags: 'Tag hinzufügen …',
  },
}
