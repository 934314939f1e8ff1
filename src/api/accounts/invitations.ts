/** Invitations to the organization: create and accept. */
import Type, { type Static } from 'typebox'
import { ROLES, type Role } from '../../core/accounts/access.ts'
import { Problem } from '../../core/platform/errors.ts'
import {
  acceptInvitation,
  getOpenInvitation,
  invite,
  type SentInvitation as Sent,
  withdrawInvitation,
} from '../../services/accounts/invitations.ts'
import { createInvitationMail } from '../../services/accounts/mail-texts.ts'
import { getOrganization } from '../../services/accounts/organizations.ts'
import { countInvitations, type InvitationRow, listInvitations } from '../../store/accounts/invitations.ts'
import type { GuardedAccess, PublicAccess } from '../platform/access.ts'
import { tryAuthenticateSession } from '../platform/authenticate.ts'
import {
  DELETED,
  Deleted,
  OffsetQuery,
  replyCreated,
  toDataSchema,
  toEnvelope,
  toPageSchema,
  toPagination,
} from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Email, IsoTime, Name, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'
import { requireOwnOrganization } from './members.ts'
import { LinkToken, SecondFactorCode } from './passwords.ts'
import { RefreshTokenHeaders, readSignedInData, SignedInData, sendRefreshToken } from './signed-in.ts'

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
      description: 'Link for the invited person, shown only once. It works once, until `expires_at`',
      examples: ['https://watchkeeper.example.com/invite?token=3q2-7w'],
    }),
    email_status: OneOf(['queued', 'not_configured'], {
      description:
        '`queued`: the email is sent after this response. `not_configured`: this server has no mail server, so the ' +
        'inviting user must send the link',
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
    account_exists: Type.Boolean({
      description: 'Whether the address already has an account, which must then be authenticated',
    }),
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

export const registerInvitationRoutes: Resource = (api, deps) => {
  const { context, config, tokens, logins, factorKeys, accountMail } = deps
  const { db } = context.store

  api.get(
    '/api/organizations/:orgId/invitations',
    {
      config: { access: MANAGE, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'List open invitations, newest first',
        params: UuidParams('orgId'),
        querystring: Type.Object(OffsetQuery),
        response: { 200: toPageSchema('invitations', Invitation) },
      },
    },
    async ({ actor, params, query }) => {
      requireOwnOrganization(actor, params.orgId)
      const rows = await listInvitations(db, actor.organizationId, context.now(), query)
      const total = await countInvitations(db, actor.organizationId, context.now())
      return toEnvelope({ invitations: rows.map(toInvitation), pagination: toPagination(query, total, rows.length) })
    },
  )

  api.post(
    '/api/organizations/:orgId/invitations',
    {
      config: { access: MANAGE, errors: ['RESOURCE_NOT_FOUND', 'PLAN_LIMIT_REACHED', 'CONFLICT'] },
      schema: {
        tags: TAGS,
        summary: 'Invite a person by email address',
        description:
          'Sends an email with the link if a mail server is configured, and returns the link once. Members and open ' +
          'invitations count together towards the plan limit. Only owners can invite owners. An address with an ' +
          'open invitation is refused: withdraw that invitation first, because a new link would invalidate it.',
        params: UuidParams('orgId'),
        body: Body({ email: Email, role: OneOf(ROLES) }),
        response: { 201: toDataSchema(Type.Object({ invitation: NewInvitation })) },
      },
    },
    async ({ actor, params, body }, reply) => {
      requireOwnOrganization(actor, params.orgId)
      const { invitation, token } = await invite(context, actor, body)
      const url = `${config.baseUrl}/invite?token=${token}`
      accountMail.sendForAnother(async () => {
        const { name: organization } = await getOrganization(db, actor.organizationId)
        return createInvitationMail(invitation.email, { name: actor.userName, organization }, url)
      })
      const email_status = accountMail.isAvailable ? ('queued' as const) : ('not_configured' as const)
      return replyCreated(reply, { invitation: { ...toInvitation(invitation), accept_url: url, email_status } })
    },
  )

  api.delete(
    '/api/organizations/:orgId/invitations/:id',
    {
      config: { access: MANAGE, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Withdraw an invitation; its link stops working immediately',
        params: UuidParams('orgId', 'id'),
        response: { 200: toDataSchema(Deleted) },
      },
    },
    async ({ actor, params }) => {
      requireOwnOrganization(actor, params.orgId)
      await withdrawInvitation(context, actor, params.id)
      return toEnvelope(DELETED)
    },
  )

  api.post(
    '/api/auth/invitations/look-up',
    {
      config: { access: PUBLIC, errors: ['INVALID_TOKEN'] },
      schema: {
        tags: TAGS,
        summary: 'Get an invitation by the token of its link',
        description:
          'For an invited person who has not yet accepted. The token is sent in the body because URLs are logged.',
        body: Body({ token: LinkToken }),
        response: { 200: toDataSchema(Type.Object({ invitation: SentInvitation })) },
      },
    },
    async ({ body }) => toEnvelope({ invitation: toSentInvitation(await getOpenInvitation(context, body.token)) }),
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
        summary: 'Accept an invitation and sign in to its organization',
        headers: RefreshTokenHeaders,
        description:
          'Without an account for the address, `name` and `password` create one. With an account, the link is not enough ' +
          'to sign in, because the inviting user also has the link. Send a session of that account as ' +
          '`Authorization: Bearer`, or its `password` (and `totp` with a second factor). `details.account_exists` ' +
          'and `details.totp_required` report the missing data.',
        body: Body({
          token: LinkToken,
          name: Type.Optional(Name(100)),
          password: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, examples: ['correct horse battery'] })),
          totp: Type.Optional(SecondFactorCode),
        }),
        response: { 200: toDataSchema(SignedInData) },
      },
    },
    async (request, reply) => {
      const session = await tryAuthenticateSession(request, { db, now: context.now, tokens })
      if (session instanceof Problem) throw session
      const signedIn = await acceptInvitation(context, factorKeys, config.registration, {
        ...request.body,
        sessionUserId: session?.actor.userId ?? null,
        countAttempt: (email) => logins.take(email, request.ip, 'to sign in to this account'),
        countCode: (email) => logins.takeCode(email, request.ip),
        ip: request.ip,
      })
      return toEnvelope(sendRefreshToken(request, reply, config.baseUrl, await readSignedInData(deps, signedIn)))
    },
  )
}
