/** Finds the project of a request. */

import type { Actor } from '../../core/accounts/access.ts'
import { createInvalid, type ErrorCode, Problem } from '../../core/platform/errors.ts'
import { isUuid } from '../../core/platform/id.ts'
import { findProjectOwner } from '../../store/accounts/projects.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { ProjectScope } from './api.ts'
import type { Identity } from './authenticate.ts'

export const PROJECT_HEADER = 'x-project-id'

/**
 * @param header `X-Project-ID`, if it was sent
 * @throws Problem PROJECT_NOT_FOUND, PROJECT_ORGANIZATION_MISMATCH, or VALIDATION_ERROR if it is not a UUID
 */
export function resolveProjectScope(
  db: Reader,
  { actor, defaultProjectId }: Identity,
  header: string | string[] | undefined,
): ProjectScope | Promise<ProjectScope> {
  if (header === undefined || header === defaultProjectId) return { id: defaultProjectId }
  return getSelectedProject(db, String(header), actor.organizationId, 'X-Project-ID', 'PROJECT_ORGANIZATION_MISMATCH')
}

/** Path parameter that names the project of a request. */
const PROJECT_PARAMETER = 'projectId'

/** @throws Problem PROJECT_NOT_FOUND, API_KEY_ORGANIZATION_MISMATCH, or VALIDATION_ERROR if it is not a UUID */
export function resolvePathProject(db: Reader, { organizationId }: Actor, params: unknown): Promise<ProjectScope> {
  const id = (params as Record<typeof PROJECT_PARAMETER, string>)[PROJECT_PARAMETER]
  return getSelectedProject(db, id, organizationId, PROJECT_PARAMETER, 'API_KEY_ORGANIZATION_MISMATCH')
}

/** @param mismatch error code for a project of another organization */
async function getSelectedProject(
  db: Reader,
  text: string,
  organizationId: string,
  field: string,
  mismatch: ErrorCode,
): Promise<ProjectScope> {
  if (!isUuid(text)) throw createInvalid({ field, message: 'must be a UUID' })
  const id = text.toLowerCase()
  const owner = await findProjectOwner(db, id)
  if (owner === null) throw new Problem('PROJECT_NOT_FOUND', `Project ${id} does not exist`)
  if (owner !== organizationId) throw new Problem(mismatch, `Project ${id} belongs to another organization`)
  return { id }
}
