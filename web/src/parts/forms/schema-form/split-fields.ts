/** Splits the fields of a form into plain fields and advanced fields, which are collapsed. */
import type { Path } from './draft.ts'
import { type FieldModel, findSwitch, type ObjectModel } from './model.ts'

export interface PlacedField {
  field: FieldModel
  at: Path
}

interface FieldSections {
  plain: PlacedField[]
  advanced: PlacedField[]
}

/** Moves advanced fields out of their objects. Objects with a switch stay whole. */
export function splitFields(fields: readonly FieldModel[], at: Path = []): FieldSections {
  const result: FieldSections = { plain: [], advanced: [] }
  for (const field of fields) {
    const placed = { field, at: [...at, field.name] }
    if (field.kind === 'fixed') continue
    if (field.isAdvanced) result.advanced.push(placed)
    else if (field.kind !== 'object' || field.isNullable || findSwitch(field)) result.plain.push(placed)
    else splitObject(field, placed.at, result)
  }
  return result
}

function splitObject(field: ObjectModel, at: Path, result: FieldSections): void {
  const inner = splitFields(field.fields, at)
  const keptNames = new Set(inner.plain.map(({ at: placed }) => placed.at(-1)))
  const fields = field.fields.filter(({ name }) => keptNames.has(name))
  if (fields.length > 0) result.plain.push({ field: { ...field, fields }, at })
  result.advanced.push(...inner.advanced)
}

/** Unpacks the settings object of the monitor type, which needs no frame because the whole form is about it. */
export function unpackField({ field, at }: PlacedField): PlacedField[] {
  if (field.kind !== 'object' || field.isNullable || findSwitch(field) || at.length > 1) return [{ field, at }]
  return field.fields.map((inner) => ({ field: inner, at: [...at, inner.name] }))
}
