import type { Actor } from '../../core/accounts/access.ts'
import { Problem } from '../../core/platform/errors.ts'

/**
 * Checks that the organization in the path is the caller's own. All other organizations count as missing.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export function requireOwnOrganization({ organizationId }: Actor, id: string): void {
  if (id !== organizationId) throw new Problem('RESOURCE_NOT_FOUND', `Organization ${id} does not exist`)
}
