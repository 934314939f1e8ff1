import type { Widened } from '../catalogue.ts'
import type { bulkEdit as en } from '../en/bulk-edit.ts'

export const bulkEdit: Widened<typeof en> = {
  title: (count) => (count === '1' ? '1 Monitor bearbeiten' : `${count} Monitore bearbeiten`),
  tooMany: (limit) => `Eine Bearbeitung ändert höchstens ${limit} Monitore. Wählen Sie weniger Monitore aus.`,
  fields: 'Zu ändernde Felder',
  fieldsHelp: 'Alle anderen Einstellungen bleiben gleich.',
  search: 'Felder suchen',
  some: (count, total) => `Gilt für ${count} von ${total} Monitoren`,
  mode: (field) => `Änderung von ${field}`,
  modes: { add: 'Hinzufügen', remove: 'Entfernen', replace: 'Ersetzen' },
  preview: 'Vorschau',
  back: 'Zurück',
  changing: (count, total) => `${count} von ${total} Monitoren werden geändert`,
  noneChanging: 'Kein Monitor wird geändert',
  group: (count) => (count === '1' ? '1 Monitor' : `${count} Monitore`),
  moreGroups: (count) => `und ${count} weitere Werte`,
  refused: (count) =>
    count === '1'
      ? '1 Monitor wird abgelehnt und bleibt gleich'
      : `${count} Monitore werden abgelehnt und bleiben gleich`,
  unchanged: (count) =>
    count === '1' ? '1 Monitor hat diese Werte bereits.' : `${count} Monitore haben diese Werte bereits.`,
  otherType: (count) =>
    count === '1'
      ? '1 Monitor hat einen Typ ohne diese Felder.'
      : `${count} Monitore haben einen Typ ohne diese Felder.`,
  notUndoable: 'Ein Teil der Änderungen lässt sich nicht rückgängig machen, weil geheime Werte ersetzt werden.',
  apply: (count) => (count === '1' ? '1 Monitor ändern' : `${count} Monitore ändern`),
  done: (count) => (count === '1' ? '1 Monitor geändert' : `${count} Monitore geändert`),
  doneRefused: (count) => (count === '1' ? '1 Monitor wurde abgelehnt.' : `${count} Monitore wurden abgelehnt.`),
  none: 'keine',
  on: 'an',
  off: 'aus',
  hidden: 'verborgener Wert',
  gone: 'gelöschter Eintrag',
}
