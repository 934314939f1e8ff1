import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  hasPermission,
  KEY_SCOPES,
  PERMISSIONS,
  type Permission,
  ROLES,
  type Role,
} from '../../../src/core/accounts/access.ts'

const session = (role: Role) => ({ role, credential: { kind: 'session', sessionId: 's' } }) as const
const key = (scope: 'read' | 'read_write') =>
  ({ role: 'owner', credential: { kind: 'key', keyId: 'k', scope } }) as const

/** The contract's table: the roles with each permission. */
const TABLE: Record<Permission, readonly Role[]> = {
  can_view: ['owner', 'admin', 'editor', 'responder', 'viewer'],
  can_edit_monitors: ['owner', 'admin', 'editor'],
  can_manage_incidents: ['owner', 'admin', 'editor', 'responder'],
  can_manage_organization: ['owner', 'admin'],
  can_manage_owners: ['owner'],
}

for (const permission of PERMISSIONS)
  test(`the permission ${permission} belongs to ${TABLE[permission].join(', ')}`, () => {
    assert.deepEqual(
      ROLES.filter((role) => hasPermission(session(role), permission)),
      TABLE[permission],
    )
  })

test('an API key has the permissions of its scope, whatever the role of its creator', () => {
  const granted = KEY_SCOPES.map((scope) => PERMISSIONS.filter((permission) => hasPermission(key(scope), permission)))
  assert.deepEqual(granted, [['can_view'], ['can_view', 'can_edit_monitors', 'can_manage_incidents']])
})
