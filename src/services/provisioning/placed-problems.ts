/** Problems of single resources, as problems of the document that describes them. */
import { createInvalid, type Issue, Problem } from '../../core/platform/errors.ts'
import { type Collection, REFERENCE_FIELDS } from '../../core/provisioning/document.ts'
import type { AtKey } from './kind.ts'

/** Returns a function that adds the path of a resource to the fields of its problems. */
export const createPlacer =
  (collection: Collection): AtKey =>
  async (key, work) => {
    try {
      return await work()
    } catch (error) {
      throw error instanceof Problem ? placeProblem(error, `${collection}.${key}`) : error
    }
  }

/**
 * A document with a resource that the project refuses is an invalid document. The code of the refusal is in
 * `details.code`.
 */
function placeProblem({ code, message, details = {} }: Problem, path: string): Problem {
  const { field = '', issues = [] } = details as { field?: string; issues?: Issue[] }
  const found = issues.length > 0 ? issues : [{ field, message }]
  const placed = createInvalid(found.map((issue) => ({ ...issue, field: toPath(path, issue.field) })))
  return new Problem(placed.code, placed.message, { ...placed.details, ...(code !== placed.code && { code }) })
}

function toPath(path: string, field: string): string {
  const [first = '', ...rest] = field.split('.')
  return [path, REFERENCE_FIELDS[first] ?? first, ...rest].filter(Boolean).join('.')
}
