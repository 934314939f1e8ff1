/** Where what the server says of a field belongs in a form. */
import { type FieldModel, type ObjectModel, switchOf } from './model.ts'

export interface Issue {
  field: string
  message: string
}

/**
 * Schema paths of everything that has a place of its own to say what is wrong with it. An object has one where it is
 * switched on and off; otherwise it may be drawn without a frame.
 */
export function placesOf(field: FieldModel): string[] {
  if (field.kind === 'object') {
    const own = field.isNullable || switchOf(field) ? [field.path] : []
    return [...own, ...field.fields.flatMap(placesOf)]
  }
  return field.kind === 'list' ? [field.path, ...placesOf(field.item)] : [field.path]
}

const withoutNumbers = (path: string): string =>
  path
    .split('.')
    .filter((step) => !/^\d+$/.test(step))
    .join('.')

/**
 * The API names some fields by their last word alone, such as those that older clients send at the top of the body; an
 * issue with something that is not drawn belongs to what is around it.
 *
 * @returns issues by a path at which the form has a place; the others as they are
 */
export function placed(model: ObjectModel, issues: readonly Issue[]): Issue[] {
  const places = placesOf(model)
  return issues.map((issue) => {
    const path = withoutNumbers(issue.field)
    if (places.includes(path)) return issue
    const alike = places.filter((place) => place.endsWith(`.${path}`))
    if (alike.length === 1) return { ...issue, field: alike[0]! }
    const steps = issue.field.split('.')
    const around = steps.map((_, index) => steps.slice(0, steps.length - index).join('.'))
    return { ...issue, field: around.find((place) => places.includes(withoutNumbers(place))) ?? issue.field }
  })
}
