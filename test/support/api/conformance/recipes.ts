/** Valid requests for each operation. A new operation needs an entry here. */
import { TOTP } from 'otpauth'
import { HOUR_MS } from '../../../../src/core/platform/time/time.ts'
import { startPasswordReset } from '../../../../src/services/accounts/password-changes.ts'
import { hashPassword } from '../../../../src/services/platform/credentials/passwords.ts'
import { issueProbeToken } from '../../../../src/services/probes/probe-tokens.ts'
import { requestSubscription } from '../../../../src/services/status-pages/subscribers.ts'
import { insertSession } from '../../../../src/store/accounts/sessions.ts'
import { saveCertificates } from '../../../../src/store/expiry/certificates.ts'
import { readMonitorKey, readRegionKey } from '../../database/monitor-rows.ts'
import { createTeam } from '../../factories/people.ts'
import { createSeenCertificate } from '../../targets/tls-site.ts'
import type { Operation } from './document.ts'
import type { ApiResource, Headers, World } from './world.ts'

/** The parts of a request that differ between operations. */
export interface RequestParts {
  path?: Record<string, string>
  query?: Record<string, string>
  headers?: Headers
  body?: object
}

/** @param as credentials of the caller, where they matter */
export type Recipe = (world: World, as: Headers) => RequestParts | Promise<RequestParts>

export interface ValidRequest {
  method: string
  url: string
  headers: Headers
  body?: unknown
}

/** Creates the objects that the operation needs, and returns the parts of its request. */
export async function prepare(world: World, operation: Operation, as?: Headers): Promise<RequestParts> {
  const recipe = RECIPES[operation.name]
  if (!recipe) throw new Error(`${operation.name} has no recipe: add a valid request to recipes.ts`)
  return recipe(world, as ?? (await world.createOwner()).session)
}

export function toRequest(
  { method, path: template }: Operation,
  { path = {}, query, headers = {}, body }: RequestParts,
): ValidRequest {
  const address = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? `{${name}}`))
  const search = query ? `?${new URLSearchParams(query)}` : ''
  return { method, url: address + search, headers, ...(body && { body }) }
}

export const MONITOR_BODY = { name: 'Site', type: 'HTTP', target: 'https://www.example.com/' }
export const PASSWORD = 'correct horse battery'
const TARGET_BODY = { name: 'Hook', channel: 'webhook', config: { url: 'https://example.com/' } }
export const INCIDENT_BODY = { title: 'Odd', severity: 'minor', type: 'timeout', error_message: 'Nobody answered' }

const sendNothing: Recipe = () => ({})

/** A recipe that creates an object first and uses its id. */
const createRecipe =
  (make: (world: World) => Promise<ApiResource>, body?: object, parameter = 'id'): Recipe =>
  async (world) => ({ path: { [parameter]: (await make(world)).id }, ...(body && { body }) })

export const createTestMonitor = (world: World, over: object = {}) =>
  world.create('/api/monitors', { ...MONITOR_BODY, ...over })
const createPausedMonitor = (world: World) => createTestMonitor(world, { status: 'paused' })
export const createTestHeartbeat = (world: World) => world.create('/api/monitors', { name: 'Job', type: 'HEARTBEAT' })
const createTestProject = (world: World) => world.create('/api/projects', { name: 'Shop' })
const createTestKey = (world: World) => world.create('/api/auth/api-keys', { name: 'Deploy' })
const createTestTarget = (world: World) => world.create('/api/notification-targets', TARGET_BODY)
const createOwnMethod = (world: World, as: Headers) => world.create('/api/auth/contact-methods', TARGET_BODY, as)
const EMAIL_SETTINGS = { host: 'mail.example.com', port: 587, encryption: 'starttls', from: 'alerts@example.com' }
const createPolicyBody = async (world: World) => ({
  name: 'On-call',
  steps: [{ after_minutes: 0, target_ids: [(await createTestTarget(world)).id] }],
})
export const createTestPolicy = async (world: World) =>
  world.create('/api/escalation-policies', await createPolicyBody(world))
const createReportedIncident = (world: World) => world.create('/api/incidents', INCIDENT_BODY)
const createMonitorIncident = async (world: World) =>
  world.create('/api/incidents', { ...INCIDENT_BODY, check_id: (await createTestMonitor(world)).id })
/** Creates an incident whose escalation has a second step. */
async function createEscalatedIncident(world: World): Promise<ApiResource> {
  const targetIds = [(await createTestTarget(world)).id]
  const steps = [0, 5].map((minutes) => ({ after_minutes: minutes, target_ids: targetIds }))
  const { id } = await world.create('/api/escalation-policies', { name: 'Two steps', steps })
  const monitor = await createTestMonitor(world, { escalation_policy_id: id })
  return world.create('/api/incidents', { ...INCIDENT_BODY, check_id: monitor.id })
}

const monitorPath = async (world: World) => ({ path: { id: (await createTestMonitor(world)).id } })
const toSilenceBody = ({ context }: World) => ({ until: new Date(context.now() + HOUR_MS).toISOString() })
export const createTestGroup = (world: World, over: object = {}) =>
  world.create('/api/groups', { name: world.newName(), ...over })

/** Creates a monitor that was up for a second. */
async function createCheckedMonitor(world: World, over: object = {}): Promise<ApiResource> {
  const made = await createTestMonitor(world, over)
  for (let count = 0; count < 2; count++) {
    await world.create(`/api/monitors/${made.id}/check`)
    world.clock.advance(1_000)
  }
  return made
}

/** Creates a group with a condition and a member that was up for a second. */
async function createMeasuredGroup(world: World): Promise<ApiResource> {
  const group = await createTestGroup(world, { condition: { mode: 'any' } })
  await createCheckedMonitor(world, { group_id: group.id })
  return group
}

/** Creates a monitor with a stored certificate. */
async function createMonitorWithCertificate(world: World): Promise<ApiResource> {
  const made = await createTestMonitor(world)
  const { store, now } = world.context
  const monitorKey = await readMonitorKey(store.db, made.id)
  const regionKey = await readRegionKey(store.db, 'local')
  const sight = { monitorKey, regionKey, certificate: createSeenCertificate(), seenAt: now() }
  await store.transact((tx) => saveCertificates(tx, [sight]))
  return made
}

/** Creates a group that contains a monitor. */
export async function createFilledGroup(world: World): Promise<ApiResource> {
  const made = await createTestGroup(world)
  await createTestMonitor(world, { group_id: made.id })
  return made
}

const groupRecipe = (body?: object) => createRecipe(createFilledGroup, body, 'groupId')

/** Creates an account with its own email address. */
async function createTestAccount(world: World) {
  const email = world.newEmail()
  return { email, ...(await world.create('/api/auth/register', { email, password: PASSWORD, name: 'Dora' })) }
}

/** Targets another member of the organization. */
const prepareMember: Recipe = async (world) => {
  const { userId, organizationId } = await world.createMember('editor')
  const { db } = world.context.store
  const { id } = await db.selectFrom('members').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return { path: { orgId: organizationId, memberId: id } }
}

/** A maintenance window of one hour tomorrow. */
export async function createMaintenanceBody(world: World) {
  const at = (hours: number) => new Date(world.context.now() + (24 + hours) * HOUR_MS).toISOString()
  return { name: 'Move', starts_at: at(0), ends_at: at(1), monitor_ids: [(await createTestMonitor(world)).id] }
}
const createTestWindow = async (world: World) =>
  world.create('/api/maintenance-windows', await createMaintenanceBody(world))

const SCHEDULE_BODY = { name: 'Platform', timezone: 'Europe/Berlin', layers: [] }
const createTestSchedule = (world: World) => world.create('/api/on-call-schedules', SCHEDULE_BODY)
/** An override for the owner, for the next hour. */
const createOverrideBody = ({ context, owner }: World) => ({
  user_id: owner.userId,
  starts_at: new Date(context.now()).toISOString(),
  ends_at: new Date(context.now() + HOUR_MS).toISOString(),
})

const prepareStatusPage: Recipe = async (world) => {
  const { projectId } = world.team
  const { id } = await world.create(`/api/projects/${projectId}/status-pages`, { name: world.newName() })
  return { path: { projectId, pageId: id } }
}

/** Sends a configuration document with a new group. */
const sendDocument: Recipe = (world) => ({
  path: { projectId: world.team.projectId },
  body: {
    source: 'shop',
    document: {
      version: 1,
      groups: {
        [world
          .newName()
          .toLowerCase()
          .replaceAll(/[^a-z0-9]/g, '-')]: { name: world.newName() },
      },
    },
  },
})
export const createVariableBody = (world: World) => ({ name: world.newName().replace('-', '_'), value: 'eu-1' })

export const prepareVariable = async (world: World) => {
  const { projectId } = world.team
  const { id } = await world.create(`/api/projects/${projectId}/variables`, createVariableBody(world))
  return { path: { projectId, id } }
}

/** Returns a new link to the picture of the project, and its token. */
async function createLoomLink(world: World): Promise<{ id: string; token: string }> {
  const url = `/api/projects/${world.team.projectId}/loom-links`
  const { status, body } = await world.call('POST', url, { as: world.owner.session, body: { name: world.newName() } })
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return { id: body.data.loom_link.id, token: new URL(body.data.url).hash.slice(1) }
}

/** Targets a subscriber of a new status page. */
const prepareSubscriber: Recipe = async (world) => {
  const { projectId } = world.team
  const { id: pageId } = await world.create(`/api/projects/${projectId}/status-pages`, { name: world.newName() })
  const requested = await requestSubscription(world.context, pageId, world.newEmail())
  return { path: { projectId, pageId, subscriberId: requested!.subscriber.id } }
}

/** Subscribes to a published status page without credentials. */
export const createSubscribeRequest = async (world: World, over: object = {}) => {
  const page = { name: world.newName(), is_published: true, ...over }
  const { slug } = await world.create(`/api/projects/${world.team.projectId}/status-pages`, page)
  return { path: { slug: String(slug) }, body: { email: world.newEmail() } }
}

/** Targets a comment that the caller wrote. */
const prepareComment: Recipe = async (world, as) => {
  const { id: incidentId } = await createReportedIncident(world)
  const author = 'authorization' in as ? as : undefined
  const { id } = await world.create(`/api/incidents/${incidentId}/comments`, { comment_text: 'Looking' }, author)
  return { path: { incidentId, commentId: id } }
}

const createPingRecipe =
  (path: Record<string, string> = {}): Recipe =>
  async (world) => ({ path: { token: (await createTestHeartbeat(world)).heartbeat_token as string, ...path } })

const extendRecipe =
  (recipe: Recipe, more: RequestParts): Recipe =>
  async (world, as) => ({ ...(await recipe(world, as)), ...more })

/** Returns a session of an account with a known password. A caller without a session gets a new account. */
async function ensureProvenAccount(world: World, as: Headers): Promise<{ as: Headers; userId: string }> {
  const session = 'authorization' in as ? as : (await world.createOwner()).session
  const claims = await world.tokens.verify(session.authorization!.slice('Bearer '.length))
  const userId = claims!.userId
  passwordHash ??= hashPassword(PASSWORD)
  const { db } = world.context.store
  await db
    .updateTable('users')
    .set({ password_hash: await passwordHash })
    .where('id', '=', userId)
    .execute()
  return { as: session, userId }
}

let passwordHash: Promise<string> | undefined

/** Creates another session of the caller. */
async function createOwnSession(world: World, as: Headers): Promise<RequestParts> {
  const { userId: user_id } = await ensureProvenAccount(world, as)
  const { store, newId, now } = world.context
  const query = store.db.selectFrom('members').select('organization_id').where('user_id', '=', user_id)
  const { organization_id } = await query.executeTakeFirstOrThrow()
  const session = { id: newId(), user_id, organization_id, created_at: now(), expires_at: now() + HOUR_MS }
  await store.transact((tx) => insertSession(tx, session))
  return { path: { id: session.id } }
}

/**
 * Creates an organization for the user of a session and switches the session to it. An API key stays in its
 * organization.
 */
export async function moveToOwnOrganization(world: World, as: Headers): Promise<void> {
  if (!('authorization' in as)) return
  const claims = await world.tokens.verify(as.authorization!.slice('Bearer '.length))
  const { userId: user_id, sessionId } = claims!
  const { organizationId: organization_id } = await createTeam(world.context, 'Unused organization')
  const { db } = world.context.store
  const member = {
    id: world.context.newId(),
    organization_id,
    user_id,
    role: 'owner',
    joined_at: 0,
    last_active_at: null,
  }
  await db.insertInto('members').values(member).execute()
  await db.updateTable('sessions').set({ organization_id }).where('id', '=', sessionId).execute()
}

/** @returns a code that confirms the second factor whose setup was just started */
async function startFactorSetup(world: World, as: Headers): Promise<string> {
  const { body } = await world.call('POST', '/api/auth/totp/setup', { as })
  return new TOTP({ secret: body.data.secret }).generate({ timestamp: world.clock.now() })
}

/** Enables a second factor for an account. */
export async function enableFactor(world: World, as: Headers): Promise<RequestParts> {
  const account = await ensureProvenAccount(world, as)
  const code = await startFactorSetup(world, account.as)
  const enabled = await world.call('POST', '/api/auth/totp/enable', { as: account.as, body: { code } })
  if (enabled.status !== 200) throw new Error(JSON.stringify(enabled.body))
  return { headers: account.as }
}

/** @param email address of the invited user */
export async function createTestInvitation(
  world: World,
  email = world.newEmail(),
): Promise<ApiResource & { token: string }> {
  const { organizationId } = world.team
  const made = await world.create(`/api/organizations/${organizationId}/invitations`, { email, role: 'viewer' })
  return { ...made, token: new URL(String(made.accept_url)).searchParams.get('token')! }
}

/** The same recipe for every method of a ping. */
const PING_RECIPES = Object.fromEntries(
  ['GET', 'POST', 'PUT'].flatMap((method) => [
    ...['', '/start', '/fail', '/log'].map((end) => [`${method} /api/heartbeat/{token}${end}`, createPingRecipe()]),
    [`${method} /api/heartbeat/{token}/{exit_status}`, createPingRecipe({ exit_status: '0' })],
  ]),
)

export const RECIPES: Readonly<Record<string, Recipe>> = {
  'GET /api/health': sendNothing,
  'GET /api/ready': sendNothing,

  'POST /api/auth/register': (world) => ({
    headers: { 'x-forwarded-for': world.newAddress() },
    body: { email: world.newEmail(), password: PASSWORD, name: 'Dora' },
  }),
  'GET /api/auth/registration': sendNothing,
  'POST /api/auth/login': async (world) => ({
    body: { email: (await createTestAccount(world)).email, password: PASSWORD },
  }),
  'POST /api/auth/refresh': async (world) => {
    const { refresh_token } = (await createTestAccount(world)) as unknown as { refresh_token: string }
    return { body: { refresh_token } }
  },
  'POST /api/auth/switch-organization': async (world, as) => {
    const { userId } = await ensureProvenAccount(world, as)
    const { db } = world.context.store
    const member = await db
      .selectFrom('members')
      .select('organization_id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return { body: { organization_id: member.organization_id } }
  },
  'GET /api/auth/sessions': sendNothing,
  'DELETE /api/auth/sessions/{id}': createOwnSession,
  'GET /api/auth/contact-methods': sendNothing,
  'GET /api/auth/contact-methods/web-push-key': sendNothing,
  'POST /api/auth/contact-methods': () => ({ body: TARGET_BODY }),
  'PATCH /api/auth/contact-methods/{id}': async (world, as) => ({
    path: { id: (await createOwnMethod(world, as)).id },
    body: { delay_minutes: 5 },
  }),
  'DELETE /api/auth/contact-methods/{id}': async (world, as) => ({
    path: { id: (await createOwnMethod(world, as)).id },
  }),
  'POST /api/auth/contact-methods/{id}/test': async (world, as) => ({
    path: { id: (await createOwnMethod(world, as)).id },
  }),
  'GET /api/auth/totp': sendNothing,
  'POST /api/auth/totp/setup': sendNothing,
  'POST /api/auth/totp/enable': async (world, as) => {
    const account = await ensureProvenAccount(world, as)
    return { body: { code: await startFactorSetup(world, account.as) } }
  },
  'POST /api/auth/totp/disable': async (world, as) => {
    await enableFactor(world, as)
    return { body: { password: PASSWORD } }
  },
  'POST /api/auth/password': async (world, as) => {
    await ensureProvenAccount(world, as)
    return { body: { current_password: PASSWORD, new_password: 'another horse battery' } }
  },
  'POST /api/auth/password/forgot': (world) => ({
    headers: { 'x-forwarded-for': world.newAddress() },
    body: { email: world.newEmail() },
  }),
  'POST /api/auth/password/reset': async (world) => ({
    body: {
      token: await startPasswordReset(world.context, (await world.createMember('viewer')).userId),
      password: PASSWORD,
    },
  }),
  'POST /api/auth/invitations/look-up': async (world) => ({
    body: { token: (await createTestInvitation(world)).token },
  }),
  'POST /api/auth/invitations/accept': async (world) => ({
    body: { token: (await createTestInvitation(world)).token, name: 'Emil', password: PASSWORD },
  }),
  'POST /api/auth/logout': sendNothing,
  'GET /api/auth/me': sendNothing,
  'PATCH /api/auth/me': () => ({ body: { name: 'Renamed' } }),

  'GET /api/auth/api-keys': sendNothing,
  'POST /api/auth/api-keys': () => ({ body: { name: 'Deploy' } }),
  'GET /api/auth/api-keys/{id}': createRecipe(createTestKey),
  'PATCH /api/auth/api-keys/{id}': createRecipe(createTestKey, { name: 'Renamed' }),
  'DELETE /api/auth/api-keys/{id}': createRecipe(createTestKey),
  'POST /api/auth/api-keys/{id}/rotate': createRecipe(createTestKey),

  'GET /api/organization': sendNothing,
  'GET /api/organizations': sendNothing,
  'DELETE /api/organization': async (world, as) => {
    await moveToOwnOrganization(world, as)
    return { body: { confirm: true } }
  },
  'GET /api/admin/organizations': sendNothing,
  'GET /api/admin/email': sendNothing,
  'PUT /api/admin/email': () => ({ body: EMAIL_SETTINGS }),
  'DELETE /api/admin/email': sendNothing,
  'POST /api/admin/email/test': () => ({ body: {} }),
  'GET /api/admin/probes': sendNothing,
  'GET /api/admin/probe-tokens': sendNothing,
  'POST /api/admin/probe-tokens': () => ({ body: { region: 'eu-9', region_name: 'Frankfurt', name: 'Probe 9' } }),
  'DELETE /api/admin/probe-tokens/{id}': async ({ context }) => {
    const draft = { region: 'local', name: 'to be withdrawn' }
    const { stored } = await context.store.transact((tx) => issueProbeToken(context, tx, draft))
    return { path: { id: stored.id } }
  },
  'PUT /api/admin/organizations/{id}/plan': ({ stranger }) => ({
    path: { id: stranger.organizationId },
    body: { plan: 'scale' },
  }),
  'PATCH /api/organization': () => ({ body: { name: 'Renamed' } }),
  'GET /api/organization/logo': sendNothing,
  'PUT /api/organization/logo': () => ({
    body: {
      image:
        'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    },
  }),
  'GET /api/audit-log': sendNothing,
  'GET /api/dashboard/overview': sendNothing,
  'GET /api/dashboard/loom': sendNothing,
  'GET /api/dashboard/monitors': sendNothing,
  'GET /api/dashboard/incidents': sendNothing,
  'GET /api/dashboard/strips': async (world) => ({ query: { monitor_ids: (await createCheckedMonitor(world)).id } }),
  'GET /api/forms/{name}': () => ({ path: { name: 'monitor' } }),
  'GET /api/monitors/{id}/form': createRecipe(createTestMonitor),
  'GET /api/billing': sendNothing,
  'GET /api/organizations/{orgId}/members': ({ team }) => ({ path: { orgId: team.organizationId } }),
  'PATCH /api/organizations/{orgId}/members/{memberId}': extendRecipe(prepareMember, { body: { role: 'viewer' } }),
  'DELETE /api/organizations/{orgId}/members/{memberId}': prepareMember,

  'GET /api/organizations/{orgId}/invitations': ({ team }) => ({ path: { orgId: team.organizationId } }),
  'POST /api/organizations/{orgId}/invitations': (world) => ({
    path: { orgId: world.team.organizationId },
    body: { email: world.newEmail(), role: 'viewer' },
  }),
  'DELETE /api/organizations/{orgId}/invitations/{id}': async (world) => ({
    path: { orgId: world.team.organizationId, id: (await createTestInvitation(world)).id },
  }),

  'GET /api/projects': sendNothing,
  'POST /api/projects': () => ({ body: { name: 'Shop' } }),
  'GET /api/projects/{id}': createRecipe(createTestProject),
  'PATCH /api/projects/{id}': createRecipe(createTestProject, { name: 'Renamed' }),
  'DELETE /api/projects/{id}': createRecipe(createTestProject),

  'GET /api/monitors': sendNothing,
  'POST /api/monitors': () => ({ body: MONITOR_BODY }),
  'GET /api/monitors/{id}': createRecipe(createTestMonitor),
  'GET /api/monitors/{id}/escalation-preview': createRecipe(createTestMonitor),
  'PUT /api/monitors/{id}': createRecipe(createTestMonitor, { name: 'Renamed' }),
  'DELETE /api/monitors/{id}': createRecipe(createTestMonitor),
  'POST /api/monitors/{id}/pause': createRecipe(createTestMonitor),
  'POST /api/monitors/{id}/resume': createRecipe(createPausedMonitor),
  'POST /api/monitors/{id}/check': createRecipe(createTestMonitor),
  'POST /api/monitors/{id}/silence': async (world) => ({ ...(await monitorPath(world)), body: toSilenceBody(world) }),
  'DELETE /api/monitors/{id}/silence': createRecipe(createTestMonitor),
  'POST /api/monitors/test': () => ({ body: MONITOR_BODY }),
  'POST /api/monitors/batch': async (world) => ({
    body: { action: 'pause', monitor_ids: [(await createTestMonitor(world)).id] },
  }),
  'POST /api/monitors/restore': async (world) => ({
    body: { monitor_ids: [(await createTestMonitor(world)).id] },
  }),
  'POST /api/monitors/bulk-edit': async (world) => ({
    body: { edits: [{ monitor_ids: [(await createTestMonitor(world)).id], set: { failure_threshold: 3 } }] },
  }),
  'GET /api/monitors/{id}/results': createRecipe(createCheckedMonitor),
  'GET /api/monitors/{id}/results/{resultId}': async (world) => {
    const { id } = await createTestMonitor(world)
    return { path: { id, resultId: (await world.create(`/api/monitors/${id}/check`)).id } }
  },
  'GET /api/monitors/{id}/status-history': createRecipe(createCheckedMonitor),
  'GET /api/monitors/{id}/stats': createRecipe(createCheckedMonitor),
  'GET /api/monitors/{id}/uptime': createRecipe(createCheckedMonitor),
  'GET /api/monitors/{id}/availability': createRecipe(createCheckedMonitor),
  'GET /api/monitors/{id}/uptime/periods': createRecipe(createCheckedMonitor),
  'POST /api/monitors/{id}/replay': createRecipe(createCheckedMonitor, { failure_threshold: 3 }),
  'GET /api/monitors/{id}/sparkline': createRecipe(createCheckedMonitor),
  'GET /api/monitors/{id}/response-times': createRecipe(createCheckedMonitor),
  'GET /api/monitors/{id}/phases': createRecipe(createCheckedMonitor),
  'GET /api/monitors/{id}/week': createRecipe(createCheckedMonitor),
  'GET /api/monitors/{id}/coverage': createRecipe(createCheckedMonitor),
  'GET /api/monitors/{id}/certificate': createRecipe(createMonitorWithCertificate),
  'GET /api/monitors/{id}/maintenance': createRecipe(createTestMonitor),
  'GET /api/monitors/{id}/notifications': createRecipe(createTestMonitor),
  'GET /api/monitors/{id}/domain': createRecipe((world) => createTestMonitor(world, { domain_monitoring: {} })),
  'GET /api/monitors/{id}/badges': createRecipe(createTestMonitor),
  'GET /api/monitors/{id}/pings': createRecipe(createTestHeartbeat),
  'GET /api/regions': sendNothing,
  'GET /api/groups/{groupId}/monitor-defaults': groupRecipe(),
  'PUT /api/groups/{groupId}/monitor-defaults': groupRecipe({ timeout_ms: 5_000, tags: ['shop'] }),
  'GET /api/projects/{projectId}/monitor-defaults': ({ team }) => ({ path: { projectId: team.projectId } }),
  'PUT /api/projects/{projectId}/monitor-defaults': ({ team }) => ({
    path: { projectId: team.projectId },
    body: { timeout_ms: 5_000, tags: ['shop'] },
  }),
  'GET /api/tags': sendNothing,
  ...PING_RECIPES,

  'GET /api/groups': sendNothing,
  'POST /api/groups': (world) => ({ body: { name: world.newName() } }),
  'GET /api/groups/hierarchy': sendNothing,
  'GET /api/groups/{groupId}': groupRecipe(),
  'GET /api/groups/{groupId}/escalation-preview': groupRecipe(),
  'PUT /api/groups/{groupId}': groupRecipe({ description: 'Renamed' }),
  'DELETE /api/groups/{groupId}': groupRecipe({ force: true }),
  'GET /api/groups/{groupId}/status-history': createRecipe(createMeasuredGroup, undefined, 'groupId'),
  'GET /api/groups/{groupId}/uptime': createRecipe(createMeasuredGroup, undefined, 'groupId'),
  'POST /api/groups/{groupId}/bulk-pause': groupRecipe(),
  'POST /api/groups/{groupId}/bulk-resume': groupRecipe(),
  'POST /api/groups/{groupId}/bulk-move': async (world) => ({
    path: { groupId: (await createFilledGroup(world)).id },
    body: { target_group_id: (await createTestGroup(world)).id },
  }),
  'POST /api/groups/{groupId}/bulk-delete': groupRecipe({ confirm: true }),

  'GET /api/incidents': sendNothing,
  'POST /api/incidents': () => ({ body: INCIDENT_BODY }),
  'GET /api/incidents/{id}': createRecipe(createReportedIncident),
  'PATCH /api/incidents/{id}': createRecipe(createReportedIncident, { title: 'Renamed' }),
  'DELETE /api/incidents/{id}': createRecipe(createReportedIncident),
  'POST /api/incidents/batch': async (world) => ({
    body: { action: 'acknowledge', incident_ids: [(await createReportedIncident(world)).id] },
  }),
  'POST /api/incidents/{id}/acknowledge': createRecipe(createReportedIncident),
  'POST /api/incidents/{id}/escalate': async (world) => ({
    path: { id: (await createEscalatedIncident(world)).id },
    body: { round: 1, step: 2 },
  }),
  'POST /api/incidents/{id}/notify': async (world) => ({
    path: { id: (await createReportedIncident(world)).id },
    body: { target_id: (await createTestTarget(world)).id },
  }),
  'POST /api/incidents/{id}/unacknowledge': async (world) => {
    const { id } = await createReportedIncident(world)
    await world.call('POST', `/api/incidents/${id}/acknowledge`, { as: world.owner.session })
    return { path: { id } }
  },
  'POST /api/incidents/{id}/silence': async (world) => ({
    path: { id: (await createMonitorIncident(world)).id },
    body: toSilenceBody(world),
  }),
  'DELETE /api/incidents/{id}/silence': createRecipe(createMonitorIncident),
  'POST /api/incidents/{id}/snooze': createRecipe(createReportedIncident, { minutes: 30 }),
  'DELETE /api/incidents/{id}/snooze': createRecipe(createReportedIncident),
  'POST /api/incidents/{id}/status': createRecipe(createReportedIncident, { status: 'resolved' }),
  'GET /api/incidents/{id}/escalation': createRecipe(createReportedIncident),
  'GET /api/incidents/{id}/findings': createRecipe(createReportedIncident),
  'GET /api/incidents/{id}/updates': createRecipe(createReportedIncident),
  'POST /api/incidents/{id}/updates': createRecipe(createReportedIncident, { message: 'Looking' }),
  'GET /api/incidents/{id}/affected-checks': createRecipe(createReportedIncident),
  'GET /api/incidents/{id}/notifications': createRecipe(createReportedIncident),
  'GET /api/incidents/{incidentId}/comments': createRecipe(createReportedIncident, undefined, 'incidentId'),
  'POST /api/incidents/{incidentId}/comments': createRecipe(
    createReportedIncident,
    { comment_text: 'Looking' },
    'incidentId',
  ),
  'PATCH /api/incidents/{incidentId}/comments/{commentId}': extendRecipe(prepareComment, {
    body: { comment_text: 'Found' },
  }),
  'DELETE /api/incidents/{incidentId}/comments/{commentId}': prepareComment,

  'GET /api/notification-targets': sendNothing,
  'POST /api/notification-targets': () => ({ body: TARGET_BODY }),
  'POST /api/notification-targets/test': () => ({ body: TARGET_BODY }),
  'GET /api/notification-targets/{id}': createRecipe(createTestTarget),
  'PATCH /api/notification-targets/{id}': createRecipe(createTestTarget, { name: 'Renamed' }),
  'DELETE /api/notification-targets/{id}': createRecipe(createTestTarget),
  'POST /api/notification-targets/{id}/test': createRecipe(createTestTarget),
  'POST /api/notification-targets/{id}/rotate-secret': createRecipe(createTestTarget),

  'GET /api/on-call-schedules': sendNothing,
  'POST /api/on-call-schedules': () => ({ body: SCHEDULE_BODY }),
  'POST /api/on-call-schedules/preview': () => ({ body: { timezone: 'Europe/Berlin', layers: [] } }),
  'GET /api/on-call-schedules/{id}': createRecipe(createTestSchedule),
  'PATCH /api/on-call-schedules/{id}': createRecipe(createTestSchedule, { name: 'Renamed' }),
  'DELETE /api/on-call-schedules/{id}': createRecipe(createTestSchedule),
  'GET /api/on-call-schedules/{id}/on-call': createRecipe(createTestSchedule),
  'GET /api/on-call-schedules/{id}/shifts': createRecipe(createTestSchedule),
  'POST /api/on-call-schedules/{id}/feed': createRecipe(createTestSchedule),
  'DELETE /api/on-call-schedules/{id}/feed': createRecipe(createTestSchedule),
  'GET /api/on-call-schedules/{id}/overrides': createRecipe(createTestSchedule),
  'POST /api/on-call-schedules/{id}/overrides': async (world) => ({
    path: { id: (await createTestSchedule(world)).id },
    body: createOverrideBody(world),
  }),
  'DELETE /api/on-call-schedules/{id}/overrides/{overrideId}': async (world) => {
    const { id } = await createTestSchedule(world)
    const override = await world.create(`/api/on-call-schedules/${id}/overrides`, createOverrideBody(world))
    return { path: { id, overrideId: override.id } }
  },
  'GET /api/escalation-policies': sendNothing,
  'POST /api/escalation-policies': async (world) => ({ body: await createPolicyBody(world) }),
  'GET /api/escalation-policies/{id}': createRecipe(createTestPolicy),
  'GET /api/escalation-policies/{id}/escalation-preview': createRecipe(createTestPolicy),
  'PATCH /api/escalation-policies/{id}': createRecipe(createTestPolicy, { name: 'Renamed' }),
  'DELETE /api/escalation-policies/{id}': createRecipe(createTestPolicy),

  'GET /api/maintenance-windows': sendNothing,
  'POST /api/maintenance-windows': async (world) => ({ body: await createMaintenanceBody(world) }),
  'GET /api/maintenance-windows/occurrences': () => ({
    query: { starts_at: '2031-01-05T02:00:00.000Z', ends_at: '2031-01-05T03:00:00.000Z' },
  }),
  'GET /api/maintenance-windows/{id}': createRecipe(createTestWindow),
  'PUT /api/maintenance-windows/{id}': createRecipe(createTestWindow, { name: 'Renamed' }),
  'DELETE /api/maintenance-windows/{id}': createRecipe(createTestWindow),

  'POST /api/projects/{projectId}/config/plan': sendDocument,
  'POST /api/projects/{projectId}/config/apply': sendDocument,
  'POST /api/projects/{projectId}/config/import': ({ team }) => ({
    path: { projectId: team.projectId },
    body: { kind: 'watchkeeper', files: [{ name: 'shop.yaml', content: btoa('version: 1') }] },
  }),
  'POST /api/projects/{projectId}/config/release': ({ team }) => ({
    path: { projectId: team.projectId },
    body: { resource_ids: [team.projectId] },
  }),
  'GET /api/projects/{projectId}/config/export': ({ team }) => ({ path: { projectId: team.projectId } }),
  'GET /api/loom': async (world) => ({
    headers: { authorization: `Bearer ${(await createLoomLink(world)).token}` },
  }),
  'GET /api/projects/{projectId}/loom-links': ({ team }) => ({ path: { projectId: team.projectId } }),
  'POST /api/projects/{projectId}/loom-links': (world) => ({
    path: { projectId: world.team.projectId },
    body: { name: world.newName() },
  }),
  'DELETE /api/projects/{projectId}/loom-links/{id}': async (world) => ({
    path: { projectId: world.team.projectId, id: (await createLoomLink(world)).id },
  }),
  'GET /api/projects/{projectId}/variables': ({ team }) => ({ path: { projectId: team.projectId } }),
  'POST /api/projects/{projectId}/variables': (world) => ({
    path: { projectId: world.team.projectId },
    body: createVariableBody(world),
  }),
  'GET /api/projects/{projectId}/variables/{id}': prepareVariable,
  'PATCH /api/projects/{projectId}/variables/{id}': extendRecipe(prepareVariable, { body: { value: 'eu-2' } }),
  'DELETE /api/projects/{projectId}/variables/{id}': prepareVariable,

  'GET /api/projects/{projectId}/status-pages': ({ team }) => ({ path: { projectId: team.projectId } }),
  'POST /api/projects/{projectId}/status-pages': (world) => ({
    path: { projectId: world.team.projectId },
    body: { name: world.newName() },
  }),
  'POST /api/projects/{projectId}/status-pages/preview': (world) => ({
    path: { projectId: world.team.projectId },
    body: { name: world.newName() },
  }),
  'POST /api/projects/{projectId}/status-pages/{pageId}/preview': extendRecipe(prepareStatusPage, {
    body: { name: 'Renamed' },
  }),
  'GET /api/projects/{projectId}/status-pages/{pageId}': prepareStatusPage,
  'PUT /api/projects/{projectId}/status-pages/{pageId}': extendRecipe(prepareStatusPage, { body: { name: 'Renamed' } }),
  'DELETE /api/projects/{projectId}/status-pages/{pageId}': prepareStatusPage,
  'GET /api/projects/{projectId}/status-pages/{pageId}/subscribers': prepareStatusPage,
  'DELETE /api/projects/{projectId}/status-pages/{pageId}/subscribers/{subscriberId}': prepareSubscriber,
  'GET /api/status/{slug}': async (world) => ({ path: (await createSubscribeRequest(world)).path }),
  'POST /api/status/{slug}/subscribers': (world) => createSubscribeRequest(world),

  'GET /api/reports/uptime': sendNothing,
  'GET /api/events': sendNothing,
}
