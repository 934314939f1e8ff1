import type { Widened } from '../catalogue.ts'
import type { groups as en } from '../en/groups.ts'

export const groups: Widened<typeof en> = {
  title: 'Gruppen',
  subtitle: 'Gruppen ordnen Monitore und lassen sich bis zu fünf Ebenen tief verschachteln.',
  add: 'Neue Gruppe',
  addBelow: 'Neue Untergruppe',
  edit: 'Gruppe bearbeiten',
  move: 'Verschieben …',
  delete: 'Löschen',
  show: 'Monitore anzeigen',
  status: 'Status und Verfügbarkeit',
  label: 'Gruppen',
  count: (count) => (count === '1' ? '1 Monitor' : `${count} Monitore`),
  collapse: (name) => `${name} einklappen`,
  expand: (name) => `${name} ausklappen`,
  actions: (name) => `Aktionen für ${name}`,
  hint: 'Ziehen Sie eine Gruppe auf eine andere, um sie zu verschieben. Tastatur: Pfeiltasten zum Navigieren, Enter zum Bearbeiten, m zum Verschieben, Entf zum Löschen.',
  emptyTitle: 'Noch keine Gruppen',
  empty: 'Eine Gruppe fasst zusammengehörige Monitore zusammen, zum Beispiel die eines Shops oder eines Kunden.',
  parent: 'Übergeordnete Gruppe',
  top: 'Keine (oberste Ebene)',
  created: 'Gruppe angelegt',
  saved: 'Gruppe gespeichert',
  moveTo: (name, parent) => `${name} nach ${parent} verschieben`,
  moved: (name, parent) => `${name} nach ${parent} verschoben`,
  moveTitle: (name) => `${name} verschieben`,
  moveHelp: 'Verschiebt die Gruppe mit ihren Untergruppen und Monitoren.',
  moveTop:
    'Eine Gruppe lässt sich nicht auf die oberste Ebene verschieben. Legen Sie dort eine neue Gruppe an, und verschieben Sie die Monitore dorthin.',
  moveNone: 'Es gibt keine passende andere Gruppe.',
  moveAction: 'Verschieben',
  tooDeep: 'Höchstens fünf Ebenen',
  deleteTitle: (name) => `${name} löschen?`,
  deleteEmpty: 'Die Gruppe enthält keine Monitore.',
  deleteFull: (monitors) =>
    monitors === '1'
      ? 'Die Gruppe enthält 1 Monitor. Er wird nicht gelöscht.'
      : `Die Gruppe enthält ${monitors} Monitore. Sie werden nicht gelöscht.`,
  deleteBelow: (groups) =>
    groups === '1'
      ? 'Ihre Untergruppe wird ebenfalls gelöscht.'
      : `Ihre ${groups} Untergruppen werden ebenfalls gelöscht.`,
  deleteFinal: 'Eine gelöschte Gruppe lässt sich nicht wiederherstellen.',
  deleteHandling: 'Monitore dieser Gruppe',
  deleteForce: 'Aus der Gruppe entfernen',
  deleteReassign: 'In eine andere Gruppe verschieben',
  deleteTarget: 'Gruppe',
  deleteAction: 'Gruppe löschen',
  deleted: (name) => `${name} gelöscht`,
  notEmpty: 'Die Gruppe enthält inzwischen Monitore. Wählen Sie, wohin sie verschoben werden.',
}
