import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listRolesAbove, listScopesAbove, ROLES } from '../../../src/core/accounts/access.ts'

test('a member invites only to allowed roles and creates only keys with allowed scopes', () => {
  const invitations = Object.fromEntries(ROLES.map((role) => [role, listRolesAbove(role).length]))
  assert.deepEqual(invitations, { owner: 0, admin: 1, editor: 5, responder: 5, viewer: 5 })
  assert.deepEqual(listRolesAbove('admin'), ['owner'])
  const keys = Object.fromEntries(ROLES.map((role) => [role, listScopesAbove(role)]))
  const beyond = ['read_write']
  assert.deepEqual(keys, { owner: [], admin: [], editor: [], responder: beyond, viewer: beyond })
})
