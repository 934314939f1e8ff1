import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '../../../src/core/accounts/access.ts'
import { Problem } from '../../../src/core/platform/errors.ts'
import type { PlannedChange } from '../../../src/core/provisioning/plan.ts'
import { requireChangeRights } from '../../../src/core/provisioning/rights.ts'

const EDITOR: Actor = {
  userId: 'u',
  userName: 'Alice',
  organizationId: 'o',
  role: 'editor',
  isInstanceAdmin: false,
  plan: 'free',
  credential: { kind: 'session', sessionId: 's' },
  ip: '',
}
const VIEWER: Actor = { ...EDITOR, role: 'viewer' }
const KEY: Actor = { ...EDITOR, role: 'owner', credential: { kind: 'key', keyId: 'k', scope: 'read_write' } }

const change = { action: 'update', id: 'i' } as const
const GROUP: PlannedChange = {
  ...change,
  collection: 'groups',
  key: 'eu',
  name: 'Europe',
  changes: { name: { to: 'x' } },
}
const toProject = (...fields: string[]): PlannedChange => ({
  ...change,
  collection: 'project',
  key: 'settings',
  name: 'Shop',
  changes: Object.fromEntries(fields.map((field) => [field, { to: 'x' }])),
})
const POLICY = toProject('escalation_policy', 'monitor_defaults.timeout_ms', 'monitor_defaults.tags')

function findRefusal(actor: Actor, changes: readonly PlannedChange[]): [string, unknown] | null {
  try {
    requireChangeRights(actor, changes)
    return null
  } catch (error) {
    assert.ok(error instanceof Problem)
    return [error.code, (error.details as { issues: unknown }).issues]
  }
}

test('a plan names the path, the thing and the right of each change that its user may not make', () => {
  assert.equal(findRefusal(EDITOR, [GROUP, toProject('monitor_defaults.timeout_ms')]), null)
  assert.deepEqual(findRefusal(EDITOR, [GROUP, POLICY]), [
    'INSUFFICIENT_PERMISSIONS',
    [
      {
        field: 'escalation_policy',
        message:
          'to change the escalation policy of the project Shop requires the permission can_manage_organization, which the role editor does not have',
      },
    ],
  ])
  assert.deepEqual(findRefusal(KEY, [GROUP, POLICY]), [
    'JWT_REQUIRED',
    [
      {
        field: 'escalation_policy',
        message:
          'to change the escalation policy of the project Shop, sign in as a user with the permission can_manage_organization; API keys are not accepted',
      },
    ],
  ])
  const [code, issues] = findRefusal(VIEWER, [GROUP, POLICY])!
  assert.equal(code, 'INSUFFICIENT_PERMISSIONS')
  assert.deepEqual(
    (issues as { field: string }[]).map(({ field }) => field),
    ['groups.eu', 'escalation_policy', 'monitor_defaults'],
  )
})

test('a plan is refused like its routes: a key before a role', () => {
  const reader: Actor = { ...KEY, credential: { kind: 'key', keyId: 'k', scope: 'read' } }
  assert.equal(findRefusal(reader, [GROUP, POLICY])?.[0], 'JWT_REQUIRED')
})
