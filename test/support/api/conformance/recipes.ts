/** How each operation is called so that it succeeds. A new operation needs a line here. */
import { TOTP } from 'otpauth'
import { HOUR_MS } from '../../../../src/core/platform/time/time.ts'
import { beginReset } from '../../../../src/services/accounts/password-changes.ts'
import { hashPassword } from '../../../../src/services/platform/passwords.ts'
import { issueProbeToken } from '../../../../src/services/probes/probe-tokens.ts'
import { askToSubscribe } from '../../../../src/services/status-pages/subscribers.ts'
import { insertSession } from '../../../../src/store/accounts/sessions.ts'
import { saveCertificates } from '../../../../src/store/expiry/certificates.ts'
import { readMonitorKey, readRegionKey } from '../../database/monitor-rows.ts'
import { makeTeam } from '../../factories/make.ts'
import { seenCertificate } from '../../targets/tls-site.ts'
import type { Operation } from './document.ts'
import type { Headers, Thing, World } from './world.ts'

/** What of a request differs from one operation to the next. */
export interface Ingredients {
  path?: Record<string, string>
  query?: Record<string, string>
  headers?: Headers
  body?: object
}

/** @param as who is going to call, where that matters */
export type Recipe = (world: World, as: Headers) => Ingredients | Promise<Ingredients>

export interface WellFormed {
  method: string
  url: string
  headers: Headers
  body?: unknown
}

/** Makes what the operation needs, and a request of it. */
export async function prepare(world: World, operation: Operation, as?: Headers): Promise<Ingredients> {
  const recipe = RECIPES[operation.name]
  if (!recipe) throw new Error(`${operation.name} has no recipe: say in recipes.ts how it is called well`)
  return recipe(world, as ?? (await world.anotherOwner()).session)
}

export function requestOf(
  { method, path: template }: Operation,
  { path = {}, query, headers = {}, body }: Ingredients,
): WellFormed {
  const address = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? `{${name}}`))
  const search = query ? `?${new URLSearchParams(query)}` : ''
  return { method, url: address + search, headers, ...(body && { body }) }
}

export const SITE = { name: 'Site', type: 'HTTP', target: 'https://www.example.com/' }
export const PASSWORD = 'correct horse battery'
const HOOK = { name: 'Hook', channel: 'webhook', config: { url: 'https://example.com/' } }
export const TROUBLE = { title: 'Odd', severity: 'minor', type: 'timeout', error_message: 'Nobody answered' }

const nothing: Recipe = () => ({})

/** Those that need the id of something that is made first. */
const of =
  (make: (world: World) => Promise<Thing>, body?: object, parameter = 'id'): Recipe =>
  async (world) => ({ path: { [parameter]: (await make(world)).id }, ...(body && { body }) })

export const monitor = (world: World, over: object = {}) => world.make('/api/monitors', { ...SITE, ...over })
const paused = (world: World) => monitor(world, { status: 'paused' })
export const heartbeat = (world: World) => world.make('/api/monitors', { name: 'Job', type: 'HEARTBEAT' })
const project = (world: World) => world.make('/api/projects', { name: 'Shop' })
const key = (world: World) => world.make('/api/auth/api-keys', { name: 'Deploy' })
const target = (world: World) => world.make('/api/notification-targets', HOOK)
const incident = (world: World) => world.make('/api/incidents', TROUBLE)
export const group = (world: World, over: object = {}) => world.make('/api/groups', { name: world.newName(), ...over })

/** A monitor that was up for a second. */
async function checked(world: World): Promise<Thing> {
  const made = await monitor(world)
  for (let count = 0; count < 2; count++) {
    await world.make(`/api/monitors/${made.id}/check`)
    world.clock.advance(1_000)
  }
  return made
}

/** A monitor whose target has shown its certificate. */
async function seen(world: World): Promise<Thing> {
  const made = await monitor(world)
  const { store, now } = world.context
  const monitorKey = await readMonitorKey(store.db, made.id)
  const regionKey = await readRegionKey(store.db, 'local')
  const sight = { monitorKey, regionKey, certificate: seenCertificate(), seenAt: now() }
  await store.transact((tx) => saveCertificates(tx, [sight]))
  return made
}

/** A group with a monitor in it. */
export async function fullGroup(world: World): Promise<Thing> {
  const made = await group(world)
  await monitor(world, { group_id: made.id })
  return made
}

const groupRecipe = (body?: object) => of(fullGroup, body, 'groupId')

/** A new account, from an address of its own. */
async function account(world: World) {
  const email = world.newEmail()
  return { email, ...(await world.make('/api/auth/register', { email, password: PASSWORD, name: 'Dora' })) }
}

/** Somebody else of the organization. */
const colleague: Recipe = async (world) => {
  const { userId, organizationId } = await world.member('editor')
  const { db } = world.context.store
  const { id } = await db.selectFrom('members').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return { path: { orgId: organizationId, memberId: id } }
}

/** Something that happens tomorrow, for an hour. */
export async function maintenance(world: World) {
  const at = (hours: number) => new Date(world.context.now() + (24 + hours) * HOUR_MS).toISOString()
  return { name: 'Move', starts_at: at(0), ends_at: at(1), monitor_ids: [(await monitor(world)).id] }
}
const maintenanceWindow = async (world: World) => world.make('/api/maintenance-windows', await maintenance(world))

const statusPage: Recipe = async (world) => {
  const { projectId } = world.team
  const { id } = await world.make(`/api/projects/${projectId}/status-pages`, { name: world.newName() })
  return { path: { projectId, pageId: id } }
}

/** Of a page that was read by somebody. */
const subscriber: Recipe = async (world) => {
  const { projectId } = world.team
  const { id: pageId } = await world.make(`/api/projects/${projectId}/status-pages`, { name: world.newName() })
  const asked = await askToSubscribe(world.context, pageId, world.newEmail())
  return { path: { projectId, pageId, subscriberId: asked!.subscriber.id } }
}

/** Anybody, of a page that can be read. */
export const subscribing = async (world: World, over: object = {}) => {
  const page = { name: world.newName(), is_published: true, ...over }
  const { slug } = await world.make(`/api/projects/${world.team.projectId}/status-pages`, page)
  return { path: { slug: String(slug) }, body: { email: world.newEmail() } }
}

/** A comment of whoever is going to touch it. */
const comment: Recipe = async (world, as) => {
  const { id: incidentId } = await incident(world)
  const author = 'authorization' in as ? as : undefined
  const { id } = await world.make(`/api/incidents/${incidentId}/comments`, { comment_text: 'Looking' }, author)
  return { path: { incidentId, commentId: id } }
}

const ping =
  (path: Record<string, string> = {}): Recipe =>
  async (world) => ({ path: { token: (await heartbeat(world)).heartbeat_token as string, ...path } })

const having =
  (recipe: Recipe, more: Ingredients): Recipe =>
  async (world, as) => ({ ...(await recipe(world, as)), ...more })

/** Sessions of accounts that can prove who they are; a caller without a session needs a new one for that. */
async function provenAccount(world: World, as: Headers): Promise<{ as: Headers; userId: string }> {
  const session = 'authorization' in as ? as : (await world.anotherOwner()).session
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

/** Another sign-in of whoever asks. */
async function ownSession(world: World, as: Headers): Promise<Ingredients> {
  const { userId: user_id } = await provenAccount(world, as)
  const { store, newId, now } = world.context
  const query = store.db.selectFrom('members').select('organization_id').where('user_id', '=', user_id)
  const { organization_id } = await query.executeTakeFirstOrThrow()
  const session = { id: newId(), user_id, organization_id, created_at: now(), expires_at: now() + HOUR_MS }
  await store.transact((tx) => insertSession(tx, session))
  return { path: { id: session.id } }
}

/** Gives somebody an organization that nobody needs, and lets their session act there. A key stays where it is. */
export async function moveOut(world: World, as: Headers): Promise<void> {
  if (!('authorization' in as)) return
  const claims = await world.tokens.verify(as.authorization!.slice('Bearer '.length))
  const { userId: user_id, sessionId } = claims!
  const { organizationId: organization_id } = await makeTeam(world.context, 'Needed by nobody')
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

/** @returns a code that proves the second factor which was just begun */
async function beginFactor(world: World, as: Headers): Promise<string> {
  const { body } = await world.call('POST', '/api/auth/totp/setup', { as })
  return new TOTP({ secret: body.data.secret }).generate({ timestamp: world.clock.now() })
}

/** An account with a second factor. */
export async function withFactor(world: World, as: Headers): Promise<Ingredients> {
  const account = await provenAccount(world, as)
  const code = await beginFactor(world, account.as)
  const enabled = await world.call('POST', '/api/auth/totp/enable', { as: account.as, body: { code } })
  if (enabled.status !== 200) throw new Error(JSON.stringify(enabled.body))
  return { headers: account.as }
}

/** @param email of whoever is invited */
export async function invitation(world: World, email = world.newEmail()): Promise<Thing & { token: string }> {
  const { organizationId } = world.team
  const made = await world.make(`/api/organizations/${organizationId}/invitations`, { email, role: 'viewer' })
  return { ...made, token: new URL(String(made.accept_url)).searchParams.get('token')! }
}

/** The same for every method of a ping. */
const pings = Object.fromEntries(
  ['GET', 'POST', 'PUT'].flatMap((method) => [
    ...['', '/start', '/fail', '/log'].map((end) => [`${method} /api/heartbeat/{token}${end}`, ping()]),
    [`${method} /api/heartbeat/{token}/{exit_status}`, ping({ exit_status: '0' })],
  ]),
)

export const RECIPES: Readonly<Record<string, Recipe>> = {
  'GET /api/health': nothing,
  'GET /api/ready': nothing,

  'POST /api/auth/register': (world) => ({
    headers: { 'x-forwarded-for': world.newAddress() },
    body: { email: world.newEmail(), password: PASSWORD, name: 'Dora' },
  }),
  'GET /api/auth/registration': nothing,
  'POST /api/auth/login': async (world) => ({ body: { email: (await account(world)).email, password: PASSWORD } }),
  'POST /api/auth/refresh': async (world) => {
    const { refresh_token } = (await account(world)) as unknown as { refresh_token: string }
    return { body: { refresh_token } }
  },
  'POST /api/auth/switch-organization': async (world, as) => {
    const { userId } = await provenAccount(world, as)
    const { db } = world.context.store
    const member = await db
      .selectFrom('members')
      .select('organization_id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return { body: { organization_id: member.organization_id } }
  },
  'GET /api/auth/sessions': nothing,
  'DELETE /api/auth/sessions/{id}': ownSession,
  'GET /api/auth/totp': nothing,
  'POST /api/auth/totp/setup': nothing,
  'POST /api/auth/totp/enable': async (world, as) => {
    const account = await provenAccount(world, as)
    return { body: { code: await beginFactor(world, account.as) } }
  },
  'POST /api/auth/totp/disable': async (world, as) => {
    await withFactor(world, as)
    return { body: { password: PASSWORD } }
  },
  'POST /api/auth/password': async (world, as) => {
    await provenAccount(world, as)
    return { body: { current_password: PASSWORD, new_password: 'another horse battery' } }
  },
  'POST /api/auth/password/forgot': (world) => ({
    headers: { 'x-forwarded-for': world.newAddress() },
    body: { email: world.newEmail() },
  }),
  'POST /api/auth/password/reset': async (world) => ({
    body: { token: await beginReset(world.context, (await world.member('viewer')).userId), password: PASSWORD },
  }),
  'POST /api/auth/invitations/look-up': async (world) => ({ body: { token: (await invitation(world)).token } }),
  'POST /api/auth/invitations/accept': async (world) => ({
    body: { token: (await invitation(world)).token, name: 'Emil', password: PASSWORD },
  }),
  'POST /api/auth/logout': nothing,
  'GET /api/auth/me': nothing,
  'PATCH /api/auth/me': () => ({ body: { name: 'Renamed' } }),

  'GET /api/auth/api-keys': nothing,
  'POST /api/auth/api-keys': () => ({ body: { name: 'Deploy' } }),
  'GET /api/auth/api-keys/{id}': of(key),
  'PATCH /api/auth/api-keys/{id}': of(key, { name: 'Renamed' }),
  'DELETE /api/auth/api-keys/{id}': of(key),
  'POST /api/auth/api-keys/{id}/rotate': of(key),

  'GET /api/organization': nothing,
  'GET /api/organizations': nothing,
  'DELETE /api/organization': async (world, as) => {
    await moveOut(world, as)
    return { body: { confirm: true } }
  },
  'GET /api/admin/organizations': nothing,
  'GET /api/admin/probes': nothing,
  'GET /api/admin/probe-tokens': nothing,
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
  'GET /api/audit-log': nothing,
  'GET /api/dashboard/overview': nothing,
  'GET /api/dashboard/monitors': nothing,
  'GET /api/dashboard/strips': async (world) => ({ query: { monitor_ids: (await checked(world)).id } }),
  'GET /api/forms/{name}': () => ({ path: { name: 'monitor' } }),
  'GET /api/monitors/{id}/form': of(monitor),
  'GET /api/billing': nothing,
  'GET /api/organizations/{orgId}/members': ({ team }) => ({ path: { orgId: team.organizationId } }),
  'PATCH /api/organizations/{orgId}/members/{memberId}': having(colleague, { body: { role: 'viewer' } }),
  'DELETE /api/organizations/{orgId}/members/{memberId}': colleague,

  'GET /api/organizations/{orgId}/invitations': ({ team }) => ({ path: { orgId: team.organizationId } }),
  'POST /api/organizations/{orgId}/invitations': (world) => ({
    path: { orgId: world.team.organizationId },
    body: { email: world.newEmail(), role: 'viewer' },
  }),
  'DELETE /api/organizations/{orgId}/invitations/{id}': async (world) => ({
    path: { orgId: world.team.organizationId, id: (await invitation(world)).id },
  }),

  'GET /api/projects': nothing,
  'POST /api/projects': () => ({ body: { name: 'Shop' } }),
  'GET /api/projects/{id}': of(project),
  'PATCH /api/projects/{id}': of(project, { name: 'Renamed' }),
  'DELETE /api/projects/{id}': of(project),

  'GET /api/monitors': nothing,
  'POST /api/monitors': () => ({ body: SITE }),
  'GET /api/monitors/{id}': of(monitor),
  'PUT /api/monitors/{id}': of(monitor, { name: 'Renamed' }),
  'DELETE /api/monitors/{id}': of(monitor),
  'POST /api/monitors/{id}/pause': of(monitor),
  'POST /api/monitors/{id}/resume': of(paused),
  'POST /api/monitors/{id}/check': of(monitor),
  'POST /api/monitors/test': () => ({ body: SITE }),
  'POST /api/monitors/batch': async (world) => ({
    body: { action: 'pause', monitor_ids: [(await monitor(world)).id] },
  }),
  'GET /api/monitors/{id}/results': of(checked),
  'GET /api/monitors/{id}/results/{resultId}': async (world) => {
    const { id } = await monitor(world)
    return { path: { id, resultId: (await world.make(`/api/monitors/${id}/check`)).id } }
  },
  'GET /api/monitors/{id}/status-history': of(checked),
  'GET /api/monitors/{id}/stats': of(checked),
  'GET /api/monitors/{id}/uptime': of(checked),
  'POST /api/monitors/{id}/replay': of(checked, { failure_threshold: 3 }),
  'GET /api/monitors/{id}/sparkline': of(checked),
  'GET /api/monitors/{id}/response-times': of(checked),
  'GET /api/monitors/{id}/coverage': of(checked),
  'GET /api/monitors/{id}/certificate': of(seen),
  'GET /api/monitors/{id}/maintenance': of(monitor),
  'GET /api/monitors/{id}/notifications': of(monitor),
  'GET /api/monitors/{id}/domain': of((world) => monitor(world, { domain_monitoring: {} })),
  'GET /api/monitors/{id}/badges': of(monitor),
  'GET /api/monitors/{id}/pings': of(heartbeat),
  'GET /api/regions': nothing,
  'GET /api/tags': nothing,
  ...pings,

  'GET /api/groups': nothing,
  'POST /api/groups': (world) => ({ body: { name: world.newName() } }),
  'GET /api/groups/hierarchy': nothing,
  'GET /api/groups/{groupId}': groupRecipe(),
  'PUT /api/groups/{groupId}': groupRecipe({ description: 'Renamed' }),
  'DELETE /api/groups/{groupId}': groupRecipe({ force: true }),
  'POST /api/groups/{groupId}/bulk-pause': groupRecipe(),
  'POST /api/groups/{groupId}/bulk-resume': groupRecipe(),
  'POST /api/groups/{groupId}/bulk-move': async (world) => ({
    path: { groupId: (await fullGroup(world)).id },
    body: { target_group_id: (await group(world)).id },
  }),
  'POST /api/groups/{groupId}/bulk-delete': groupRecipe({ confirm: true }),

  'GET /api/incidents': nothing,
  'POST /api/incidents': () => ({ body: TROUBLE }),
  'GET /api/incidents/{id}': of(incident),
  'PATCH /api/incidents/{id}': of(incident, { title: 'Renamed' }),
  'DELETE /api/incidents/{id}': of(incident),
  'POST /api/incidents/{id}/acknowledge': of(incident),
  'POST /api/incidents/{id}/status': of(incident, { status: 'resolved' }),
  'GET /api/incidents/{id}/updates': of(incident),
  'POST /api/incidents/{id}/updates': of(incident, { message: 'Looking' }),
  'GET /api/incidents/{id}/affected-checks': of(incident),
  'GET /api/incidents/{id}/notifications': of(incident),
  'GET /api/incidents/{incidentId}/comments': of(incident, undefined, 'incidentId'),
  'POST /api/incidents/{incidentId}/comments': of(incident, { comment_text: 'Looking' }, 'incidentId'),
  'PATCH /api/incidents/{incidentId}/comments/{commentId}': having(comment, { body: { comment_text: 'Found' } }),
  'DELETE /api/incidents/{incidentId}/comments/{commentId}': comment,

  'GET /api/notification-targets': nothing,
  'POST /api/notification-targets': () => ({ body: HOOK }),
  'GET /api/notification-targets/{id}': of(target),
  'PATCH /api/notification-targets/{id}': of(target, { name: 'Renamed' }),
  'DELETE /api/notification-targets/{id}': of(target),
  'POST /api/notification-targets/{id}/test': of(target),
  'POST /api/notification-targets/{id}/rotate-secret': of(target),

  'GET /api/maintenance-windows': nothing,
  'POST /api/maintenance-windows': async (world) => ({ body: await maintenance(world) }),
  'GET /api/maintenance-windows/occurrences': () => ({
    query: { starts_at: '2031-01-05T02:00:00.000Z', ends_at: '2031-01-05T03:00:00.000Z' },
  }),
  'GET /api/maintenance-windows/{id}': of(maintenanceWindow),
  'PUT /api/maintenance-windows/{id}': of(maintenanceWindow, { name: 'Renamed' }),
  'DELETE /api/maintenance-windows/{id}': of(maintenanceWindow),

  'GET /api/projects/{projectId}/status-pages': ({ team }) => ({ path: { projectId: team.projectId } }),
  'POST /api/projects/{projectId}/status-pages': (world) => ({
    path: { projectId: world.team.projectId },
    body: { name: world.newName() },
  }),
  'POST /api/projects/{projectId}/status-pages/preview': (world) => ({
    path: { projectId: world.team.projectId },
    body: { name: world.newName() },
  }),
  'POST /api/projects/{projectId}/status-pages/{pageId}/preview': having(statusPage, { body: { name: 'Renamed' } }),
  'GET /api/projects/{projectId}/status-pages/{pageId}': statusPage,
  'PUT /api/projects/{projectId}/status-pages/{pageId}': having(statusPage, { body: { name: 'Renamed' } }),
  'DELETE /api/projects/{projectId}/status-pages/{pageId}': statusPage,
  'GET /api/projects/{projectId}/status-pages/{pageId}/subscribers': statusPage,
  'DELETE /api/projects/{projectId}/status-pages/{pageId}/subscribers/{subscriberId}': subscriber,
  'GET /api/status/{slug}': async (world) => ({ path: (await subscribing(world)).path }),
  'POST /api/status/{slug}/subscribers': (world) => subscribing(world),

  'GET /api/reports/uptime': nothing,
  'GET /api/events': nothing,
}
