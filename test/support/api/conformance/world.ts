/** An organization in which every kind of object can be created, with users of every role and other organizations. */
import { randomBytes } from 'node:crypto'
import type { KeyScope, Role } from '../../../../src/core/accounts/access.ts'
import { MINUTE_MS } from '../../../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../../../src/core/probes/protocol.ts'
import { NO_TIMINGS } from '../../../../src/core/results/verdict.ts'
import { hashPassword } from '../../../../src/services/platform/credentials/passwords.ts'
import { createAccessTokens } from '../../../../src/services/platform/credentials/tokens.ts'
import type { DialectName } from '../../../../src/store/platform/dialects.ts'
import { saveRegion } from '../../../../src/store/probes/regions.ts'
import { removeMember } from '../../database/account-rows.ts'
import type { Cleanup } from '../../database/stores.ts'
import { createKeyHeaders, createPerson, createTeam, type Person, type Team } from '../../factories/people.ts'
import { createTestApp, TEST_CONFIG, type TestApp, type TestResponse } from '../app.ts'

export type Headers = Record<string, string>
export type ApiResource = Record<string, unknown> & { id: string }

export interface World extends TestApp {
  team: Team
  /** The user who created everything here and is an instance admin. */
  owner: Person
  /** An owner of another organization. */
  stranger: Person
  /** Creates another owner of another organization. */
  createStranger(): Promise<Person>
  /** A second project of the organization. */
  otherProjectId: string
  /** Creates a member with this role. */
  createMember(role: Role): Promise<Person>
  /** Creates an owner who is also an instance admin and may do everything. */
  createOwner(): Promise<Person>
  /** Creates an API key. */
  createKey(scope: KeyScope): Promise<Headers>
  /**
   * Creates an object through the API, as the owner by default.
   *
   * @returns the object
   */
  create(path: string, body?: object, as?: Headers): Promise<ApiResource>
  /** Returns an unused public IP address. */
  newAddress(): string
  newEmail(): string
  /** Returns an unused name. */
  newName(): string
}

/** No request limit; the forwarded client address is trusted, because some limits count addresses. */
export const TRUSTING_CONFIG = { trustedProxies: ['127.0.0.0/8'], rateLimit: 0 }

export async function createWorld(t: Cleanup, dialect: DialectName): Promise<World> {
  const base = await createTestApp(t, dialect)
  const { clock, tokens, context } = base
  const app = await base.serveAnother(TRUSTING_CONFIG, {
    runCheck: async ({ monitorKey }) => ({
      ...CHECKED_RESULT,
      monitorKey,
      scheduledAt: clock.now(),
      startedAt: clock.now(),
    }),
    sendAttempt: async () => ({ delivered: true }),
    mailer: { send: async () => {}, close: () => {} },
  })
  const team = await createTeam(context, 'Ours', 'unlimited')
  const anotherOwner = async () => {
    const person = await createPerson(context, tokens, team, 'owner', 'Alice')
    await context.store.db.updateTable('users').set({ is_instance_admin: 1 }).where('id', '=', person.userId).execute()
    return person
  }
  const owner = await anotherOwner()
  const strangersPassword = await hashPassword('their own battery')
  const createStranger = async () => {
    const person = await createPerson(
      context,
      tokens,
      await createTeam(context, 'Theirs', 'unlimited'),
      'owner',
      'Charlie',
    )
    const change = { password_hash: strangersPassword }
    await context.store.db.updateTable('users').set(change).where('id', '=', person.userId).execute()
    return person
  }
  const stranger = await createStranger()
  await context.store.transact((tx) => saveRegion(tx, { code: 'local', name: 'Here', isDefault: true }, context.now()))
  const make: World['create'] = async (path, body = {}, as = owner.session) => {
    const answer = await app.call('POST', path, { as, body, headers: { 'x-forwarded-for': newAddress() } })
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return toResource(answer)
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
    createStranger,
    otherProjectId,
    create: make,
    createOwner: anotherOwner,
    createKey: (scope) => createKeyHeaders(context, owner, scope),
    createMember: (role) => createPerson(context, tokens, team, role),
    newAddress,
    newEmail: () => `somebody-${++count}@example.test`,
    newName: () => `thing-${++count}`,
  }
}

function toResource({ body: { data } }: TestResponse): ApiResource {
  const [only, ...others] = Object.values(data)
  return others.length === 0 ? (only as ApiResource) : data
}

const CHECKED_RESULT: CheckResult = {
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

export const DEAD_CREDENTIALS = ['revoked key', 'expired token', 'removed member'] as const

/** Creates credentials of owners that no longer work. */
export async function createDeadCredentials(world: World): Promise<Record<(typeof DEAD_CREDENTIALS)[number], Headers>> {
  const { context, tokens, team } = world
  const { db } = context.store
  const revoked = await world.createMember('owner')
  const key = await createKeyHeaders(context, revoked, 'read_write')
  await db.updateTable('api_keys').set({ is_active: 0 }).where('created_by', '=', revoked.userId).execute()
  const early = createAccessTokens(TEST_CONFIG.secret, () => context.now() - 16 * MINUTE_MS) // they live for 15 minutes
  const late = await createPerson(context, early, team, 'owner')
  const removed = await createPerson(context, tokens, team, 'owner')
  await removeMember(db, removed.userId)
  return { 'revoked key': key, 'expired token': late.session, 'removed member': removed.session }
}

/** An API key that does not exist. */
export const createUnknownKey = (): Headers => ({ 'x-api-key': `wk_${randomBytes(32).toString('hex')}` })
