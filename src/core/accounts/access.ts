/** The caller of a request and its permissions. */
import { Problem } from '../platform/errors.ts'

export const ROLES = ['owner', 'admin', 'editor', 'responder', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export const PERMISSIONS = [
  'can_view',
  'can_edit_monitors',
  'can_manage_incidents',
  'can_manage_organization',
  'can_manage_owners',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** Each role includes every permission of the roles after it. */
const GRANTS: Record<Role, readonly Permission[]> = {
  owner: PERMISSIONS,
  admin: ['can_view', 'can_edit_monitors', 'can_manage_incidents', 'can_manage_organization'],
  editor: ['can_view', 'can_edit_monitors', 'can_manage_incidents'],
  responder: ['can_view', 'can_manage_incidents'],
  viewer: ['can_view'],
}

export const KEY_SCOPES = ['read', 'read_write'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** The user or API key that a credential authenticates. It acts on one organization, regardless of request headers. */
export interface Actor {
  userId: string
  userName: string
  organizationId: string
  role: Role
  isInstanceAdmin: boolean
  /** Plan of the organization. */
  plan: string
  /** A session has all permissions of its role; an API key has the permissions of its scope. */
  credential: { kind: 'session'; sessionId: string } | { kind: 'key'; keyId: string; scope: KeyScope }
  /** Client address of the request, as far as trusted proxies report it. */
  ip: string
}

/** A `read_write` key edits resources and manages incidents; no key manages the organization. */
const KEY_GRANTS: Record<KeyScope, readonly Permission[]> = {
  read: ['can_view'],
  read_write: ['can_view', 'can_edit_monitors', 'can_manage_incidents'],
}

export function listPermissions(actor: Pick<Actor, 'role' | 'credential'>): readonly Permission[] {
  return actor.credential.kind === 'key' ? listScopePermissions(actor.credential.scope) : GRANTS[actor.role]
}

const listScopePermissions = (scope: KeyScope): readonly Permission[] => KEY_GRANTS[scope]

export const listRolePermissions = (role: Role): readonly Permission[] => GRANTS[role]

export const hasPermission = (actor: Pick<Actor, 'role' | 'credential'>, permission: Permission): boolean =>
  listPermissions(actor).includes(permission)

/** The right to an operation. */
export interface Right {
  permission: Permission
  /** Refuses API keys. */
  session?: true
}

export const EDIT_RIGHT: Right = { permission: 'can_edit_monitors' }
export const MANAGE_RIGHT: Right = { permission: 'can_manage_organization', session: true }

/** The right to the members of the organization and their email addresses. */
export const MEMBER_LIST_RIGHT: Right = { permission: 'can_view', session: true }

/** Returns the code of the refusal; null if the actor has the right. */
export function findLack(
  actor: Pick<Actor, 'role' | 'credential'>,
  { permission, session }: Right,
): 'JWT_REQUIRED' | 'INSUFFICIENT_PERMISSIONS' | null {
  if (session && actor.credential.kind === 'key') return 'JWT_REQUIRED'
  return hasPermission(actor, permission) ? null : 'INSUFFICIENT_PERMISSIONS'
}

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
