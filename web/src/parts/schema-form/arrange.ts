/** Which fields are asked for at once, and which are folded away for the few who need them. */
import type { Path } from './draft.ts'
import { type FieldModel, type ObjectModel, switchOf } from './model.ts'

export interface PlacedField {
  field: FieldModel
  at: Path
}

interface Arranged {
  plain: PlacedField[]
  advanced: PlacedField[]
}

/** Advanced fields leave the object that they are in; what can be switched off as a whole stays together. */
export function arranged(fields: readonly FieldModel[], at: Path = []): Arranged {
  const result: Arranged = { plain: [], advanced: [] }
  for (const field of fields) {
    const place = { field, at: [...at, field.name] }
    if (field.kind === 'fixed') continue
    if (field.isAdvanced) result.advanced.push(place)
    else if (field.kind !== 'object' || field.isNullable || switchOf(field)) result.plain.push(place)
    else splitObject(field, place.at, result)
  }
  return result
}

function splitObject(field: ObjectModel, at: Path, result: Arranged): void {
  const inner = arranged(field.fields, at)
  const kept = new Set(inner.plain.map(({ at: place }) => place.at(-1)))
  const fields = field.fields.filter(({ name }) => kept.has(name))
  if (fields.length > 0) result.plain.push({ field: { ...field, fields }, at })
  result.advanced.push(...inner.advanced)
}
