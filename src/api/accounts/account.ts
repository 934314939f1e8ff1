/** The user who calls: the account, its sessions and its organizations. */
import Type, { type Static } from 'typebox'
import {
  type Actor,
  listPermissions,
  PERMISSIONS,
  type Permission,
  ROLES,
  type Role,
} from '../../core/accounts/access.ts'
import { getAccount, renameAccount } from '../../services/accounts/accounts.ts'
import { readFactorState } from '../../services/accounts/second-factors.ts'
import { computeLastUse, revokeOwnSession } from '../../services/accounts/sessions.ts'
import { listOpenSessions } from '../../store/accounts/sessions.ts'
import type { UserRow } from '../../store/accounts/users.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { DELETED, Deleted, toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Name, OneOf, UpdateBody, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'

const SESSION: GuardedAccess = { permission: 'can_view', scope: 'organization', session: true }
const tags = ['Account']

const Session = Type.Object(
  {
    id: Uuid,
    organization_id: Uuid,
    organization_name: Type.String({ examples: ['Example Ltd'] }),
    created_at: IsoTime,
    last_used_at: Type.Unsafe<string>({ ...IsoTime, description: 'Time of the last token refresh' }),
    expires_at: Type.Unsafe<string>({
      ...IsoTime,
      description: 'Time when the session ends unless its tokens are refreshed',
    }),
    is_current: Type.Boolean({ description: 'Whether this session made the request' }),
  },
  { title: 'Session' },
)

/** Maximum number of sessions listed, far more than a user has; the oldest are omitted. */
const MAX_SESSIONS = 100

export const registerAccountRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/auth/sessions',
    {
      config: { access: SESSION },
      schema: {
        tags,
        summary: 'List your sessions, newest first',
        description: `Returns the newest ${MAX_SESSIONS} active sessions. Location and client are not recorded.`,
        response: { 200: toDataSchema(Type.Object({ sessions: Type.Array(Session) })) },
      },
    },
    async ({ actor }) => {
      const current = actor.credential.kind === 'session' ? actor.credential.sessionId : null
      const sessions = await listOpenSessions(db, actor.userId, context.now(), MAX_SESSIONS)
      return toEnvelope({
        sessions: sessions.map((session) => ({
          id: session.id,
          organization_id: session.organizationId,
          organization_name: session.organizationName,
          created_at: toIso(session.createdAt),
          last_used_at: toIso(computeLastUse(session)),
          expires_at: toIso(session.expiresAt),
          is_current: session.id === current,
        })),
      })
    },
  )

  api.delete(
    '/api/auth/sessions/:id',
    {
      config: { access: SESSION, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags,
        summary: 'End a session',
        description: 'The tokens of the session stop working immediately. The current session can be ended too.',
        params: UuidParams('id'),
        response: { 200: toDataSchema(Deleted) },
      },
    },
    async ({ actor, params }) => {
      await revokeOwnSession(context, actor, params.id)
      return toEnvelope(DELETED)
    },
  )
}

export const User = Type.Object({
  id: Uuid,
  email: Type.String({ examples: ['alice@example.com'] }),
  name: Type.String({ examples: ['Alice'] }),
  role: OneOf(ROLES),
  organization_id: Uuid,
  permissions: Type.Array(OneOf(PERMISSIONS)),
  is_instance_admin: Type.Boolean(),
})

export const toUser = (
  row: UserRow,
  organizationId: string,
  role: Role,
  permissions: readonly Permission[],
): Static<typeof User> => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role,
  organization_id: organizationId,
  permissions: [...permissions],
  is_instance_admin: row.is_instance_admin === 1,
})

const OwnUser = Type.Object(
  { ...User.properties, totp_enabled: Type.Boolean({ description: 'Whether sign-in requires a second factor' }) },
  { title: 'OwnUser' },
)

const Me = toDataSchema(Type.Object({ user: OwnUser }))

/** For an API key, returns the permissions of the key. */
async function readMe(db: Reader, row: UserRow, actor: Actor) {
  const { isEnabled } = await readFactorState(db, actor.userId)
  return toEnvelope({
    user: { ...toUser(row, actor.organizationId, actor.role, listPermissions(actor)), totp_enabled: isEnabled },
  })
}

export const registerMeRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/auth/me',
    {
      config: { access: { permission: 'can_view', scope: 'organization' } },
      schema: { tags: ['Account'], summary: 'Get your account', response: { 200: Me } },
    },
    async ({ actor }) => readMe(db, await getAccount(db, actor.userId), actor),
  )

  api.patch(
    '/api/auth/me',
    {
      config: { access: { permission: 'can_view', scope: 'organization', session: true } },
      schema: {
        tags: ['Account'],
        summary: 'Rename your account',
        body: UpdateBody({ name: Name(100) }, OwnUser),
        response: { 200: Me },
      },
    },
    async ({ actor, body }) => readMe(db, await renameAccount(context, actor, body.name), actor),
  )
}
