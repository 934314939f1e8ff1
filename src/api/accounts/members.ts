/** Members of the organization. */
import Type, { type Static } from 'typebox'
import { canSend } from '../../channels/index.ts'
import type { Mailer } from '../../channels/mailer.ts'
import {
  type Actor,
  listRolePermissions,
  MEMBER_LIST_RIGHT,
  PERMISSIONS,
  ROLES,
  type Role,
} from '../../core/accounts/access.ts'
import { Problem } from '../../core/platform/errors.ts'
import { changeRole, removeMember } from '../../services/accounts/members.ts'
import { type ContactKind, listContactKinds } from '../../services/notifications/account-emails.ts'
import { countMembers, listMembers, type MemberRow } from '../../store/accounts/members.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { GuardedAccess } from '../platform/access.ts'
import {
  DELETED,
  Deleted,
  PageNumbers,
  PageQuery,
  toDataSchema,
  toEnvelope,
  toOffsetPage,
  toPageNumbers,
} from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Nullable, NullableIsoTime, OneOf, UpdateBody, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'

const ContactKindSchema = Type.Object(
  {
    channel: Type.String({ examples: ['email'] }),
    service: Nullable(Type.String({ description: 'Service of a webhook, for example `ntfy`' })),
    last_delivered_at: Type.Unsafe<string | null>({
      ...NullableIsoTime,
      description: 'Last message that arrived by this kind; null when none did',
    }),
  },
  { title: 'ContactKind' },
)

const Member = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    email: Type.String({ examples: ['bob@example.com'] }),
    name: Type.String({ examples: ['Bob'] }),
    role: OneOf(ROLES),
    permissions: Type.Array(OneOf(PERMISSIONS)),
    joined_at: IsoTime,
    last_active_at: NullableIsoTime,
    reachable_by: Type.Array(ContactKindSchema, {
      description:
        'Kinds of the enabled contact methods by which this installation can reach the user, without addresses',
    }),
  },
  { title: 'Member' },
)

const toMember = (row: MemberRow, kinds: readonly ContactKind[] = []): Static<typeof Member> => ({
  id: row.id,
  user_id: row.user_id,
  email: row.email,
  name: row.name,
  role: row.role as Role,
  permissions: [...listRolePermissions(row.role as Role)],
  joined_at: toIso(row.joined_at),
  last_active_at: toIsoOrNull(row.last_active_at),
  reachable_by: kinds.map(({ channel, service, lastDeliveredAt }) => ({
    channel,
    service,
    last_delivered_at: toIsoOrNull(lastDeliveredAt),
  })),
})

const VIEW: GuardedAccess = { ...MEMBER_LIST_RIGHT, scope: 'organization' }
const MANAGE: GuardedAccess = { permission: 'can_manage_organization', scope: 'organization', session: true }
const TAGS = ['Members']

async function showMembers(
  db: Reader,
  mailer: Mailer | null,
  rows: readonly MemberRow[],
): Promise<Static<typeof Member>[]> {
  const kinds = await listContactKinds(
    db,
    rows.map((row) => row.user_id),
    (method) => canSend(method, { mailer }),
  )
  return rows.map((row) => toMember(row, kinds.get(row.user_id)))
}

const DEFAULT_PAGE_SIZE = 20

export const registerMemberRoutes: Resource = (api, { context, mailer }) => {
  const { db } = context.store

  api.get(
    '/api/organizations/:orgId/members',
    {
      config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'List the members, sorted by name',
        params: UuidParams('orgId'),
        querystring: Type.Object(PageQuery(DEFAULT_PAGE_SIZE)),
        response: {
          200: Type.Object({
            success: Type.Literal(true),
            data: Type.Array(Member),
            pagination: PageNumbers,
          }),
        },
      },
    },
    async ({ actor, params, query }) => {
      requireOwnOrganization(actor, params.orgId)
      const rows = await listMembers(db, actor.organizationId, toOffsetPage(query))
      const total = await countMembers(db, actor.organizationId)
      return { ...toEnvelope(await showMembers(db, mailer, rows)), pagination: toPageNumbers(query, total) }
    },
  )

  api.patch(
    '/api/organizations/:orgId/members/:memberId',
    {
      config: { access: MANAGE, errors: ['INSUFFICIENT_PERMISSIONS', 'RESOURCE_NOT_FOUND', 'CONFLICT'] },
      schema: {
        tags: TAGS,
        summary: 'Change the role of a member',
        description: 'Only owners can promote or demote owners. The last owner cannot be demoted.',
        params: UuidParams('orgId', 'memberId'),
        body: UpdateBody({ role: OneOf(ROLES) }, Member),
        response: { 200: toDataSchema(Type.Object({ member: Member })) },
      },
    },
    async ({ actor, params, body }) => {
      requireOwnOrganization(actor, params.orgId)
      const changed = await changeRole(context, actor, params.memberId, body.role)
      const [member] = await showMembers(db, mailer, [changed])
      return toEnvelope({ member: member! })
    },
  )

  api.delete(
    '/api/organizations/:orgId/members/:memberId',
    {
      config: { access: VIEW, errors: ['INSUFFICIENT_PERMISSIONS', 'RESOURCE_NOT_FOUND', 'CONFLICT'] },
      schema: {
        tags: TAGS,
        summary: 'Remove a member or leave the organization',
        description:
          'Owners and admins can remove members; only owners can remove owners. Any member can leave, except the ' +
          'last owner. The sessions of the member end at once. The API keys that the member created are disabled, ' +
          'and the invitations that the member sent are withdrawn. Rotating such a key transfers it to the user who ' +
          'rotates it; the key can then be enabled again.',
        params: UuidParams('orgId', 'memberId'),
        response: { 200: toDataSchema(Deleted) },
      },
    },
    async ({ actor, params }) => {
      requireOwnOrganization(actor, params.orgId)
      await removeMember(context, actor, params.memberId)
      return toEnvelope(DELETED)
    },
  )
}

/**
 * Checks that the organization in the path is the caller's own. All other organizations count as missing.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export function requireOwnOrganization({ organizationId }: Actor, id: string): void {
  if (id !== organizationId) throw new Problem('RESOURCE_NOT_FOUND', `Organization ${id} does not exist`)
}
