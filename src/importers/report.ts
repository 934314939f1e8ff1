/** The loss report: the outcome of every item of the source. Pure. */

export type ItemKind =
  | 'monitor'
  | 'group'
  | 'notification target'
  | 'maintenance window'
  | 'status page'
  | 'component'
  | 'incident'
  | 'subscriber'
  | 'setting'

/** `changed`: the item is in the document, but behaves differently. The notes state the differences. */
type Outcome = 'kept' | 'changed' | 'dropped'

interface Note {
  reason: string
  /** Recommended action of the user; null when none is needed. */
  advice: string | null
}

export interface ReportItem {
  kind: ItemKind
  /** Name in the source, as one line. */
  name: string
  outcome: Outcome
  /** Key in the document; null for an item that is not in it. */
  key: string | null
  notes: Note[]
}

export interface ImportReport {
  /** Product of the source, such as `Uptime Kuma`. */
  product: string
  items: ReportItem[]
}

const OUTCOMES: readonly Outcome[] = ['kept', 'changed', 'dropped']

/** Renders the report for a terminal: a summary, then the items by kind. */
export function renderReport({ product, items }: ImportReport): string {
  const kinds = Map.groupBy(items, ({ kind }) => kind)
  const parts = [...kinds].map(([kind, list]) => [toHeading(kind), ...list.flatMap(renderItem)].join('\n'))
  return [[`Import from ${product}`, ...[...kinds].map(summarize)].join('\n'), ...parts].join('\n\n')
}

function summarize([kind, items]: [ItemKind, ReportItem[]]): string {
  const counts = OUTCOMES.map((outcome) => [items.filter((item) => item.outcome === outcome).length, outcome] as const)
  const shown = counts.filter(([count]) => count > 0).map(([count, outcome]) => `${count} ${outcome}`)
  return `  ${`${toHeading(kind)}:`.padEnd(22)} ${shown.join(', ')}`
}

const toHeading = (kind: ItemKind): string => `${kind[0]!.toUpperCase()}${kind.slice(1)}s`

function renderItem({ outcome, name, key, notes }: ReportItem): string[] {
  const head = `  ${outcome.padEnd(8)} ${name}${key === null ? '' : ` -> ${key}`}`
  return [head, ...notes.map(({ reason, advice }) => `           ${advice === null ? reason : `${reason} ${advice}`}`)]
}
