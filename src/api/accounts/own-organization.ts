import type { Actor } from '../../core/accounts/access.ts'
import { Problem } from '../../core/platform/errors.ts'

/**
 * For an organization in the path: a credential acts on its own, and every other one might as well not exist.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export function requireOwnOrganization({ organizationId }: Actor, id: string): void {
  if (id !== organizationId) throw new Problem('RESOURCE_NOT_FOUND', `Organization ${id} does not exist`)
}
