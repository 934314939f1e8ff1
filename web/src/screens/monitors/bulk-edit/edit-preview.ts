/** Preview of a bulk edit: what changes for how many monitors, and which monitors are refused. */
import type { EditResult } from '../../../parts/monitors/monitor-edits.ts'

type Outcome = EditResult['results'][number]
type Change = Outcome['changes'][number]

/** One change that is the same for several monitors. */
export interface ChangeGroup {
  before: unknown
  after: unknown
  /** Added and removed entries of a list; null for other values. */
  entries: { added: readonly string[]; removed: readonly string[] } | null
  names: string[]
}

interface Preview {
  changing: number
  unchanged: number
  /** In the order of their first change. The change of the most monitors comes first. */
  fields: { field: string; groups: ChangeGroup[] }[]
  /** The reason for the most monitors comes first. */
  refusals: { code: string; message: string; names: string[] }[]
}

export function summarizePreview({ results }: Pick<EditResult, 'results'>): Preview {
  const changing = results.filter(({ outcome }) => outcome === 'succeeded')
  const refused = results.filter(({ error }) => error)
  const byReason = Map.groupBy(refused, ({ error }) => error!.message)
  return {
    changing: changing.length,
    unchanged: results.length - changing.length - refused.length,
    fields: summarizeFields(changing),
    refusals: [...byReason.values()].map(toRefusal).toSorted((a, b) => b.names.length - a.names.length),
  }
}

const nameOf = ({ name, monitor_id: id }: Outcome): string => name ?? id

const toRefusal = (same: readonly Outcome[]): Preview['refusals'][number] => ({
  ...same[0]!.error!,
  names: same.map(nameOf),
})

function summarizeFields(changing: readonly Outcome[]): Preview['fields'] {
  const fields = new Map<string, Map<string, ChangeGroup>>()
  for (const outcome of changing)
    for (const change of outcome.changes) {
      const groups = fields.get(change.field) ?? new Map<string, ChangeGroup>()
      fields.set(change.field, groups)
      const group = toGroup(change)
      const key = JSON.stringify(group.entries ?? [group.before, group.after])
      const known = groups.get(key) ?? group
      known.names.push(nameOf(outcome))
      groups.set(key, known)
    }
  return [...fields].map(([field, groups]) => ({
    field,
    groups: [...groups.values()].toSorted((a, b) => b.names.length - a.names.length),
  }))
}

function toGroup({ before = null, after = null }: Change): ChangeGroup {
  const [old, fresh] = [toTexts(before), toTexts(after)]
  const isList = old !== null && fresh !== null && (Array.isArray(before) || Array.isArray(after))
  const entries = isList
    ? { added: fresh.filter((one) => !old.includes(one)), removed: old.filter((one) => !fresh.includes(one)) }
    : null
  return { before, after, entries, names: [] }
}

/** Returns a list of texts, an empty list for no value, and null for anything else. */
function toTexts(value: unknown): string[] | null {
  if (value === null) return []
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value : null
}

interface InnerChange {
  /** Null for the value itself. */
  key: string | null
  before: unknown
  after: unknown
}

/** Splits the change of an object into its changed fields. */
export function listInnerChanges({ before, after }: Pick<ChangeGroup, 'before' | 'after'>): InnerChange[] {
  const [old, fresh] = [toObject(before), toObject(after)]
  if (!old && !fresh) return [{ key: null, before, after }]
  return [...new Set([...Object.keys(old ?? {}), ...Object.keys(fresh ?? {})])]
    .map((key) => ({ key, before: old?.[key], after: fresh?.[key] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

const toObject = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
