/** Fields of a bulk edit: the fields that the selected monitors have, and the request that the chosen ones make. */
import { checkForm, type FieldViolation } from '../../../parts/forms/schema-form/check.ts'
import {
  type Draft,
  getValueAt,
  type Path,
  toBody,
  toDraft,
  withValueAt,
} from '../../../parts/forms/schema-form/draft.ts'
import { type FieldModel, type ObjectModel, toFormModel } from '../../../parts/forms/schema-form/model.ts'
import type { Variant } from '../../../parts/forms/schema-form/schema.ts'
import { splitFields, unpackField } from '../../../parts/forms/schema-form/split-fields.ts'
import type { Edit } from '../../../parts/monitors/monitor-edits.ts'

export interface EditField {
  /** Dotted path: `http_config.method`. */
  key: string
  field: FieldModel
  at: Path
  /** Monitor types that have the field. */
  types: ReadonlySet<string>
}

/** How a list changes. */
export const LIST_MODES = ['add', 'remove', 'replace'] as const
export type ListMode = (typeof LIST_MODES)[number]

/** Lists that take single entries, with the name of the request field after `add_` and `remove_`. */
const EDITABLE_LISTS = ['tags', 'notification_target_ids']

export const isEditableList = (key: string): boolean => EDITABLE_LISTS.includes(key)

/** Name and target belong to one monitor; the type is fixed, and pausing is a separate action. */
const EXCLUDED = ['name', 'target', 'type', 'status']

/** @param types of the selected monitors */
export function listEditFields(variants: readonly Variant[], types: ReadonlySet<string>): EditField[] {
  const found = new Map<string, EditField & { types: Set<string> }>()
  for (const { value, schema } of variants.filter((variant) => types.has(variant.value ?? ''))) {
    const { plain, advanced } = splitFields(toFormModel(schema).fields)
    for (const { field, at } of [...plain.flatMap(unpackField), ...advanced]) {
      const key = at.join('.')
      if (EXCLUDED.includes(key) || field.isFixed) continue
      const known = found.get(key) ?? { key, field, at, types: new Set<string>() }
      known.types.add(value!)
      found.set(key, known)
    }
  }
  return [...found.values()]
}

/** Adds the initial value of a field to a draft. */
export const addToDraft = (draft: Draft, { field, at }: EditField): Draft =>
  withValueAt(draft, at, toDraft(field, undefined) ?? [])

export function checkFields(chosen: readonly EditField[], draft: Draft): FieldViolation[] {
  const isChosenValue = ({ field, at }: EditField) => ({ ...field, name: at.join('.'), isRequired: true })
  const flat = Object.fromEntries(chosen.map(({ key, at }) => [key, getValueAt(draft, at)]))
  return checkForm({ fields: chosen.map(isChosenValue) } as unknown as ObjectModel, flat)
}

export interface EditedMonitor {
  id: string
  type: string
}

/**
 * Builds the edits. Monitors of several types share an edit when the same fields apply to them.
 *
 * @returns also how many monitors have none of the fields
 */
export function buildEdits(
  monitors: readonly EditedMonitor[],
  chosen: readonly EditField[],
  draft: Draft,
  modes: Readonly<Record<string, ListMode>>,
): { edits: Edit[]; otherTypeCount: number } {
  const idsByChange = new Map<string, string[]>()
  let otherTypeCount = 0
  for (const [type, some] of Map.groupBy(monitors, (monitor) => monitor.type)) {
    const fields = chosen.filter(({ types }) => types.has(type))
    if (fields.length === 0) {
      otherTypeCount += some.length
      continue
    }
    const change = JSON.stringify(toChange(fields, draft, modes))
    idsByChange.set(change, [...(idsByChange.get(change) ?? []), ...some.map(({ id }) => id)])
  }
  const edits = [...idsByChange].map(([change, ids]) => ({ monitor_ids: ids, ...JSON.parse(change) }) as Edit)
  return { edits, otherTypeCount }
}

function toChange(
  fields: readonly EditField[],
  draft: Draft,
  modes: Readonly<Record<string, ListMode>>,
): Record<string, unknown> {
  const lists: Record<string, unknown> = {}
  let set: Draft = {}
  for (const { key, field, at } of fields) {
    const value = toBody(field, getValueAt(draft, at))
    const mode = isEditableList(key) ? (modes[key] ?? 'add') : 'replace'
    if (mode === 'replace') set = withValueAt(set, at, value ?? null)
    else lists[`${mode}_${key}`] = value
  }
  return { ...lists, ...(Object.keys(set as object).length > 0 && { set }) }
}

/** Turns `edits.0.set.timeout_ms` and `edits.0.add_tags.1` into the path of the field. */
export const toFieldPath = (path: string): string =>
  path.replace(/^edits\.\d+\./, '').replace(/^(set\.|add_|remove_)/, '')
