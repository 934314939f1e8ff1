/** Which project a request acts on. */

import { invalid, Problem } from '../core/errors.ts'
import { isUuid } from '../core/id.ts'
import { findProjectOwner } from '../store/projects.ts'
import type { Reader } from '../store/store.ts'
import type { Identity } from './authenticate.ts'
import type { ProjectScope } from './deps.ts'

export const PROJECT_HEADER = 'x-project-id'

/**
 * @param header `X-Project-ID`, if it was sent
 * @throws Problem PROJECT_NOT_FOUND, PROJECT_ORGANIZATION_MISMATCH, or VALIDATION_ERROR when it is no UUID
 */
export function projectScope(
  db: Reader,
  { actor, defaultProjectId }: Identity,
  header: string | string[] | undefined,
): ProjectScope | Promise<ProjectScope> {
  if (header === undefined || header === defaultProjectId) return { id: defaultProjectId }
  return selected(db, String(header).toLowerCase(), actor.organizationId)
}

async function selected(db: Reader, id: string, organizationId: string): Promise<ProjectScope> {
  if (!isUuid(id)) throw invalid({ field: 'X-Project-ID', message: 'must be a UUID' })
  const owner = await findProjectOwner(db, id)
  if (owner === null) throw new Problem('PROJECT_NOT_FOUND', `There is no project ${id}`)
  if (owner !== organizationId)
    throw new Problem('PROJECT_ORGANIZATION_MISMATCH', `The project ${id} belongs to another organization`)
  return { id }
}
