/** Users and organizations for tests. Alice owns her organization, Bob belongs to it, Charlie has no access. */

import { randomBytes } from 'node:crypto'
import type { KeyScope, Role } from '../../../src/core/accounts/access.ts'
import { formatApiKey, toKeyPreview } from '../../../src/core/accounts/credential.ts'
import type { PlanName } from '../../../src/core/accounts/plan.ts'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import type { Context } from '../../../src/services/platform/context.ts'
import { type AccessTokens, hashSha256 } from '../../../src/services/platform/credentials/tokens.ts'
import { insertOrganization } from '../../../src/store/accounts/organizations.ts'

export interface Team {
  organizationId: string
  /** The default project. */
  projectId: string
}

export interface Person extends Team {
  userId: string
  email: string
  /** Headers with the user's credentials. */
  session: { authorization: string }
}

/** Creates an organization with its default project and without members. */
export async function createTeam(context: Context, name = 'Example', plan: PlanName = 'scale'): Promise<Team> {
  const at = context.now()
  const organizationId = context.newId()
  const projectId = context.newId()
  const times = { created_at: at, updated_at: at }
  await context.store.transact(async (tx) => {
    await insertOrganization(tx, { id: organizationId, name, slug: organizationId, plan, ...times })
    await tx
      .insertInto('projects')
      .values({ id: projectId, organization_id: organizationId, name, slug: 'default', is_default: 1, ...times })
      .execute()
  })
  return { organizationId, projectId }
}

/** Creates a signed-in user with this role in the team. The password is unknown. */
export async function createPerson(
  context: Context,
  tokens: AccessTokens,
  team: Team,
  role: Role,
  name: string = role,
): Promise<Person> {
  const at = context.now()
  const [userId, memberId, sessionId] = [context.newId(), context.newId(), context.newId()]
  const email = `${name.toLowerCase()}-${userId}@example.test`
  const { organizationId } = team
  await context.store.transact(async (tx) => {
    const times = { created_at: at, updated_at: at }
    await tx
      .insertInto('users')
      .values({ id: userId, email, name, password_hash: '', is_instance_admin: 0, ...times })
      .execute()
    await tx
      .insertInto('members')
      .values({
        id: memberId,
        organization_id: organizationId,
        user_id: userId,
        role,
        joined_at: at,
        last_active_at: null,
      })
      .execute()
    await tx
      .insertInto('sessions')
      .values({
        id: sessionId,
        user_id: userId,
        organization_id: organizationId,
        created_at: at,
        expires_at: at + 30 * DAY_MS,
        revoked_at: null,
      })
      .execute()
  })
  const token = await tokens.sign({ userId, sessionId })
  return { ...team, userId, email, session: { authorization: `Bearer ${token}` } }
}

/**
 * Creates an API key of this user.
 *
 * @returns headers with the key
 */
export async function createKeyHeaders(
  context: Context,
  person: Person,
  scope: KeyScope,
): Promise<{ 'x-api-key': string }> {
  const at = context.now()
  const key = formatApiKey(randomBytes(32))
  await context.store.transact((tx) =>
    tx
      .insertInto('api_keys')
      .values({
        id: context.newId(),
        organization_id: person.organizationId,
        created_by: person.userId,
        name: scope,
        key_hash: hashSha256(key),
        key_preview: toKeyPreview(key),
        scope,
        is_active: 1,
        expires_at: null,
        last_used_at: null,
        created_at: at,
        updated_at: at,
      })
      .execute(),
  )
  return { 'x-api-key': key }
}

/** Creates Alice and Bob in one organization, and Charlie in another. */
export async function createPeople(
  context: Context,
  tokens: AccessTokens,
  plan: PlanName = 'scale',
): Promise<{ alice: Person; bob: Person; charlie: Person }> {
  const team = await createTeam(context, 'Alice and Bob', plan)
  const stranger = await createTeam(context, 'Charlie', plan)
  return {
    alice: await createPerson(context, tokens, team, 'owner', 'Alice'),
    bob: await createPerson(context, tokens, team, 'editor', 'Bob'),
    charlie: await createPerson(context, tokens, stranger, 'owner', 'Charlie'),
  }
}
