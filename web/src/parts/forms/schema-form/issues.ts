/** Assigns the server's field errors to the fields of a form. */
import { type FieldModel, findSwitch, type ObjectModel } from './model.ts'

export interface Issue {
  field: string
  message: string
}

/**
 * Lists the schema paths of all fields that can show an error. An object can if it has a switch; otherwise it may be
 * drawn without a frame.
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
 * Moves each issue to a path that the form can show. The API names some fields only by their last path segment, such as
 * fields that older clients send at the top of the body. An issue of a hidden field moves to the nearest field around
 * it.
 *
 * @returns issues by a path that the form can show; others unchanged
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
