/** Checks before a form is sent: required values and bounds. The server validates the rest. */
import { type Draft, isLeftOut, type MapEntries, parseNumber } from './draft.ts'
import { type FieldModel, findSwitch, isUsed, type NumberModel, type ObjectModel } from './model.ts'

type Violation =
  | 'required'
  | 'notNumber'
  | 'notWhole'
  | 'notRange'
  | 'notJson'
  | 'email'
  | ['tooShort' | 'tooLong' | 'tooSmall' | 'tooLarge' | 'tooFew' | 'tooMany', bound: number]

export interface FieldViolation {
  /** Dotted path with list indexes: `keyword_config.keywords.0.text`. */
  field: string
  violation: Violation
  /** Unit of the bound, as in the field. */
  unit: string | null
}

export function checkForm(model: ObjectModel, draft: Draft): FieldViolation[] {
  return model.fields.flatMap((field) => checkField(field, (draft as Record<string, Draft>)[field.name], field.name))
}

function checkField(field: FieldModel, draft: Draft, at: string): FieldViolation[] {
  const toViolations = (violation: Violation | null): FieldViolation[] =>
    violation === null ? [] : [{ field: at, violation, unit: getUnit(field) }]
  switch (field.kind) {
    case 'object':
      return checkObject(field, draft as Record<string, Draft> | null, at)
    case 'list': {
      const items = draft as Draft[]
      return [
        ...toViolations(checkCount(field, items.length)),
        ...items.flatMap((item, index) => checkField(field.item, item, `${at}.${index}`)),
      ]
    }
    case 'words': {
      const words = draft as string[]
      const { entry } = field
      if (isLeftOut(field, words)) return []
      const violation =
        entry.kind === 'number' ? words.map((word) => checkNumber(entry, word)).find((one) => one !== null) : null
      return toViolations(
        (words.length > 0 || !field.isNullable ? checkCount(field, words.length) : null) ?? violation ?? null,
      )
    }
    case 'references':
      return toViolations(draft === undefined ? null : checkCount(field, (draft as string[]).length))
    case 'map':
      return toViolations(
        field.maxItems !== null && (draft as MapEntries).length > field.maxItems ? ['tooMany', field.maxItems] : null,
      )
    case 'number':
      return toViolations(draft === '' ? checkRequired(field) : checkNumber(field, String(draft)))
    case 'text':
      return toViolations(checkText(field, draft as string))
    case 'choice':
      return toViolations(draft === '' ? checkRequired(field) : null)
    case 'reference':
      return toViolations(draft === null ? checkRequired(field) : null)
    case 'json':
      return toViolations(isJson(draft as string) ? null : 'notJson')
    default:
      return []
  }
}

const getUnit = (field: FieldModel): string | null => (field.kind === 'number' ? field.unit : null)

/** A switched-off object is not checked. */
function checkObject(field: ObjectModel, draft: Record<string, Draft> | null, at: string): FieldViolation[] {
  if (draft === null) return []
  const toggle = findSwitch(field)
  if (toggle && draft[toggle.name] === false) return []
  return field.fields
    .filter((inner) => isUsed(inner, draft))
    .flatMap((inner) => checkField(inner, draft[inner.name], `${at}.${inner.name}`))
}

const checkRequired = ({ isRequired, isNullable }: FieldModel): Violation | null =>
  isRequired && !isNullable ? 'required' : null

function checkCount(
  { minItems, maxItems }: { minItems: number; maxItems: number | null },
  count: number,
): Violation | null {
  if (count < minItems) return count === 0 ? 'required' : ['tooFew', minItems]
  return maxItems !== null && count > maxItems ? ['tooMany', maxItems] : null
}

function checkNumber({ isWhole, minimum, maximum, pattern }: NumberModel, text: string): Violation | null {
  const number = parseNumber(text)
  if (typeof number === 'string') return checkPattern(pattern, text.trim())
  if (isWhole && !Number.isInteger(number)) return 'notWhole'
  if (minimum !== null && number < minimum) return ['tooSmall', minimum]
  return maximum !== null && number > maximum ? ['tooLarge', maximum] : null
}

const checkPattern = (pattern: string | null, text: string): Violation | null => {
  if (pattern === null) return 'notNumber'
  return new RegExp(pattern, 'u').test(text) ? null : 'notRange'
}

function checkText(field: Extract<FieldModel, { kind: 'text' }>, text: string): Violation | null {
  if (text.trim() === '') return checkRequired(field)
  const length = [...text].length
  if (length < field.minLength) return ['tooShort', field.minLength]
  if (field.maxLength !== null && length > field.maxLength) return ['tooLong', field.maxLength]
  return field.format === 'email' && !/^\S+@\S+$/.test(text.trim()) ? 'email' : null
}

function isJson(text: string): boolean {
  try {
    return text.trim() === '' || JSON.parse(text) !== undefined
  } catch {
    return false
  }
}
