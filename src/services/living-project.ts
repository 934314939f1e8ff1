import { Problem } from '../core/errors.ts'
import { holdProject } from '../store/projects.ts'
import type { Tx } from '../store/store.ts'

/**
 * The project may have been deleted since the request was let in, and then nobody would ever see what is made in it.
 *
 * @throws Problem PROJECT_NOT_FOUND
 */
export async function requireProject(tx: Tx, id: string): Promise<void> {
  if (!(await holdProject(tx, id))) throw new Problem('PROJECT_NOT_FOUND', `There is no project ${id}`)
}
