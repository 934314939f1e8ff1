/** Routes of the user's own account and its sessions. */
import Type from 'typebox'
import { computeLastUse, revokeOwnSession } from '../../services/accounts/sessions.ts'
import { listOpenSessions } from '../../store/accounts/sessions.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { DELETED, Deleted, toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Uuid, UuidParams } from '../platform/schemas.ts'
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
