/** Where what the server says of a field belongs in a form. */
import { type FieldModel, findSwitch, type ObjectModel } from './model.ts'

export interface Issue {
  field: string
  message: string
}

/**
 * Schema paths of everything that has a place of its own to say what is wrong with it. An object has one where it is
 * switched on and off; otherwise it may be drawn without a frame.
 */
export function listIssuePaths(field: FieldModel): string[] {
  if (field.kind === 'object') {
    const own = field.isNullable || findSwitch(field) ? [field.path] : []
    return [...own, ...field.fields.flatMap(listIssuePaths)]
  }
  return field.kind === 'list' ? [field.path, ...listIssuePaths(field.item)] : [field.path]
}

const removeIndexes = (path: string): string =>
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
export function assignIssues(model: ObjectModel, issues: readonly Issue[]): Issue[] {
  const paths = listIssuePaths(model)
  return issues.map((issue) => {
    const path = removeIndexes(issue.field)
    if (paths.includes(path)) return issue
    const matches = paths.filter((candidate) => candidate.endsWith(`.${path}`))
    if (matches.length === 1) return { ...issue, field: matches[0]! }
    const steps = issue.field.split('.')
    const parents = steps.map((_, index) => steps.slice(0, steps.length - index).join('.'))
    return { ...issue, field: parents.find((candidate) => paths.includes(removeIndexes(candidate))) ?? issue.field }
  })
}
