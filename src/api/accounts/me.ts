/** The user and organization of the caller. */
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
import type { UserRow } from '../../store/accounts/users.ts'
import type { Reader } from '../../store/platform/store.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Name, OneOf, UpdateBody, Uuid } from '../platform/schemas.ts'

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
