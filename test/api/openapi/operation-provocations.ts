/** Requests that provoke error codes specific to an operation. */
import type { ErrorCode } from '../../../src/core/platform/errors.ts'
import { DOCUMENT_CHANGES, prepareDocumentChange } from '../../support/api/conformance/document-changes.ts'
import {
  createFilledGroup,
  createSubscribeRequest,
  createTestGroup,
  createTestHeartbeat,
  createTestInvitation,
  createTestMonitor,
  createTestPolicy,
  createVariableBody,
  enableFactor,
  INCIDENT_BODY,
  MONITOR_BODY,
  moveToOwnOrganization,
  PASSWORD,
} from '../../support/api/conformance/recipes.ts'

import type { World } from '../../support/api/conformance/world.ts'
import { removeMember } from '../../support/database/account-rows.ts'
import { deleteRows, readRow, updateRows } from '../../support/database/tables.ts'
import { inBody, inPath, NOWHERE, type Provocation } from './provocations.ts'

type OperationProvocations = Partial<Record<ErrorCode, Provocation>>

/** Creates a project with a monitor. */
async function createProjectWithMonitor(world: World): Promise<{ path: { id: string } }> {
  const { id } = await world.create('/api/projects', { name: 'Full' })
  const headers = { ...world.owner.session, 'x-project-id': id }
  await world.create('/api/monitors', MONITOR_BODY, headers)
  return { path: { id } }
}

/** Returns the membership of the last owner, who cannot leave. */
async function lastOwner({ context, stranger }: World) {
  const { db } = context.store
  const member = await readRow(db, 'members', { user_id: stranger.userId })
  return { path: { orgId: stranger.organizationId, memberId: member.id } }
}

/** Creates an instance admin who belongs to a single organization. */
async function createSingleOrganizationAdmin(world: World) {
  const { userId, session } = await world.createOwner()
  const { db } = world.context.store
  const { organizationId } = world.team
  await moveToOwnOrganization(world, session)
  await deleteRows(db, 'members', { user_id: userId, organization_id: organizationId })
  return session
}

const byStranger = ({ stranger }: World) => stranger.session

/** A comment of another user. */
const asOtherUser: Provocation = { as: async (world) => (await world.createMember('editor')).session }

/** The key of a user who has left. */
const orphanedKey: Provocation['change'] = async (_good, world) => {
  const left = await world.createMember('admin')
  const { id } = await world.create('/api/auth/api-keys', { name: 'Left' }, left.session)
  const { db } = world.context.store
  await updateRows(db, 'api_keys', { is_active: 0 }, { id })
  await removeMember(db, left.userId)
  return { path: { id }, body: { is_active: true } }
}

/** An account with an enabled second factor. */
const secured: Provocation['change'] = async (good, world) => ({
  ...good,
  ...(await enableFactor(world, {})),
})

const SHORT_INTERVAL = { type: 'HEARTBEAT', target: undefined, heartbeat_config: { expected_interval_seconds: 59 } }

/** Applies the document of the request from another source. */
const applyElsewhere: Provocation['change'] = async (good, world) => {
  await applyDocument(world, { ...(good.body as object), source: 'elsewhere' })
  return good
}

/** Applies a document with a monitor to another project, and then removes the monitor from the document. */
const removeAllMonitors: Provocation['change'] = async (_good, world) => {
  const { id: projectId } = await world.create('/api/projects', { name: 'Described' })
  const monitors = { site: MONITOR_BODY }
  await applyDocument(world, { document: { version: 1, monitors } }, projectId)
  return { path: { projectId }, body: { document: { version: 1 }, prune: true } }
}

/** Changes the policy of a project with an API key. */
const changePolicy: Provocation = {
  as: (world) => world.createKey('read_write'),
  change: (_good, world) =>
    prepareDocumentChange(world, DOCUMENT_CHANGES.find(({ part }) => part === 'escalation_policy')!),
}

const applyDocument = ({ call, owner, team }: World, body: object, projectId = team.projectId) =>
  call('POST', `/api/projects/${projectId}/config/apply`, { as: owner.session, body })

export const OPERATION_PROVOCATIONS: Readonly<Record<string, OperationProvocations>> = {
  'POST /api/on-call-schedules/preview': {
    RESOURCE_NOT_FOUND: { change: inBody({ schedule_id: NOWHERE }) },
  },
  'POST /api/incidents/{id}/escalate': { CONFLICT: { times: 2 } },
  'POST /api/incidents/{id}/notify': { CONFLICT: { times: 2 } },
  'POST /api/auth/register': {
    CONFLICT: { times: 2 },
  },
  'POST /api/auth/login': {
    INVALID_CREDENTIALS: { change: inBody({ password: 'wrong horse battery' }) },
    INSUFFICIENT_PERMISSIONS: {
      change: async (good, world) => {
        const { email } = good.body as { email: string }
        const { db } = world.context.store
        const { id } = await readRow(db, 'users', { email })
        await removeMember(db, id)
        return good
      },
    },
  },
  'PUT /api/admin/email': {
    INSUFFICIENT_PERMISSIONS: { as: async (world) => (await world.createMember('owner')).session },
  },
  'DELETE /api/admin/email': {
    INSUFFICIENT_PERMISSIONS: { as: async (world) => (await world.createMember('owner')).session },
  },
  'POST /api/admin/email/test': {
    INSUFFICIENT_PERMISSIONS: { as: async (world) => (await world.createMember('owner')).session },
  },
  'POST /api/admin/probe-tokens': {
    INSUFFICIENT_PERMISSIONS: { as: async (world) => (await world.createMember('owner')).session },
  },
  'DELETE /api/admin/probe-tokens/{id}': {
    INSUFFICIENT_PERMISSIONS: { as: async (world) => (await world.createMember('owner')).session },
  },
  'PUT /api/admin/organizations/{id}/plan': {
    INSUFFICIENT_PERMISSIONS: { as: async (world) => (await world.createMember('owner')).session },
  },
  'POST /api/auth/switch-organization': {
    RESOURCE_NOT_FOUND: { change: inBody({ organization_id: NOWHERE }) },
  },
  'POST /api/auth/totp/setup': { CONFLICT: { change: secured } },
  'POST /api/auth/totp/enable': { CONFLICT: { change: secured } },
  'POST /api/auth/totp/disable': {
    CONFLICT: {
      change: async (good, world) => ({
        ...good,
        headers: (await world.createOwner()).session,
        body: { code: '123456' },
      }),
    },
    INVALID_CREDENTIALS: { change: inBody({ password: 'wrong horse battery' }) },
  },
  'POST /api/auth/password': {
    INVALID_CREDENTIALS: { change: inBody({ current_password: 'wrong horse battery' }) },
  },
  'POST /api/auth/password/reset': {
    INVALID_TOKEN: { times: 2 },
  },
  'POST /api/auth/invitations/look-up': {
    INVALID_TOKEN: { change: inBody({ token: 'unknown' }) },
  },
  'POST /api/auth/invitations/accept': {
    INVALID_TOKEN: { times: 2 },
    INVALID_CREDENTIALS: {
      change: async (good, world) => {
        const email = world.newEmail()
        await world.create('/api/auth/register', { email, password: PASSWORD, name: 'Fay' })
        return {
          ...good,
          body: { token: (await createTestInvitation(world, email)).token, password: 'wrong horse battery' },
        }
      },
    },
  },
  'POST /api/organizations/{orgId}/invitations': {
    CONFLICT: { times: 2 },
  },
  'PATCH /api/auth/api-keys/{id}': {
    CONFLICT: { change: orphanedKey },
  },
  'PATCH /api/organizations/{orgId}/members/{memberId}': {
    CONFLICT: {
      as: byStranger,
      change: async (_good, world) => ({ ...(await lastOwner(world)), body: { role: 'viewer' } }),
    },
  },
  'DELETE /api/organizations/{orgId}/members/{memberId}': {
    CONFLICT: { as: byStranger, change: (_good, world) => lastOwner(world) },
  },
  'DELETE /api/organization': {
    CONFIRMATION_REQUIRED: { change: inBody({ confirm: false }) },
    CONFLICT: { as: createSingleOrganizationAdmin },
  },
  'DELETE /api/projects/{id}': {
    CONFLICT: { change: (_good, { team }) => ({ path: { id: team.projectId } }) },
    CONFIRMATION_REQUIRED: { change: (_good, world) => createProjectWithMonitor(world) },
  },
  'POST /api/monitors': {
    VALIDATION_FAILED: { change: inBody(SHORT_INTERVAL) },
    MONITOR_NOT_FOUND: { change: inBody({ depends_on_monitor_ids: [NOWHERE] }) },
  },
  'POST /api/monitors/test': {
    VALIDATION_FAILED: { change: inBody(SHORT_INTERVAL) },
    MONITOR_NOT_FOUND: { change: inBody({ depends_on_monitor_ids: [NOWHERE] }) },
  },
  'PUT /api/monitors/{id}': {
    VALIDATION_FAILED: {
      change: async (_good, world) => ({
        path: { id: (await createTestHeartbeat(world)).id },
        body: { heartbeat_config: { expected_interval_seconds: 59 } },
      }),
    },
    MONITOR_LIMIT_REACHED: {
      stage: 'full',
      change: async (_good, world) => ({
        path: { id: (await createTestMonitor(world, { status: 'paused' })).id },
        body: { status: 'active' },
      }),
    },
  },
  ...Object.fromEntries(
    ['GET', 'POST', 'PUT'].map((method) => [
      `${method} /api/heartbeat/{token}/{exit_status}`,
      { NOT_FOUND: { change: inPath(() => '1.5', 'last') } },
    ]),
  ),
  'GET /api/monitors/{id}/stats': {
    STATS_NOT_FOUND: { change: async (_good, world) => ({ path: { id: (await createTestMonitor(world)).id } }) },
  },
  'GET /api/monitors/{id}/uptime': {
    STATS_NOT_FOUND: { change: async (_good, world) => ({ path: { id: (await createTestMonitor(world)).id } }) },
  },
  'GET /api/groups/{groupId}/uptime': {
    STATS_NOT_FOUND: { change: async (_good, world) => ({ path: { groupId: (await createTestGroup(world)).id } }) },
  },
  'GET /api/monitors/{id}/results/{resultId}': {
    RESOURCE_NOT_FOUND: { change: inPath(() => NOWHERE, 'last') },
  },
  'GET /api/monitors/{id}/certificate': {
    RESOURCE_NOT_FOUND: { change: async (_good, world) => ({ path: { id: (await createTestMonitor(world)).id } }) },
  },
  'GET /api/monitors/{id}/domain': {
    RESOURCE_NOT_FOUND: { change: async (_good, world) => ({ path: { id: (await createTestMonitor(world)).id } }) },
  },
  'POST /api/groups': {
    CONFLICT: { times: 2 },
  },
  'PUT /api/groups/{groupId}': {
    CONFLICT: { change: async (good, world) => ({ ...good, body: { name: (await createTestGroup(world)).name } }) },
  },
  'DELETE /api/groups/{groupId}': {
    GROUP_NOT_EMPTY: { change: async (_good, world) => ({ path: { groupId: (await createFilledGroup(world)).id } }) },
  },
  'POST /api/projects/{projectId}/variables': {
    CONFLICT: { times: 2 },
  },
  'PATCH /api/projects/{projectId}/variables/{id}': {
    CONFLICT: {
      change: async (good, world) => {
        const body = createVariableBody(world)
        await world.create(`/api/projects/${world.team.projectId}/variables`, body)
        return { ...good, body: { name: body.name } }
      },
    },
  },
  'DELETE /api/projects/{projectId}/variables/{id}': {
    CONFLICT: {
      change: async (_good, world) => {
        const { projectId } = world.team
        const body = createVariableBody(world)
        const { id } = await world.create(`/api/projects/${projectId}/variables`, body)
        await createTestMonitor(world, { headers: { 'X-Key': `{{${body.name}}}` } })
        return { path: { projectId, id } }
      },
    },
  },
  'POST /api/groups/{groupId}/bulk-delete': {
    CONFIRMATION_REQUIRED: { change: ({ path }) => ({ path: path! }) },
  },
  'POST /api/incidents': {
    MONITOR_NOT_FOUND: { change: inBody({ check_id: NOWHERE }) },
    INTERNAL_ERROR: { change: inBody({ source: 'system' }) },
  },
  'POST /api/incidents/{id}/status': {
    CONFLICT: {
      change: async (_good, world) => {
        const trouble = { ...INCIDENT_BODY, check_id: (await createTestMonitor(world)).id, source: 'system' }
        const { id } = await world.create('/api/incidents', trouble)
        await world.create(`/api/incidents/${id}/status`, { status: 'resolved' })
        await world.create('/api/incidents', trouble)
        await updateRows(world.context.store.db, 'incidents', { created_by: null }) // like an automatic incident
        return { path: { id }, body: { status: 'open' } }
      },
    },
  },
  'GET /api/events': {
    RATE_LIMIT_EXCEEDED: { stage: 'exhausted', before: '/api/organization' },
  },
  'PATCH /api/incidents/{id}': {
    MONITOR_NOT_FOUND: { change: inBody({ affected_monitor_ids: [NOWHERE] }) },
  },
  'PATCH /api/incidents/{incidentId}/comments/{commentId}': { FORBIDDEN: asOtherUser },
  'DELETE /api/incidents/{incidentId}/comments/{commentId}': { FORBIDDEN: asOtherUser },
  'POST /api/notification-targets': { RESOURCE_NOT_FOUND: { change: inBody({ fallback_target_id: NOWHERE }) } },
  'POST /api/notification-targets/test': { RESOURCE_NOT_FOUND: { change: inBody({ fallback_target_id: NOWHERE }) } },
  'DELETE /api/escalation-policies/{id}': {
    CONFLICT: {
      change: async (_good, world) => {
        const { id } = await createTestPolicy(world)
        await createTestMonitor(world, { escalation_policy_id: id })
        return { path: { id } }
      },
    },
  },
  'POST /api/maintenance-windows': {
    MONITOR_NOT_FOUND: { change: inBody({ monitor_ids: [NOWHERE] }) },
    RESOURCE_NOT_FOUND: { change: inBody({ group_ids: [NOWHERE] }) },
  },
  'PUT /api/maintenance-windows/{id}': {
    MONITOR_NOT_FOUND: { change: inBody({ monitor_ids: [NOWHERE] }) },
  },
  'POST /api/projects/{projectId}/config/plan': {
    CONFLICT: { change: applyElsewhere },
    JWT_REQUIRED: changePolicy,
  },
  'POST /api/projects/{projectId}/config/import': {
    PAYLOAD_TOO_LARGE: {
      change: ({ path }) => ({ path: path!, headers: { 'content-type': 'application/json' } }),
      raw: `{"name":"${'x'.repeat(48 * 1_048_576)}"}`,
    },
  },
  'POST /api/projects/{projectId}/config/apply': {
    CONFLICT: { change: applyElsewhere },
    JWT_REQUIRED: changePolicy,
    PLAN_OUTDATED: { change: inBody({ fingerprint: 'of another plan' }) },
    CONFIRMATION_REQUIRED: { change: removeAllMonitors },
  },
  'POST /api/projects/{projectId}/status-pages': {
    CONFLICT: { change: inBody({ slug: 'taken' }), times: 2 },
    MONITOR_NOT_FOUND: {
      change: inBody({ sections: [{ name: 'All', components: [{ monitor_id: NOWHERE, display_name: 'None' }] }] }),
    },
  },
  'POST /api/projects/{projectId}/status-pages/preview': {
    CONFLICT: {
      change: async (good, world) => {
        const page = { name: 'Taken', slug: 'taken-before' }
        await world.create(`/api/projects/${world.team.projectId}/status-pages`, page)
        return { ...good, body: page }
      },
    },
    MONITOR_NOT_FOUND: {
      change: inBody({ sections: [{ name: 'All', components: [{ monitor_id: NOWHERE, display_name: 'None' }] }] }),
    },
  },
  'POST /api/projects/{projectId}/status-pages/{pageId}/preview': {
    CONFLICT: {
      change: async (good, world) => {
        const { slug } = await world.create(`/api/projects/${world.team.projectId}/status-pages`, { name: 'Taken' })
        return { ...good, body: { slug } }
      },
    },
    MONITOR_NOT_FOUND: {
      change: inBody({ sections: [{ name: 'All', components: [{ monitor_id: NOWHERE, display_name: 'None' }] }] }),
    },
  },
  'GET /api/loom': {
    VALIDATION_ERROR: { change: (good) => ({ ...good, query: { from: 'nonsense' } }) },
    INVALID_TOKEN: { change: () => ({ headers: { authorization: 'Bearer wkl_nonsense' } }) },
  },
  'GET /api/status/{slug}': {
    VALIDATION_ERROR: { change: () => ({ path: { slug: 'x'.repeat(600) } }) },
    AUTHENTICATION_REQUIRED: {
      change: async (_good, world) => ({ path: (await createSubscribeRequest(world, { password: 'sesame' })).path }),
    },
    RATE_LIMIT_EXCEEDED: {
      stage: 'exhausted',
      before: '/api/status/no-page',
      change: () => ({ path: { slug: 'no-other-page' } }),
    },
  },
  'POST /api/status/{slug}/subscribers': {
    AUTHENTICATION_REQUIRED: { change: (_good, world) => createSubscribeRequest(world, { password: 'sesame' }) },
    CONFLICT: { change: (_good, world) => createSubscribeRequest(world, { allows_subscribers: false }) },
  },
  'PUT /api/projects/{projectId}/status-pages/{pageId}': {
    CONFLICT: {
      change: async (good, world) => {
        const { slug } = await world.create(`/api/projects/${world.team.projectId}/status-pages`, { name: 'Taken' })
        return { ...good, body: { slug } }
      },
    },
    MONITOR_NOT_FOUND: {
      change: inBody({ sections: [{ name: 'All', components: [{ monitor_id: NOWHERE, display_name: 'None' }] }] }),
    },
  },
}

/** Documented codes that no test can provoke, each with its reason. */
export const UNPROVOKED: Readonly<Record<string, string>> = {
  'POST /api/auth/invitations/accept CONFLICT': 'only when the address gets an account at the same moment',
  'GET /api/health INTERNAL_ERROR': 'it reads no data that could fail',
}
