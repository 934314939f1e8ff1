import type { Catalogue } from '../../catalogue.ts'

export const escalation: Catalogue['escalation'] = {
  title: 'Eskalationsregeln',
  subtitle: 'Eine Eskalationsregel benachrichtigt eine Stufe nach der anderen, bis ein Benutzer den Vorfall bestätigt.',
  nav: { targets: 'Ziele', policies: 'Eskalationsregeln' },
  add: 'Neue Regel',
  empty: 'Noch keine Eskalationsregeln',
  emptyHelp: 'Ohne Regel werden alle Benachrichtigungsziele eines Monitors sofort benachrichtigt.',
  isProject: 'Regel des Projekts',
  useForProject: 'Für das Projekt verwenden',
  notForProject: 'Nicht für das Projekt verwenden',
  usedForProject: (name) => `${name} ist jetzt die Regel des Projekts`,
  notUsedForProject: 'Das Projekt hat jetzt keine Regel',
  created: (name) => `${name} angelegt`,
  saved: 'Regel gespeichert',
  deleted: (name) => `${name} gelöscht`,
  deleteTitle: (name) => `${name} löschen?`,
  deleteHelp: 'Laufende Eskalationen dieser Regel enden. Eine Regel, die verwendet wird, kann nicht gelöscht werden.',
  inUse: (name) => `${name} wird verwendet`,
  inUseHelp: 'Wählen Sie eine andere oder keine Regel hier:',
  users: {
    project: 'Das Projekt',
    group: (name) => `Gruppe ${name}`,
    monitor: (name) => `Monitor ${name}`,
    more: (count) => `und ${count} weitere`,
  },
  summary: {
    title: 'Zusammenfassung',
    atOnce: (names) => `Sofort: ${names}`,
    after: (duration, names) => `Nach ${duration}: ${names}`,
    ofMonitor: 'die Benachrichtigungsziele des Monitors',
    noRecipient: 'kein Empfänger',
    unknownTime: 'einer noch ungültigen Zeit',
    repeated: (count, duration) =>
      count === '1'
        ? `Einmal wiederholt, ${duration} nach der letzten Stufe`
        : count === '2'
          ? `Zweimal wiederholt, ${duration} nach der letzten Stufe`
          : `${count}-mal wiederholt, jeweils ${duration} nach der letzten Stufe`,
    ends: 'Bis ein Benutzer den Vorfall bestätigt oder der Vorfall behoben ist.',
  },
  form: {
    add: 'Neue Eskalationsregel',
    edit: 'Eskalationsregel bearbeiten',
    name: 'Name',
    nameExample: 'Rufbereitschaft',
    steps: 'Stufen',
    step: (position) => `Stufe ${position}`,
    addStep: 'Stufe hinzufügen',
    most: (count) => `Eine Regel hat höchstens ${count} Stufen.`,
    firstStep: 'Wird sofort benachrichtigt, wenn der Vorfall beginnt.',
    after: 'Minuten nach dem Alarm',
    afterHelp: (least) => `Mehr als ${least}`,
    targets: 'Benachrichtigungsziele',
    repeats: 'Wiederholungen',
    repeatsHelp: 'Wiederholt alle Stufen, solange kein Benutzer den Vorfall bestätigt.',
    repeatCount: (count) =>
      count === '0' ? 'Keine' : count === '1' ? 'Einmal' : count === '2' ? 'Zweimal' : `${count}-mal`,
    repeatAfter: 'Minuten nach der letzten Stufe',
    submit: 'Regel anlegen',
  },
  picker: {
    none: 'Keine',
    inherited: 'Keine eigene',
    fromGroup: (policy, group) => `Ohne Auswahl: ${policy}, von der Gruppe ${group}.`,
    fromProject: (policy, project) => `Ohne Auswahl: ${policy}, vom Projekt ${project}.`,
    fromNowhere: 'Ohne Auswahl werden alle Benachrichtigungsziele sofort benachrichtigt.',
    fromAnywhere: 'Ohne Auswahl gilt die Regel der Gruppe oder des Projekts.',
    forProject: 'Gilt für Monitore ohne eigene Regel und ohne Regel der Gruppe.',
    noPolicies: 'Noch keine Eskalationsregeln. Sie werden angelegt unter',
  },
}
