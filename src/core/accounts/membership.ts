/** Who may change which membership of an organization. */

import { Problem } from '../platform/errors.ts'
import {
  KEY_SCOPES,
  type KeyScope,
  type Permission,
  permissionsOfRole,
  permissionsOfScope,
  ROLES,
  type Role,
} from './access.ts'

/** @throws Problem INSUFFICIENT_PERMISSIONS */
export function requireRoleFor(role: Role, permission: Permission, what: string): void {
  if (permissionsOfRole(role).includes(permission)) return
  throw new Problem('INSUFFICIENT_PERMISSIONS', `The role ${role} may not ${what}`, { permission, role })
}

/**
 * Only owners make and unmake owners.
 *
 * @param roles what somebody is, and what they are to be
 * @throws Problem INSUFFICIENT_PERMISSIONS
 */
export function requireMayAssign(acting: Role, roles: readonly Role[]): void {
  if (roles.includes('owner')) requireRoleFor(acting, 'can_manage_owners', 'make or unmake owners')
}

/** @throws Problem CONFLICT when nobody would be left who owns the organization */
export function requireOwnerLeft(before: Role, after: Role | null, owners: number): void {
  if (before !== 'owner' || after === 'owner' || owners > 1) return
  throw new Problem('CONFLICT', 'This is the last owner of the organization; make somebody else an owner first')
}

/** The roles that somebody with this one may not invite people to. */
export function rolesBeyond(role: Role): readonly Role[] {
  const granted = permissionsOfRole(role)
  if (!granted.includes('can_manage_organization')) return ROLES
  return granted.includes('can_manage_owners') ? [] : ['owner']
}

/** The scopes of keys that may what this role may not. */
export const scopesBeyond = (role: Role): readonly KeyScope[] =>
  KEY_SCOPES.filter((scope) => permissionsOfScope(scope).some((granted) => !permissionsOfRole(role).includes(granted)))
