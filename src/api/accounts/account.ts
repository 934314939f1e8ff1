/** What belongs to your account: where you are signed in. */
import Type from 'typebox'
import { endOwnSession, lastUseOf } from '../../services/accounts/sessions.ts'
import { listOpenSessions } from '../../store/accounts/sessions.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { DELETED, Deleted, dataOf, ok } from '../platform/envelope.ts'
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
    last_used_at: Type.Unsafe<string>({ ...IsoTime, description: 'When its tokens were renewed last' }),
    expires_at: Type.Unsafe<string>({ ...IsoTime, description: 'When it ends, unless it is used' }),
    is_current: Type.Boolean({ description: 'Whether it is the one that asks' }),
  },
  { title: 'Session' },
)

/** More than anybody has; the rest would be the oldest. */
const MOST_SESSIONS = 100

export const account: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/auth/sessions',
    {
      config: { access: SESSION },
      schema: {
        tags,
        summary: 'List where you are signed in, newest first',
        description: `Those that go on, the newest ${MOST_SESSIONS}. Nothing is known of the place or the program.`,
        response: { 200: dataOf(Type.Object({ sessions: Type.Array(Session) })) },
      },
    },
    async ({ actor }) => {
      const current = actor.credential.kind === 'session' ? actor.credential.sessionId : null
      const sessions = await listOpenSessions(db, actor.userId, context.now(), MOST_SESSIONS)
      return ok({
        sessions: sessions.map((session) => ({
          id: session.id,
          organization_id: session.organizationId,
          organization_name: session.organizationName,
          created_at: toIso(session.createdAt),
          last_used_at: toIso(lastUseOf(session)),
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
        summary: 'Sign out somewhere',
        description: 'Its tokens are void at once. It may be the session that asks.',
        params: UuidParams('id'),
        response: { 200: dataOf(Deleted) },
      },
    },
    async ({ actor, params }) => {
      await endOwnSession(context, actor, params.id)
      return ok(DELETED)
    },
  )
}
