/** Sentences that follow from how an operation is declared. */
import { KEY_SCOPES, may, type Permission, permissionsOfRole, ROLES } from '../../core/accounts/access.ts'
import { isWrite } from '../platform/access.ts'
import type { DeclaredRoute } from '../platform/route-list.ts'
import { singular } from './openapi-operations.ts'

/** `For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.` */
export function whoMay({ access, method }: DeclaredRoute): string {
  if ('public' in access) return 'Needs no credential.'
  const people = rolesWith(access.permission)
  if (access.session) return `For ${people}, in a session: API keys are refused.`
  const scopes = KEY_SCOPES.filter(
    (scope) => keyMay(scope, access.permission) && !(scope === 'read' && isWrite(method)),
  )
  const keys = scopes.length === KEY_SCOPES.length ? 'every API key' : 'API keys with the scope `read_write`'
  return `For ${people}, and ${keys}.`
}

function rolesWith(permission: Permission): string {
  const roles = ROLES.filter((role) => permissionsOfRole(role).includes(permission))
  if (roles.length === ROLES.length) return `every role (\`${permission}\`)`
  const words = roles.length === 1 ? roles[0] : `${roles.slice(0, -1).join(', ')} and ${roles.at(-1)}`
  return `${words} (\`${permission}\`)`
}

const keyMay = (scope: (typeof KEY_SCOPES)[number], permission: Permission): boolean =>
  may({ role: 'viewer', credential: { kind: 'key', keyId: '', scope } }, permission)

/** `Id of the monitor`, of `{id}` in `/api/monitors/{id}/pause`. */
export function thingOf(path: string, parameter: string): string {
  const segments = path.split('/')
  const collection = segments[segments.indexOf(`{${parameter}}`) - 1] ?? ''
  return `Id of the ${singular(collection).replaceAll('-', ' ').replace('api ', 'API ')}`
}
