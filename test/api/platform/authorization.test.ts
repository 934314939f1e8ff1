/**
 * Access rules of every operation, listed independently of the routes, so that a route with the wrong access fails. A
 * refused request changes nothing, and no caller reaches data of other organizations.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWrite } from '../../../src/api/platform/access.ts'
import { ConfigurationDocument } from '../../../src/api/provisioning/document-schema.ts'
import { ROLES, type Role } from '../../../src/core/accounts/access.ts'
import type { ErrorCode } from '../../../src/core/platform/errors.ts'
import type { TestResponse } from '../../support/api/app.ts'
import { isStream, listOperations, type Operation } from '../../support/api/conformance/document.ts'
import { DOCUMENT_CHANGES, prepareDocumentChange } from '../../support/api/conformance/document-changes.ts'
import { prepare, type RequestParts, toRequest } from '../../support/api/conformance/recipes.ts'
import { createServerStates, type ServerStates } from '../../support/api/conformance/server-states.ts'
import {
  createDeadCredentials,
  createWorld,
  DEAD_CREDENTIALS,
  type Headers,
  type World,
} from '../../support/api/conformance/world.ts'
import { removeMember, setRole } from '../../support/database/account-rows.ts'
import { updateRows } from '../../support/database/tables.ts'
import { createKeyHeaders } from '../../support/factories/people.ts'
import { type ChangeWatch, watchChanges } from './changed-tables.ts'

interface AccessRule {
  roles: readonly Role[]
  keys: readonly ('read' | 'read_write')[]
}

const ACCESS_RULES = {
  /** Any credential or none. */
  anybody: null,
  view: { roles: ROLES, keys: ['read', 'read_write'] },
  /** A POST that changes nothing: every role, but no read-only key. */
  post: { roles: ROLES, keys: ['read_write'] },
  /** Sessions only, no keys. */
  viewInSession: { roles: ROLES, keys: [] },
  operate: { roles: ['owner', 'admin', 'editor', 'responder'], keys: ['read_write'] },
  operateInSession: { roles: ['owner', 'admin', 'editor', 'responder'], keys: [] },
  edit: { roles: ['owner', 'admin', 'editor'], keys: ['read_write'] },
  editInSession: { roles: ['owner', 'admin', 'editor'], keys: [] },
  manage: { roles: ['owner', 'admin'], keys: [] },
  own: { roles: ['owner'], keys: [] },
  /** Instance admins, with any role. */
  administer: { roles: [], keys: [] },
} as const satisfies Record<string, AccessRule | null>

interface Row {
  may: AccessRule | null
  /** Error code for an owner of another organization; null if they get their own data. */
  stranger: ErrorCode | null
  /** Whether the same applies to another project of the organization. */
  isOfProject: boolean
}

const row = (may: keyof typeof ACCESS_RULES, stranger: ErrorCode | null = null): Row => ({
  may: ACCESS_RULES[may],
  stranger,
  isOfProject: false,
})
const ofProject = (may: keyof typeof ACCESS_RULES, stranger: ErrorCode): Row => ({
  may: ACCESS_RULES[may],
  stranger,
  isOfProject: true,
})

const ANYBODY = row('anybody')
const PINGS = Object.fromEntries(
  ['GET', 'POST', 'PUT'].flatMap((method) =>
    ['', '/start', '/fail', '/log', '/{exit_status}'].map((end) => [`${method} /api/heartbeat/{token}${end}`, ANYBODY]),
  ),
)

const TABLE: Readonly<Record<string, Row>> = {
  'GET /api/health': ANYBODY,
  'GET /api/ready': ANYBODY,
  'POST /api/auth/register': ANYBODY,
  'POST /api/auth/login': ANYBODY,
  'GET /api/auth/registration': ANYBODY,
  'POST /api/auth/refresh': ANYBODY,
  'POST /api/auth/password/forgot': ANYBODY,
  'POST /api/auth/password/reset': ANYBODY,
  'POST /api/auth/invitations/look-up': ANYBODY,
  'POST /api/auth/invitations/accept': ANYBODY,
  ...PINGS,

  'POST /api/auth/switch-organization': row('viewInSession', 'RESOURCE_NOT_FOUND'),
  'POST /api/auth/logout': row('viewInSession'),
  'GET /api/auth/me': row('view'),
  'PATCH /api/auth/me': row('viewInSession'),
  'POST /api/auth/password': row('viewInSession', 'INVALID_CREDENTIALS'),
  'GET /api/auth/sessions': row('viewInSession'),
  'DELETE /api/auth/sessions/{id}': row('viewInSession', 'RESOURCE_NOT_FOUND'),
  'GET /api/auth/contact-methods': row('viewInSession'),
  'GET /api/auth/contact-methods/web-push-key': row('viewInSession'),
  'POST /api/auth/contact-methods': row('viewInSession'),
  'PATCH /api/auth/contact-methods/{id}': row('viewInSession', 'RESOURCE_NOT_FOUND'),
  'DELETE /api/auth/contact-methods/{id}': row('viewInSession', 'RESOURCE_NOT_FOUND'),
  'POST /api/auth/contact-methods/{id}/test': row('viewInSession', 'RESOURCE_NOT_FOUND'),
  'GET /api/auth/totp': row('viewInSession'),
  'POST /api/auth/totp/setup': row('viewInSession'),
  'POST /api/auth/totp/enable': row('viewInSession', 'CONFLICT'),
  'POST /api/auth/totp/disable': row('viewInSession', 'INVALID_CREDENTIALS'),

  'GET /api/auth/api-keys': row('manage'),
  'POST /api/auth/api-keys': row('manage'),
  'GET /api/auth/api-keys/{id}': row('manage', 'RESOURCE_NOT_FOUND'),
  'PATCH /api/auth/api-keys/{id}': row('manage', 'RESOURCE_NOT_FOUND'),
  'DELETE /api/auth/api-keys/{id}': row('manage', 'RESOURCE_NOT_FOUND'),
  'POST /api/auth/api-keys/{id}/rotate': row('manage', 'RESOURCE_NOT_FOUND'),

  'GET /api/organization': row('view'),
  'PATCH /api/organization': row('manage'),
  'DELETE /api/organization': row('own'),
  'GET /api/organization/logo': row('view'),
  'PUT /api/organization/logo': row('manage'),
  'GET /api/organizations': row('viewInSession'),
  'GET /api/admin/organizations': row('administer', 'INSUFFICIENT_PERMISSIONS'),
  'PUT /api/admin/organizations/{id}/plan': row('administer', 'INSUFFICIENT_PERMISSIONS'),
  'GET /api/admin/email': row('administer', 'INSUFFICIENT_PERMISSIONS'),
  'PUT /api/admin/email': row('administer', 'INSUFFICIENT_PERMISSIONS'),
  'DELETE /api/admin/email': row('administer', 'INSUFFICIENT_PERMISSIONS'),
  'POST /api/admin/email/test': row('administer', 'INSUFFICIENT_PERMISSIONS'),
  'GET /api/admin/probes': row('administer', 'INSUFFICIENT_PERMISSIONS'),
  'GET /api/admin/probe-tokens': row('administer', 'INSUFFICIENT_PERMISSIONS'),
  'POST /api/admin/probe-tokens': row('administer', 'INSUFFICIENT_PERMISSIONS'),
  'DELETE /api/admin/probe-tokens/{id}': row('administer', 'INSUFFICIENT_PERMISSIONS'),
  'GET /api/audit-log': row('manage'),
  'GET /api/dashboard/overview': row('viewInSession'),
  'GET /api/dashboard/loom': row('view'),
  'GET /api/dashboard/monitors': row('view'),
  'GET /api/dashboard/incidents': row('view'),
  'GET /api/dashboard/strips': row('view'),
  'GET /api/forms/{name}': row('view'),
  'GET /api/monitors/{id}/maintenance': ofProject('view', 'MONITOR_NOT_FOUND'),
  'GET /api/monitors/{id}/notifications': ofProject('viewInSession', 'MONITOR_NOT_FOUND'),
  'GET /api/monitors/{id}/form': ofProject('view', 'MONITOR_NOT_FOUND'),
  'GET /api/billing': row('viewInSession'),
  'GET /api/organizations/{orgId}/members': row('viewInSession', 'RESOURCE_NOT_FOUND'),
  'PATCH /api/organizations/{orgId}/members/{memberId}': row('manage', 'RESOURCE_NOT_FOUND'),
  'DELETE /api/organizations/{orgId}/members/{memberId}': row('manage', 'RESOURCE_NOT_FOUND'),
  'GET /api/organizations/{orgId}/invitations': row('manage', 'RESOURCE_NOT_FOUND'),
  'POST /api/organizations/{orgId}/invitations': row('manage', 'RESOURCE_NOT_FOUND'),
  'DELETE /api/organizations/{orgId}/invitations/{id}': row('manage', 'RESOURCE_NOT_FOUND'),

  'GET /api/projects': row('view'),
  'POST /api/projects': row('manage'),
  'GET /api/projects/{id}': row('view', 'PROJECT_ORGANIZATION_MISMATCH'),
  'PATCH /api/projects/{id}': row('manage', 'PROJECT_ORGANIZATION_MISMATCH'),
  'DELETE /api/projects/{id}': row('manage', 'PROJECT_ORGANIZATION_MISMATCH'),

  'GET /api/monitors': row('view'),
  'POST /api/monitors': row('edit'),
  'GET /api/monitors/{id}': ofProject('view', 'MONITOR_NOT_FOUND'),
  'PUT /api/monitors/{id}': ofProject('edit', 'MONITOR_NOT_FOUND'),
  'DELETE /api/monitors/{id}': ofProject('edit', 'MONITOR_NOT_FOUND'),
  'POST /api/monitors/{id}/pause': ofProject('edit', 'MONITOR_NOT_FOUND'),
  'POST /api/monitors/{id}/resume': ofProject('edit', 'MONITOR_NOT_FOUND'),
  'POST /api/monitors/batch': row('edit'),
  'POST /api/monitors/bulk-edit': row('edit'),
  'POST /api/monitors/restore': row('edit'),
  'POST /api/monitors/{id}/check': ofProject('operate', 'MONITOR_NOT_FOUND'),
  'POST /api/monitors/{id}/silence': ofProject('operate', 'MONITOR_NOT_FOUND'),
  'DELETE /api/monitors/{id}/silence': ofProject('operate', 'MONITOR_NOT_FOUND'),
  'POST /api/monitors/test': row('edit'),
  'GET /api/monitors/{id}/results': ofProject('view', 'MONITOR_NOT_FOUND'),
  'GET /api/monitors/{id}/results/{resultId}': ofProject('view', 'MONITOR_NOT_FOUND'),
  'GET /api/monitors/{id}/status-history': ofProject('view', 'MONITOR_NOT_FOUND'),
  'GET /api/monitors/{id}/stats': ofProject('view', 'MONITOR_NOT_FOUND'),
  'GET /api/monitors/{id}/uptime': ofProject('view', 'MONITOR_NOT_FOUND'),
  'GET /api/monitors/{id}/availability': ofProject('view', 'MONITOR_NOT_FOUND'),
  'GET /api/monitors/{id}/uptime/periods': ofProject('view', 'MONITOR_NOT_FOUND'),
  'POST /api/monitors/{id}/replay': ofProject('post', 'MONITOR_NOT_FOUND'),
  'GET /api/monitors/{id}/sparkline': ofProject('view', 'MONITOR_NOT_FOUND'),
  'GET /api/monitors/{id}/response-times': ofProject('view', 'MONITOR_NOT_FOUND'),
  'GET /api/monitors/{id}/phases': ofProject('view', 'MONITOR_NOT_FOUND'),
  'GET /api/monitors/{id}/week': ofProject('view', 'MONITOR_NOT_FOUND'),
  'GET /api/monitors/{id}/coverage': ofProject('view', 'MONITOR_NOT_FOUND'),
  'GET /api/monitors/{id}/certificate': ofProject('view', 'MONITOR_NOT_FOUND'),
  'GET /api/monitors/{id}/domain': ofProject('view', 'MONITOR_NOT_FOUND'),
  'GET /api/monitors/{id}/badges': ofProject('view', 'MONITOR_NOT_FOUND'),
  'GET /api/monitors/{id}/pings': ofProject('view', 'MONITOR_NOT_FOUND'),
  'GET /api/regions': row('view'),
  'GET /api/tags': row('view'),

  'GET /api/groups': row('view'),
  'POST /api/groups': row('edit'),
  'GET /api/groups/hierarchy': row('view'),
  'GET /api/groups/{groupId}': ofProject('view', 'RESOURCE_NOT_FOUND'),
  'PUT /api/groups/{groupId}': ofProject('edit', 'RESOURCE_NOT_FOUND'),
  'DELETE /api/groups/{groupId}': ofProject('edit', 'RESOURCE_NOT_FOUND'),
  'GET /api/groups/{groupId}/status-history': ofProject('view', 'RESOURCE_NOT_FOUND'),
  'GET /api/groups/{groupId}/uptime': ofProject('view', 'RESOURCE_NOT_FOUND'),
  'GET /api/groups/{groupId}/monitor-defaults': ofProject('view', 'RESOURCE_NOT_FOUND'),
  'PUT /api/groups/{groupId}/monitor-defaults': ofProject('edit', 'RESOURCE_NOT_FOUND'),
  'GET /api/projects/{projectId}/monitor-defaults': row('view', 'API_KEY_ORGANIZATION_MISMATCH'),
  'PUT /api/projects/{projectId}/monitor-defaults': row('edit', 'API_KEY_ORGANIZATION_MISMATCH'),
  'POST /api/groups/{groupId}/bulk-pause': ofProject('editInSession', 'RESOURCE_NOT_FOUND'),
  'POST /api/groups/{groupId}/bulk-resume': ofProject('editInSession', 'RESOURCE_NOT_FOUND'),
  'POST /api/groups/{groupId}/bulk-move': ofProject('editInSession', 'RESOURCE_NOT_FOUND'),
  'POST /api/groups/{groupId}/bulk-delete': ofProject('editInSession', 'RESOURCE_NOT_FOUND'),

  'GET /api/incidents': row('view'),
  'POST /api/incidents': row('operate'),
  'POST /api/incidents/batch': row('operate'),
  'GET /api/incidents/{id}': ofProject('view', 'RESOURCE_NOT_FOUND'),
  'PATCH /api/incidents/{id}': ofProject('operate', 'RESOURCE_NOT_FOUND'),
  'DELETE /api/incidents/{id}': ofProject('operateInSession', 'RESOURCE_NOT_FOUND'),
  'POST /api/incidents/{id}/acknowledge': ofProject('operate', 'RESOURCE_NOT_FOUND'),
  'POST /api/incidents/{id}/escalate': ofProject('operate', 'RESOURCE_NOT_FOUND'),
  'POST /api/incidents/{id}/notify': ofProject('operate', 'RESOURCE_NOT_FOUND'),
  'POST /api/incidents/{id}/unacknowledge': ofProject('operate', 'RESOURCE_NOT_FOUND'),
  'POST /api/incidents/{id}/silence': ofProject('operate', 'RESOURCE_NOT_FOUND'),
  'DELETE /api/incidents/{id}/silence': ofProject('operate', 'RESOURCE_NOT_FOUND'),
  'POST /api/incidents/{id}/snooze': ofProject('operate', 'RESOURCE_NOT_FOUND'),
  'DELETE /api/incidents/{id}/snooze': ofProject('operate', 'RESOURCE_NOT_FOUND'),
  'POST /api/incidents/{id}/status': ofProject('operate', 'RESOURCE_NOT_FOUND'),
  'GET /api/incidents/{id}/escalation': ofProject('view', 'RESOURCE_NOT_FOUND'),
  'GET /api/incidents/{id}/findings': ofProject('view', 'RESOURCE_NOT_FOUND'),
  'GET /api/incidents/{id}/updates': ofProject('view', 'RESOURCE_NOT_FOUND'),
  'POST /api/incidents/{id}/updates': ofProject('operate', 'RESOURCE_NOT_FOUND'),
  'GET /api/incidents/{id}/affected-checks': ofProject('view', 'RESOURCE_NOT_FOUND'),
  'GET /api/incidents/{id}/notifications': ofProject('viewInSession', 'RESOURCE_NOT_FOUND'),
  'GET /api/incidents/{incidentId}/comments': ofProject('viewInSession', 'RESOURCE_NOT_FOUND'),
  'POST /api/incidents/{incidentId}/comments': ofProject('viewInSession', 'RESOURCE_NOT_FOUND'),
  'PATCH /api/incidents/{incidentId}/comments/{commentId}': ofProject('viewInSession', 'RESOURCE_NOT_FOUND'),
  'DELETE /api/incidents/{incidentId}/comments/{commentId}': ofProject('viewInSession', 'RESOURCE_NOT_FOUND'),

  'GET /api/notification-targets': row('view'),
  'POST /api/notification-targets': row('edit'),
  'POST /api/notification-targets/test': row('edit'),
  'GET /api/notification-targets/{id}': ofProject('view', 'RESOURCE_NOT_FOUND'),
  'PATCH /api/notification-targets/{id}': ofProject('edit', 'RESOURCE_NOT_FOUND'),
  'DELETE /api/notification-targets/{id}': ofProject('edit', 'RESOURCE_NOT_FOUND'),
  'POST /api/notification-targets/{id}/test': ofProject('edit', 'RESOURCE_NOT_FOUND'),
  'POST /api/notification-targets/{id}/rotate-secret': ofProject('edit', 'RESOURCE_NOT_FOUND'),
  'GET /api/monitors/{id}/escalation-preview': ofProject('viewInSession', 'MONITOR_NOT_FOUND'),
  'GET /api/groups/{groupId}/escalation-preview': ofProject('viewInSession', 'RESOURCE_NOT_FOUND'),
  'GET /api/escalation-policies/{id}/escalation-preview': ofProject('viewInSession', 'RESOURCE_NOT_FOUND'),
  'GET /api/escalation-policies': row('view'),
  'POST /api/escalation-policies': ofProject('edit', 'VALIDATION_ERROR'),
  'GET /api/escalation-policies/{id}': ofProject('view', 'RESOURCE_NOT_FOUND'),
  'PATCH /api/escalation-policies/{id}': ofProject('edit', 'RESOURCE_NOT_FOUND'),
  'DELETE /api/escalation-policies/{id}': ofProject('edit', 'RESOURCE_NOT_FOUND'),

  'GET /api/on-call-schedules': row('view'),
  'POST /api/on-call-schedules': row('edit'),
  'POST /api/on-call-schedules/preview': row('edit'),
  'GET /api/on-call-schedules/{id}': ofProject('view', 'RESOURCE_NOT_FOUND'),
  'PATCH /api/on-call-schedules/{id}': ofProject('edit', 'RESOURCE_NOT_FOUND'),
  'DELETE /api/on-call-schedules/{id}': ofProject('edit', 'RESOURCE_NOT_FOUND'),
  'GET /api/on-call-schedules/{id}/on-call': ofProject('view', 'RESOURCE_NOT_FOUND'),
  'GET /api/on-call-schedules/{id}/shifts': ofProject('view', 'RESOURCE_NOT_FOUND'),
  'POST /api/on-call-schedules/{id}/feed': ofProject('edit', 'RESOURCE_NOT_FOUND'),
  'DELETE /api/on-call-schedules/{id}/feed': ofProject('edit', 'RESOURCE_NOT_FOUND'),
  'GET /api/on-call-schedules/{id}/overrides': ofProject('view', 'RESOURCE_NOT_FOUND'),
  'POST /api/on-call-schedules/{id}/overrides': ofProject('operate', 'RESOURCE_NOT_FOUND'),
  'DELETE /api/on-call-schedules/{id}/overrides/{overrideId}': ofProject('operate', 'RESOURCE_NOT_FOUND'),

  'GET /api/maintenance-windows': row('view'),
  'POST /api/maintenance-windows': ofProject('edit', 'MONITOR_NOT_FOUND'),
  'GET /api/maintenance-windows/occurrences': row('view'),
  'GET /api/maintenance-windows/{id}': ofProject('view', 'RESOURCE_NOT_FOUND'),
  'PUT /api/maintenance-windows/{id}': ofProject('edit', 'RESOURCE_NOT_FOUND'),
  'DELETE /api/maintenance-windows/{id}': ofProject('edit', 'RESOURCE_NOT_FOUND'),

  'POST /api/projects/{projectId}/config/plan': row('edit', 'API_KEY_ORGANIZATION_MISMATCH'),
  'POST /api/projects/{projectId}/config/apply': row('edit', 'API_KEY_ORGANIZATION_MISMATCH'),
  'POST /api/projects/{projectId}/config/import': row('edit', 'API_KEY_ORGANIZATION_MISMATCH'),
  'POST /api/projects/{projectId}/config/release': row('edit', 'API_KEY_ORGANIZATION_MISMATCH'),
  'GET /api/projects/{projectId}/config/export': row('view', 'API_KEY_ORGANIZATION_MISMATCH'),
  'GET /api/loom': ANYBODY,
  'GET /api/projects/{projectId}/loom-links': row('manage', 'API_KEY_ORGANIZATION_MISMATCH'),
  'POST /api/projects/{projectId}/loom-links': row('manage', 'API_KEY_ORGANIZATION_MISMATCH'),
  'DELETE /api/projects/{projectId}/loom-links/{id}': row('manage', 'API_KEY_ORGANIZATION_MISMATCH'),
  'GET /api/projects/{projectId}/variables': row('view', 'API_KEY_ORGANIZATION_MISMATCH'),
  'POST /api/projects/{projectId}/variables': row('edit', 'API_KEY_ORGANIZATION_MISMATCH'),
  'GET /api/projects/{projectId}/variables/{id}': row('view', 'API_KEY_ORGANIZATION_MISMATCH'),
  'PATCH /api/projects/{projectId}/variables/{id}': row('edit', 'API_KEY_ORGANIZATION_MISMATCH'),
  'DELETE /api/projects/{projectId}/variables/{id}': row('edit', 'API_KEY_ORGANIZATION_MISMATCH'),

  'GET /api/projects/{projectId}/status-pages': row('view', 'API_KEY_ORGANIZATION_MISMATCH'),
  'POST /api/projects/{projectId}/status-pages': row('edit', 'API_KEY_ORGANIZATION_MISMATCH'),
  'POST /api/projects/{projectId}/status-pages/preview': row('edit', 'API_KEY_ORGANIZATION_MISMATCH'),
  'POST /api/projects/{projectId}/status-pages/{pageId}/preview': row('edit', 'API_KEY_ORGANIZATION_MISMATCH'),
  'GET /api/projects/{projectId}/status-pages/{pageId}': row('view', 'API_KEY_ORGANIZATION_MISMATCH'),
  'PUT /api/projects/{projectId}/status-pages/{pageId}': row('edit', 'API_KEY_ORGANIZATION_MISMATCH'),
  'DELETE /api/projects/{projectId}/status-pages/{pageId}': row('edit', 'API_KEY_ORGANIZATION_MISMATCH'),
  'GET /api/projects/{projectId}/status-pages/{pageId}/subscribers': row('edit', 'API_KEY_ORGANIZATION_MISMATCH'),
  'DELETE /api/projects/{projectId}/status-pages/{pageId}/subscribers/{subscriberId}': row(
    'edit',
    'API_KEY_ORGANIZATION_MISMATCH',
  ),
  'GET /api/status/{slug}': ANYBODY,
  'POST /api/status/{slug}/subscribers': ANYBODY,

  'GET /api/reports/uptime': row('view'),
  'GET /api/events': row('view'),
}

/** Returns `403 JWT_REQUIRED`, or only the status of a success. */
const describeAnswer = ({ status, body }: TestResponse): string =>
  status < 400 ? String(status) : `${status} ${body.error.code}`

/** Returns the refusal of a key, which precedes all other checks; null if the key is allowed. */
function keyRefusal({ method }: Operation, may: AccessRule, scope: 'read' | 'read_write'): string | null {
  if (scope === 'read' && isWrite(method) && !may.keys.includes('read')) return '403 READ_ONLY_API_KEY'
  if (may.keys.length === 0) return '403 JWT_REQUIRED'
  return may.keys.includes(scope) ? null : '403 INSUFFICIENT_PERMISSIONS'
}

const DEAD_CODES = {
  'revoked key': '401 INVALID_API_KEY',
  'expired token': '401 INVALID_TOKEN',
  'removed member': '401 INVALID_TOKEN',
}

interface Gate {
  world: World
  changes: ChangeWatch
  call: ServerStates['usual']
  operation: Operation
  row: Row
  /** Prepares a request that would succeed for this caller, by default the owner. */
  prepareRequest(as?: Headers): Promise<RequestParts>
}

/** Sends a request that would succeed for the owner with other credentials, and checks that it changes nothing. */
async function refuse(gate: Gate, good: RequestParts, who: string, as: Headers, expected: string): Promise<void> {
  const { changes, call, operation } = gate
  const { method, url, headers, body } = toRequest(operation, good)
  await changes.reset()
  const { authorization: _, ...others } = headers
  const answer = await call(method, url, { as, headers: others, body })
  assert.equal(describeAnswer(answer), expected, `${operation.name} as ${who}`)
  assert.deepEqual(await changes.changedTables(), [], `${operation.name} as ${who} was refused but changed data`)
}

async function admit({ call, operation, prepareRequest }: Gate, who: string, as: Headers): Promise<void> {
  const { method, url, headers, body } = toRequest(operation, await prepareRequest(as))
  const answer = await call(method, url, { as, headers, body })
  assert.ok(
    answer.status < 300,
    `${operation.name} as ${who}: ${describeAnswer(answer)} ${JSON.stringify(answer.body)}`,
  )
}

/** The request shows the stranger's own data, and neither shows nor changes ours. */
async function serveStranger({ world, changes, call, operation, prepareRequest }: Gate): Promise<void> {
  const { session, organizationId } = await world.createStranger()
  const good = await prepareRequest()
  const { authorization: _, ...others } = good.headers ?? {}
  const { method, url, body } = toRequest(operation, good)
  const ours = world.team.organizationId
  await changes.reset()
  const answer = await call(method, url, { as: session, headers: others, body })
  assert.ok(answer.status < 300, `${operation.name} as a stranger: ${describeAnswer(answer)}`)
  assert.notEqual(organizationId, ours)
  assert.doesNotMatch(
    JSON.stringify(answer.body ?? null),
    new RegExp(ours),
    'the answer contains data of another organization',
  )
  assert.deepEqual(
    await changes.changedTables(ours),
    [],
    `${operation.name} as a stranger changed data of another organization`,
  )
}

async function checkOperation(gate: Gate): Promise<void> {
  const { world, operation, row, prepareRequest } = gate
  const { may, stranger, isOfProject } = row
  if (!may) {
    await admit(gate, 'nobody', {})
    await admit(gate, 'a client with a revoked key', (await createDeadCredentials(world))['revoked key'])
    return
  }
  const good = await prepareRequest()
  await refuse(gate, good, 'nobody', {}, '401 AUTHENTICATION_REQUIRED')
  const dead = await createDeadCredentials(world)
  for (const who of DEAD_CREDENTIALS) await refuse(gate, good, who, dead[who], DEAD_CODES[who])
  for (const scope of ['read', 'read_write'] as const) {
    const refusal = keyRefusal(operation, may, scope)
    const key = await world.createKey(scope)
    await (refusal ? refuse(gate, good, `a ${scope} key`, key, refusal) : admit(gate, `a ${scope} key`, key))
  }
  for (const role of ROLES) {
    const { session } = await world.createMember(role)
    if (may.roles.includes(role)) await admit(gate, role, session)
    else await refuse(gate, good, role, session, '403 INSUFFICIENT_PERMISSIONS')
  }
  if (may === ACCESS_RULES.administer) await admit(gate, 'the administrator', (await world.createOwner()).session)
  if (!stranger) return serveStranger(gate)
  const status = Object.entries(operation.responses).find(([, { description }]) =>
    description.includes(`\`${stranger}\``),
  )
  const expected = `${status?.[0]} ${stranger}`
  const ours = await prepareRequest()
  await refuse(gate, ours, 'an owner of another organization', (await world.createStranger()).session, expected)
  const aside = { ...world.owner.session, 'x-project-id': world.otherProjectId }
  if (isOfProject) await refuse(gate, ours, 'an owner in another project', aside, expected)
}

test('each operation admits exactly the allowed roles and keys', async (t) => {
  const world = await createWorld(t, 'sqlite')
  const changes = await watchChanges(world.context.store)
  const { usual, streaming } = await createServerStates(t, world)
  const operations = listOperations((await world.call('GET', '/api/openapi.json')).body)

  for (const operation of operations) {
    const row = TABLE[operation.name]
    if (!row) continue
    const call = isStream(operation) ? streaming : usual
    const prepareRequest = (as?: Headers) => prepare(world, operation, as)
    await t.test(operation.name, () => checkOperation({ world, changes, call, operation, row, prepareRequest }))
  }

  const names = operations.map(({ name }) => name)
  assert.deepEqual(
    names.filter((name) => !TABLE[name]),
    [],
    'these operations have no row in the table of access rules',
  )
  assert.deepEqual(
    Object.keys(TABLE).filter((name) => !names.includes(name)),
    [],
    'these operations no longer exist',
  )
})

test('a document changes a part exactly for the callers of the operation that changes it', async (t) => {
  const world = await createWorld(t, 'sqlite')
  const changes = await watchChanges(world.context.store)
  const { usual: call } = await createServerStates(t, world)
  const operations = listOperations((await world.call('GET', '/api/openapi.json')).body)

  for (const change of DOCUMENT_CHANGES)
    for (const action of ['plan', 'apply'] as const) {
      const operation = operations.find(({ name }) => name === `POST /api/projects/{projectId}/config/${action}`)!
      const row = {
        may: TABLE[change.operation]!.may,
        stranger: 'API_KEY_ORGANIZATION_MISMATCH',
        isOfProject: false,
      } as const
      const prepareRequest = () => prepareDocumentChange(world, change)
      await t.test(`${action}: ${change.title} as ${change.operation}`, () =>
        checkOperation({ world, changes, call, operation, row, prepareRequest }),
      )
    }

  const { properties } = ConfigurationDocument as unknown as { properties: object }
  const parts = new Set(DOCUMENT_CHANGES.map(({ part }) => part))
  assert.deepEqual(
    Object.keys(properties).filter((part) => !parts.has(part)),
    ['$schema', 'version', 'source', 'adopt', 'defaults'],
    'these parts of a document have no change in the list',
  )
})

test('the change watch reports each kind of change, and ignores visits', async (t) => {
  const { context, owner, stranger } = await createWorld(t, 'sqlite')
  const { db } = context.store
  const changes = await watchChanges(context.store)
  const visit = { last_active_at: context.now() + 1 }
  await updateRows(db, 'members', visit, { user_id: owner.userId })
  assert.deepEqual(await changes.changedTables(), [])
  await setRole(db, 'viewer', owner.userId)
  assert.deepEqual(await changes.changedTables(), ['members'])
  assert.deepEqual(await changes.changedTables(stranger.organizationId), [])
  await changes.reset()
  await removeMember(db, stranger.userId)
  assert.deepEqual(await changes.changedTables(stranger.organizationId), ['members'])
  await changes.reset()
  await createKeyHeaders(context, owner, 'read')
  assert.deepEqual(await changes.changedTables(), ['api_keys'])
})
