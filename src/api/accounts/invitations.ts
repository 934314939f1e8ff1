/** Inviting people into the organization, and accepting. */
import Type, { type Static } from 'typebox'
import { ROLES, type Role } from '../../core/accounts/access.ts'
import { Problem } from '../../core/platform/errors.ts'
import {
  acceptInvitation,
  invite,
  lookUpInvitation,
  type SentInvitation as Sent,
  withdrawInvitation,
} from '../../services/accounts/invitations.ts'
import { invitationMail } from '../../services/accounts/mail-texts.ts'
import { getOrganization } from '../../services/accounts/organizations.ts'
import { countInvitations, type InvitationRow, listInvitations } from '../../store/accounts/invitations.ts'
import type { GuardedAccess, PublicAccess } from '../platform/access.ts'
import { sessionOf } from '../platform/authenticate.ts'
import { created, DELETED, Deleted, dataOf, OffsetQuery, ok, pageOf, pagination } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Email, IsoTime, Name, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'
import { requireOwnOrganization } from './own-organization.ts'
import { handOver, RefreshTokenHeaders } from './refresh-cookie.ts'
import { LinkToken, SecondFactorCode } from './secrets.ts'
import { SignedInData, signedInData } from './signed-in.ts'

const fields = {
  id: Uuid,
  email: Type.String({ examples: ['bob@example.com'] }),
  role: OneOf(ROLES),
  invited_by: Uuid,
  invited_by_name: Type.String({ examples: ['Alice'] }),
  created_at: IsoTime,
  expires_at: IsoTime,
}

const Invitation = Type.Object(fields, { title: 'Invitation' })
const NewInvitation = Type.Object(
  {
    ...fields,
    accept_url: Type.String({
      description: 'For the invited alone, shown only now. Works once, until `expires_at`',
      examples: ['https://watchkeeper.example.com/invite?token=3q2-7w'],
    }),
  },
  { title: 'NewInvitation' },
)

const { email, role, invited_by_name, expires_at } = fields
const SentInvitation = Type.Object(
  {
    organization_name: Type.String({ examples: ['Example Ltd'] }),
    email,
    role,
    invited_by_name,
    expires_at,
    account_exists: Type.Boolean({ description: 'Whether the address has an account, which then has to be proved' }),
  },
  { title: 'SentInvitation' },
)

const toInvitation = (row: InvitationRow): Static<typeof Invitation> => ({
  id: row.id,
  email: row.email,
  role: row.role as Role,
  invited_by: row.invited_by,
  invited_by_name: row.invited_by_name,
  created_at: toIso(row.created_at),
  expires_at: toIso(row.expires_at),
})

const toSentInvitation = ({ invitation, organizationName, hasAccount }: Sent): Static<typeof SentInvitation> => ({
  organization_name: organizationName,
  email: invitation.email,
  role: invitation.role as Role,
  invited_by_name: invitation.invited_by_name,
  expires_at: toIso(invitation.expires_at),
  account_exists: hasAccount,
})

const MANAGE: GuardedAccess = { permission: 'can_manage_organization', scope: 'organization', session: true }
const PUBLIC: PublicAccess = { public: true }
const TAGS = ['Members']

export const invitations: Resource = (api, deps) => {
  const { context, config, tokens, logins, factorKeys, post } = deps
  const { db } = context.store

  api.get(
    '/api/organizations/:orgId/invitations',
    {
      config: { access: MANAGE, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'List the invitations that can still be accepted, newest first',
        params: UuidParams('orgId'),
        querystring: Type.Object(OffsetQuery),
        response: { 200: pageOf('invitations', Invitation) },
      },
    },
    async ({ actor, params, query }) => {
      requireOwnOrganization(actor, params.orgId)
      const rows = await listInvitations(db, actor.organizationId, context.now(), query)
      const total = await countInvitations(db, actor.organizationId, context.now())
      return ok({ invitations: rows.map(toInvitation), pagination: pagination(query, total, rows.length) })
    },
  )

  api.post(
    '/api/organizations/:orgId/invitations',
    {
      config: { access: MANAGE, errors: ['RESOURCE_NOT_FOUND', 'PLAN_LIMIT_REACHED', 'CONFLICT'] },
      schema: {
        tags: TAGS,
        summary: 'Invite somebody by their e-mail address',
        description:
          'Mails them a link when there is a mail server, and answers it once. The plan counts members and open ' +
          'invitations together. Only owners invite owners. An address that is invited already is refused: withdraw ' +
          'that invitation first, because another link would end the one that was sent.',
        params: UuidParams('orgId'),
        body: Body({ email: Email, role: OneOf(ROLES) }),
        response: { 201: dataOf(Type.Object({ invitation: NewInvitation })) },
      },
    },
    async ({ actor, params, body }, reply) => {
      requireOwnOrganization(actor, params.orgId)
      const { invitation, token } = await invite(context, actor, body)
      const url = `${config.baseUrl}/invite?token=${token}`
      post.sendForAnother(async () => {
        const { name: organization } = await getOrganization(db, actor.organizationId)
        return invitationMail(invitation.email, { name: actor.userName, organization }, url)
      })
      return created(reply, { invitation: { ...toInvitation(invitation), accept_url: url } })
    },
  )

  api.delete(
    '/api/organizations/:orgId/invitations/:id',
    {
      config: { access: MANAGE, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Withdraw an invitation; its link stops working at once',
        params: UuidParams('orgId', 'id'),
        response: { 200: dataOf(Deleted) },
      },
    },
    async ({ actor, params }) => {
      requireOwnOrganization(actor, params.orgId)
      await withdrawInvitation(context, actor, params.id)
      return ok(DELETED)
    },
  )

  api.post(
    '/api/auth/invitations/look-up',
    {
      config: { access: PUBLIC, errors: ['INVALID_TOKEN'] },
      schema: {
        tags: TAGS,
        summary: 'Read what an invitation is about, by its link',
        description:
          'For whoever has the link and has not accepted yet. The token comes in the body: addresses are logged.',
        body: Body({ token: LinkToken }),
        response: { 200: dataOf(Type.Object({ invitation: SentInvitation })) },
      },
    },
    async ({ body }) => ok({ invitation: toSentInvitation(await lookUpInvitation(context, body.token)) }),
  )

  api.post(
    '/api/auth/invitations/accept',
    {
      config: {
        access: PUBLIC,
        errors: [
          'INVALID_TOKEN',
          'MISSING_AUTH',
          'INVALID_CREDENTIALS',
          'REGISTRATION_CLOSED',
          'PLAN_LIMIT_REACHED',
          'CONFLICT',
        ],
      },
      schema: {
        tags: TAGS,
        summary: 'Accept an invitation, and sign in to its organization',
        headers: RefreshTokenHeaders,
        description:
          'Where the address has no account, `name` and `password` make one. Where it has one, the link alone does not ' +
          'sign in to it, because whoever invited knows the link too: send a session of that account as `Authorization: ' +
          'Bearer`, or its `password` (and `totp` when it has a second factor). What is missing is told by ' +
          '`details.account_exists` and `details.totp_required`.',
        body: Body({
          token: LinkToken,
          name: Type.Optional(Name(100)),
          password: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, examples: ['correct horse battery'] })),
          totp: Type.Optional(SecondFactorCode),
        }),
        response: { 200: dataOf(SignedInData) },
      },
    },
    async (request, reply) => {
      const session = await sessionOf(request, { db, now: context.now, tokens })
      if (session instanceof Problem) throw session
      const signedIn = await acceptInvitation(context, factorKeys, config.registration, {
        ...request.body,
        sessionUserId: session?.actor.userId ?? null,
        countAttempt: (email) => logins.take(email, request.ip, 'to sign in to this account'),
        countCode: (email) => logins.takeCode(email, request.ip),
        ip: request.ip,
      })
      return ok(handOver(request, reply, config.baseUrl, await signedInData(deps, signedIn)))
    },
  )
}
