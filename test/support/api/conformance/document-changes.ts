/** Changes that configuration documents can make, with the operations that make the same changes. */
import assert from 'node:assert/strict'
import type { RequestParts } from './recipes.ts'
import type { World } from './world.ts'

type Fields = Record<string, unknown>

interface DocumentChange {
  title: string
  /** Field at the top level of the document. */
  part: string
  operation: string
  before: Fields
  after: Fields
}

const GROUPS = { base: { name: 'Base' } }
/** Enough monitors that the deletion of one needs no confirmation. */
const MONITORS = Object.fromEntries(['base', 'b', 'c', 'd', 'e'].map((key) => [key, { name: key, type: 'HEARTBEAT' }]))
const TARGETS = { base: { name: 'Base', channel: 'email', config: { address: 'ops@example.com' } } }
const STEPS = [{ after_minutes: 0, targets: ['base'] }]
const POLICIES = { base: { name: 'Base', steps: STEPS }, other: { name: 'Other', steps: STEPS } }

/** Every document describes these resources. */
const BASE: Fields = {
  version: 1,
  source: 'rights',
  notification_targets: TARGETS,
  escalation_policies: POLICIES,
  groups: GROUPS,
  monitors: MONITORS,
}

/** Creates the changes of one resource: creation, update and deletion. */
function listResourceChanges(
  part: string,
  path: string,
  update: 'PATCH' | 'PUT',
  fields: Fields,
  id = 'id',
): DocumentChange[] {
  const others = (BASE[part] ?? {}) as Fields
  const document = (more: Fields) => ({ ...BASE, [part]: { ...others, ...more } })
  const without = document({})
  const first = document({ tested: { name: 'first', ...fields } })
  const second = document({ tested: { name: 'second', ...fields } })
  const one = `${path}/{${id}}`
  return [
    { title: `create ${part}`, part, operation: `POST ${path}`, before: without, after: first },
    { title: `update ${part}`, part, operation: `${update} ${one}`, before: first, after: second },
    { title: `delete ${part}`, part, operation: `DELETE ${one}`, before: first, after: without },
  ]
}

const DEFAULTS = { monitor_defaults: { timeout_ms: 5_000 } }
const OF_PROJECT = '/api/projects/{projectId}'

export const DOCUMENT_CHANGES: readonly DocumentChange[] = [
  ...listResourceChanges('variables', `${OF_PROJECT}/variables`, 'PATCH', { value: 'x' }),
  ...listResourceChanges('notification_targets', '/api/notification-targets', 'PATCH', TARGETS.base),
  ...listResourceChanges('on_call_schedules', '/api/on-call-schedules', 'PATCH', { timezone: 'UTC', layers: [] }),
  ...listResourceChanges('escalation_policies', '/api/escalation-policies', 'PATCH', { steps: STEPS }),
  ...listResourceChanges('groups', '/api/groups', 'PUT', {}, 'groupId'),
  ...listResourceChanges('monitors', '/api/monitors', 'PUT', { type: 'HEARTBEAT' }),
  ...listResourceChanges('maintenance_windows', '/api/maintenance-windows', 'PUT', {
    monitors: ['base'],
    starts_at: '2031-01-05T02:00:00.000Z',
    ends_at: '2031-01-05T03:00:00.000Z',
  }),
  ...listResourceChanges('status_pages', `${OF_PROJECT}/status-pages`, 'PUT', {}, 'pageId'),
  {
    title: 'make a secret readable',
    part: 'variables',
    operation: `PATCH ${OF_PROJECT}/variables/{id}`,
    before: { ...BASE, variables: { key: { name: 'key', value: 'hidden', is_secret: true } } },
    after: { ...BASE, variables: { key: { name: 'key', value: 'shown' } } },
  },
  {
    title: 'give a monitor another policy',
    part: 'monitors',
    operation: 'PUT /api/monitors/{id}',
    before: BASE,
    after: { ...BASE, monitors: { ...MONITORS, base: { ...MONITORS.base, escalation_policy: 'base' } } },
  },
  {
    title: 'give a group another policy',
    part: 'groups',
    operation: 'PUT /api/groups/{groupId}',
    before: BASE,
    after: { ...BASE, groups: { base: { ...GROUPS.base, escalation_policy: 'base' } } },
  },
  {
    title: 'give a group other defaults',
    part: 'groups',
    operation: 'PUT /api/groups/{groupId}/monitor-defaults',
    before: BASE,
    after: { ...BASE, groups: { base: { ...GROUPS.base, ...DEFAULTS } } },
  },
  {
    title: 'give the project other defaults',
    part: 'monitor_defaults',
    operation: `PUT ${OF_PROJECT}/monitor-defaults`,
    before: BASE,
    after: { ...BASE, ...DEFAULTS },
  },
  {
    title: 'give the project a policy',
    part: 'escalation_policy',
    operation: 'PATCH /api/projects/{id}',
    before: BASE,
    after: { ...BASE, escalation_policy: 'base' },
  },
  {
    title: 'give the project another policy',
    part: 'escalation_policy',
    operation: 'PATCH /api/projects/{id}',
    before: { ...BASE, escalation_policy: 'base' },
    after: { ...BASE, escalation_policy: 'other' },
  },
  {
    title: 'take the policy of the project',
    part: 'escalation_policy',
    operation: 'PATCH /api/projects/{id}',
    before: { ...BASE, escalation_policy: 'base' },
    after: { ...BASE, escalation_policy: null },
  },
  {
    title: 'keep the policy of the project and rename a monitor',
    part: 'monitors',
    operation: 'PUT /api/monitors/{id}',
    before: { ...BASE, escalation_policy: 'base' },
    after: {
      ...BASE,
      escalation_policy: 'base',
      monitors: { ...MONITORS, base: { ...MONITORS.base, name: 'Renamed' } },
    },
  },
]

/** Creates a project as it is before the change, and returns the request with the document that makes the change. */
export async function prepareDocumentChange(
  { call, create, owner, newName }: World,
  { before, after }: DocumentChange,
): Promise<RequestParts> {
  const { id: projectId } = await create('/api/projects', { name: newName() })
  const url = `/api/projects/${projectId}/config/apply`
  const { status, body } = await call('POST', url, { as: owner.session, body: { document: before } })
  assert.equal(status, 200, JSON.stringify(body))
  return { path: { projectId }, body: { document: after, prune: true } }
}
