/** Rules on which member may change which membership of an organization. */

import { Problem } from '../platform/errors.ts'
import {
  KEY_SCOPES,
  type KeyScope,
  listRolePermissions,
  listScopePermissions,
  type Permission,
  ROLES,
  type Role,
} from './access.ts'

/** @throws Problem INSUFFICIENT_PERMISSIONS */
export function requireRoleFor(role: Role, permission: Permission, action: string): void {
  if (listRolePermissions(role).includes(permission)) return
  throw new Problem('INSUFFICIENT_PERMISSIONS', `The role ${role} may not ${action}`, { permission, role })
}

/**
 * Only owners promote and demote owners.
 *
 * @param roles the member's current role and the role to assign
 * @throws Problem INSUFFICIENT_PERMISSIONS
 */
export function requireCanAssign(acting: Role, roles: readonly Role[]): void {
  if (roles.includes('owner')) requireRoleFor(acting, 'can_manage_owners', 'promote or demote owners')
}

/** @throws Problem CONFLICT when the organization would have no owner left */
export function requireOwnerLeft(before: Role, after: Role | null, owners: number): void {
  if (before !== 'owner' || after === 'owner' || owners > 1) return
  throw new Problem('CONFLICT', 'This is the last owner of the organization; promote another member to owner first')
}

/** Returns the roles that a member with this role may not invite people to. */
export function listRolesAbove(role: Role): readonly Role[] {
  const granted = listRolePermissions(role)
  if (!granted.includes('can_manage_organization')) return ROLES
  return granted.includes('can_manage_owners') ? [] : ['owner']
}

/** Returns the key scopes that grant a permission which this role lacks. */
export const listScopesAbove = (role: Role): readonly KeyScope[] =>
  KEY_SCOPES.filter((scope) =>
    listScopePermissions(scope).some((granted) => !listRolePermissions(role).includes(granted)),
  )
