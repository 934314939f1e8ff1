/** An organization in which something of everything can be made, with everybody who might ask, and strangers. */
import { randomBytes } from 'node:crypto'
import type { KeyScope, Role } from '../../../../src/core/accounts/access.ts'
import { DEFAULT_PLANS, type PlanLimits } from '../../../../src/core/accounts/plan.ts'
import { MINUTE_MS } from '../../../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../../../src/core/probes/protocol.ts'
import { NO_TIMINGS } from '../../../../src/core/results/verdict.ts'
import { hashPassword } from '../../../../src/services/platform/passwords.ts'
import { makeAccessTokens } from '../../../../src/services/platform/tokens.ts'
import type { DialectName } from '../../../../src/store/platform/dialects.ts'
import { saveRegion } from '../../../../src/store/probes/regions.ts'
import { removeMember } from '../../database/account-rows.ts'
import type { Cleanup } from '../../database/stores.ts'
import { makeKey, makePerson, makeTeam, type Person, type Team } from '../../factories/make.ts'
import { type Answer, makeApp, TEST_CONFIG, type TestApp } from '../app.ts'

export type Headers = Record<string, string>
export type Thing = Record<string, unknown> & { id: string }

export interface World extends TestApp {
  team: Team
  /** Who made everything here, and looks after the instance. */
  owner: Person
  /** Of another organization, in which they may do everything. */
  stranger: Person
  /** Another owner of another organization. */
  anotherStranger(): Promise<Person>
  /** A second project of the organization. */
  otherProjectId: string
  /** A new member with this role. */
  member(role: Role): Promise<Person>
  /** A new owner who looks after the instance, too: somebody who may do everything. */
  anotherOwner(): Promise<Person>
  /** A new key. */
  key(scope: KeyScope): Promise<Headers>
  /** Makes something through the API, as the owner unless told. @returns the thing itself */
  make(path: string, body?: object, as?: Headers): Promise<Thing>
  /** An address of the Internet that nobody has used before. */
  newAddress(): string
  newEmail(): string
  /** A word that nothing here is called yet. */
  newName(): string
}

/** Nothing here is to end because a plan does. */
const PLENTY: Partial<PlanLimits> = {
  activeMonitors: 100_000,
  projects: 100_000,
  groups: 100_000,
  apiKeys: 100_000,
  statusPages: 100_000,
  members: 100_000,
  notificationTargets: 100_000,
}

/** No limit on requests; and whoever says where a request comes from is believed, because some limits count addresses. */
export const TRUSTING = { trustedProxies: ['127.0.0.0/8'], rateLimit: 0 }

export async function makeWorld(t: Cleanup, dialect: DialectName): Promise<World> {
  const base = await makeApp(t, dialect)
  const { clock, tokens } = base
  const plans = { ...DEFAULT_PLANS, scale: { ...DEFAULT_PLANS.scale, ...PLENTY } }
  const context = { ...base.context, plans }
  const app = await base.beside(TRUSTING, {
    context,
    runCheck: async ({ monitorKey }) => ({ ...CHECKED, monitorKey, scheduledAt: clock.now(), startedAt: clock.now() }),
    attempt: async () => ({ delivered: true }),
    mailer: { send: async () => {}, close: () => {} },
  })
  const team = await makeTeam(context, 'Ours')
  const anotherOwner = async () => {
    const person = await makePerson(context, tokens, team, 'owner', 'Alice')
    await context.store.db.updateTable('users').set({ is_instance_admin: 1 }).where('id', '=', person.userId).execute()
    return person
  }
  const owner = await anotherOwner()
  const strangersPassword = await hashPassword('their own battery')
  const anotherStranger = async () => {
    const person = await makePerson(context, tokens, await makeTeam(context, 'Theirs'), 'owner', 'Charlie')
    const change = { password_hash: strangersPassword }
    await context.store.db.updateTable('users').set(change).where('id', '=', person.userId).execute()
    return person
  }
  const stranger = await anotherStranger()
  await context.store.transact((tx) => saveRegion(tx, { code: 'local', name: 'Here', isDefault: true }, context.now()))
  const make: World['make'] = async (path, body = {}, as = owner.session) => {
    const answer = await app.call('POST', path, { as, body, headers: { 'x-forwarded-for': newAddress() } })
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return thingOf(answer)
  }
  let count = 0
  const newAddress = () => `198.51.${Math.floor(++count / 250)}.${(count % 250) + 1}`
  const { id: otherProjectId } = await make('/api/projects', { name: 'Other' })
  return {
    ...app,
    context,
    team,
    owner,
    stranger,
    anotherStranger,
    otherProjectId,
    make,
    anotherOwner,
    key: (scope) => makeKey(context, owner, scope),
    member: (role) => makePerson(context, tokens, team, role),
    newAddress,
    newEmail: () => `somebody-${++count}@example.test`,
    newName: () => `thing-${++count}`,
  }
}

function thingOf({ body: { data } }: Answer): Thing {
  const [only, ...others] = Object.values(data)
  return others.length === 0 ? (only as Thing) : data
}

const CHECKED: CheckResult = {
  monitorKey: 0,
  kind: 'check',
  scheduledAt: 0,
  startedAt: 0,
  status: 'up',
  responseTimeMs: 12,
  statusCode: 200,
  errorType: null,
  errorMessage: null,
  timings: NO_TIMINGS,
  remoteAddress: '192.0.2.1',
}

export const DEAD = ['revoked key', 'expired token', 'removed member'] as const

/** Credentials of owners that have stopped working. */
export async function deadCredentials(world: World): Promise<Record<(typeof DEAD)[number], Headers>> {
  const { context, tokens, team } = world
  const { db } = context.store
  const revoked = await world.member('owner')
  const key = await makeKey(context, revoked, 'read_write')
  await db.updateTable('api_keys').set({ is_active: 0 }).where('created_by', '=', revoked.userId).execute()
  const early = makeAccessTokens(TEST_CONFIG.secret, () => context.now() - 16 * MINUTE_MS) // they live 15
  const late = await makePerson(context, early, team, 'owner')
  const removed = await makePerson(context, tokens, team, 'owner')
  await removeMember(db, removed.userId)
  return { 'revoked key': key, 'expired token': late.session, 'removed member': removed.session }
}

/** A key that nobody made. */
export const unknownKey = (): Headers => ({ 'x-api-key': `wk_${randomBytes(32).toString('hex')}` })
