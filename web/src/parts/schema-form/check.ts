/** What can be said of a form before it is sent: what is missing, and what is out of bounds. The server judges the rest. */
import { type Draft, type Lines, numberIn } from './draft.ts'
import { type FieldModel, type NumberModel, type ObjectModel, switchOf } from './model.ts'

type Fault =
  | 'required'
  | 'notNumber'
  | 'notWhole'
  | 'notJson'
  | 'email'
  | ['tooShort' | 'tooLong' | 'tooSmall' | 'tooLarge' | 'tooFew' | 'tooMany', bound: number]

export interface Finding {
  /** Dotted, with the numbers of entries: `keyword_config.keywords.0.text`. */
  field: string
  fault: Fault
  /** Of the bound, as the field has it. */
  unit: string | null
}

export function checkForm(model: ObjectModel, draft: Draft): Finding[] {
  return model.fields.flatMap((field) => findings(field, (draft as Record<string, Draft>)[field.name], field.name))
}

function findings(field: FieldModel, draft: Draft, at: string): Finding[] {
  const found = (fault: Fault | null): Finding[] => (fault === null ? [] : [{ field: at, fault, unit: unitOf(field) }])
  switch (field.kind) {
    case 'object':
      return objectFindings(field, draft as Record<string, Draft> | null, at)
    case 'list': {
      const items = draft as Draft[]
      return [
        ...found(countFault(field, items.length)),
        ...items.flatMap((item, index) => findings(field.item, item, `${at}.${index}`)),
      ]
    }
    case 'words': {
      const words = draft as string[]
      const { entry } = field
      const fault =
        entry.kind === 'number' ? words.map((word) => numberFault(entry, word)).find((one) => one !== null) : null
      return found((words.length > 0 || !field.isNullable ? countFault(field, words.length) : null) ?? fault ?? null)
    }
    case 'references':
      return found(draft === undefined ? null : countFault(field, (draft as string[]).length))
    case 'map':
      return found(
        field.maxItems !== null && (draft as Lines).length > field.maxItems ? ['tooMany', field.maxItems] : null,
      )
    case 'number':
      return found(draft === '' ? missing(field) : numberFault(field, String(draft)))
    case 'text':
      return found(textFault(field, draft as string))
    case 'choice':
      return found(draft === '' ? missing(field) : null)
    case 'reference':
      return found(draft === null ? missing(field) : null)
    case 'json':
      return found(isJson(draft as string) ? null : 'notJson')
    default:
      return []
  }
}

const unitOf = (field: FieldModel): string | null => (field.kind === 'number' ? field.unit : null)

/** What is switched off has nothing to be right about. */
function objectFindings(field: ObjectModel, draft: Record<string, Draft> | null, at: string): Finding[] {
  if (draft === null) return []
  const toggle = switchOf(field)
  if (toggle && draft[toggle.name] === false) return []
  return field.fields.flatMap((inner) => findings(inner, draft[inner.name], `${at}.${inner.name}`))
}

const missing = ({ isRequired, isNullable }: FieldModel): Fault | null =>
  isRequired && !isNullable ? 'required' : null

function countFault(
  { minItems, maxItems }: { minItems: number; maxItems: number | null },
  count: number,
): Fault | null {
  if (count < minItems) return count === 0 ? 'required' : ['tooFew', minItems]
  return maxItems !== null && count > maxItems ? ['tooMany', maxItems] : null
}

function numberFault({ isWhole, minimum, maximum }: NumberModel, text: string): Fault | null {
  const number = numberIn(text)
  if (typeof number === 'string') return 'notNumber'
  if (isWhole && !Number.isInteger(number)) return 'notWhole'
  if (minimum !== null && number < minimum) return ['tooSmall', minimum]
  return maximum !== null && number > maximum ? ['tooLarge', maximum] : null
}

function textFault(field: Extract<FieldModel, { kind: 'text' }>, text: string): Fault | null {
  if (text.trim() === '') return missing(field)
  const length = [...text].length
  if (length < field.minLength) return ['tooShort', field.minLength]
  if (field.maxLength !== null && length > field.maxLength) return ['tooLong', field.maxLength]
  return field.look === 'email' && !/^\S+@\S+$/.test(text.trim()) ? 'email' : null
}

function isJson(text: string): boolean {
  try {
    return text.trim() === '' || JSON.parse(text) !== undefined
  } catch {
    return false
  }
}
