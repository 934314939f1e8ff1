/** Routes for the instance admin: other organizations, and the mail server of the installation. */
import type { onRequestHookHandler } from 'fastify'
import Type, { type Static } from 'typebox'
import { ChannelError } from '../../channels/channel-error.ts'
import { ENCRYPTIONS } from '../../channels/mail/email-settings.ts'
import { PLANS } from '../../core/accounts/plan.ts'
import { Problem } from '../../core/platform/errors.ts'
import { MASK } from '../../core/platform/sealing/sealed-fields.ts'
import { ProbeError } from '../../core/results/verdict.ts'
import { createTestMail } from '../../services/accounts/mail-texts.ts'
import { changePlan } from '../../services/accounts/organizations.ts'
import {
  completeEmailSettings,
  deleteEmailSettings,
  type EmailDraft,
  InstanceMail,
  MAIL_SOURCES,
  type MailState,
  saveEmailSettings,
} from '../../services/platform/instance-mail.ts'
import { countOrganizations, listOrganizations } from '../../store/accounts/organizations.ts'
import { findUser } from '../../store/accounts/users.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { OffsetQuery, toDataSchema, toEnvelope, toPageSchema, toPagination } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, IsoTime, Nullable, NullableIsoTime, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'
import { Organization, readOrganization } from './organization.ts'

const ListedOrganization = Type.Object(
  {
    id: Uuid,
    name: Type.String({ examples: ['Example Ltd'] }),
    slug: Type.String({ examples: ['example-ltd'] }),
    plan: OneOf(PLANS),
    member_count: Type.Integer(),
    created_at: IsoTime,
    updated_at: IsoTime,
  },
  { title: 'ListedOrganization' },
)

type ListedRow = Awaited<ReturnType<typeof listOrganizations>>[number]

const toListedOrganization = (row: ListedRow): Static<typeof ListedOrganization> => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  plan: row.plan as (typeof PLANS)[number],
  member_count: row.member_count,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})

const SESSION: GuardedAccess = { permission: 'can_view', scope: 'organization', session: true }
const TAGS = ['Administration']
const ADMIN = 'Requires an admin of the instance; the first account is an admin.'

/** Runs before the body is read, like every other permission check. */
export const requireAdmin: onRequestHookHandler = ({ actor }, _reply, done) => {
  if (actor.isInstanceAdmin) return done()
  done(new Problem('INSUFFICIENT_PERMISSIONS', 'Only an admin of this instance can do this'))
}

export const registerAdminRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/admin/organizations',
    {
      onRequest: requireAdmin,
      config: { access: SESSION, errors: ['INSUFFICIENT_PERMISSIONS'] },
      schema: {
        tags: TAGS,
        summary: 'List all organizations of the instance, newest first',
        description: ADMIN,
        querystring: Type.Object(OffsetQuery),
        response: { 200: toPageSchema('organizations', ListedOrganization) },
      },
    },
    async ({ query }) => {
      const rows = await listOrganizations(db, query)
      const total = await countOrganizations(db)
      return toEnvelope({
        organizations: rows.map(toListedOrganization),
        pagination: toPagination(query, total, rows.length),
      })
    },
  )

  api.put(
    '/api/admin/organizations/:id/plan',
    {
      onRequest: requireAdmin,
      config: { access: SESSION, errors: ['INSUFFICIENT_PERMISSIONS', 'RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Change the plan of an organization',
        description: `Existing resources above the limits of a smaller plan are kept; only new ones are refused. ${ADMIN}`,
        params: UuidParams('id'),
        body: Body({ plan: OneOf(PLANS) }),
        response: { 200: toDataSchema(Type.Object({ organization: Organization })) },
      },
    },
    async ({ actor, params, body }) => {
      await changePlan(context, actor, params.id, body.plan)
      return toEnvelope({ organization: await readOrganization(context, params.id) })
    },
  )
}

const Host = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Host name or address of the mail server',
  examples: ['mail.example.com'],
})
const Port = Type.Integer({
  minimum: 1,
  maximum: 65535,
  description: 'Usually 587 with `starttls` and 465 with `tls`',
  examples: [587],
})
const Encryption = OneOf(ENCRYPTIONS, {
  description:
    '`tls`: from the start. `starttls`: always, by STARTTLS. `auto`: STARTTLS if the server offers it, and always before ' +
    'a password. `none`: never, even with a password',
})
const From = Type.String({
  minLength: 1,
  maxLength: 320,
  description: 'Sender of all emails, which the mail server must accept',
  examples: ['Watchkeeper <alerts@example.com>'],
})
const Username = Nullable(
  Type.String({ maxLength: 320, description: 'Null when the server needs no credentials', examples: ['alerts'] }),
)

const ShownSettings = Type.Object({
  host: Host,
  port: Port,
  encryption: Encryption,
  username: Username,
  password: Nullable(Type.String({ description: 'Masked', examples: [MASK] })),
  from: From,
})

const Email = Type.Object(
  {
    source: OneOf(MAIL_SOURCES, {
      description:
        'Place of the settings in use. `environment`: `WK_SMTP_URL`, which wins over the database. `none`: there is no ' +
        'mail server',
    }),
    settings: Nullable(ShownSettings),
    updated_at: { ...NullableIsoTime, description: 'Last change in the database; null for the environment' },
  },
  { title: 'EmailSettings' },
)

const DRAFT = {
  host: Host,
  port: Port,
  encryption: Encryption,
  username: Type.Optional(Username),
  password: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 1024,
        description:
          'Encrypted in the database. Absent or masked: the stored password, unless host, port or encryption change',
      }),
    ),
  ),
  from: From,
}
const Draft = Body(DRAFT)

const toDraft = ({ username = null, password, ...rest }: Static<typeof Draft>): EmailDraft => ({
  ...rest,
  username: username || null,
  password,
})

const Test = Type.Object({
  delivered: Type.Boolean({ description: 'Whether the mail server accepted the email' }),
  recipient: Type.String({ description: 'Email address of the caller', examples: ['admin@example.com'] }),
  answer: Type.String({
    description: 'Reply of the mail server, or the reason why there is none',
    examples: ['250 2.0.0 Ok: queued as 4WkH1x2QzZz9'],
  }),
})

/** Tests per admin in 15 minutes. */
const TESTS = 30
const PATH = '/api/admin/email'
const response = { 200: toDataSchema(Type.Object({ email: Email })) }
const common = {
  onRequest: requireAdmin,
  config: { access: SESSION, errors: ['INSUFFICIENT_PERMISSIONS'] },
} as const

/** Mail server of the installation, for the instance admin. */
export const registerAdminEmailRoutes: Resource = (api, { context, instanceMail, limits }) => {
  const mail = instanceMail ?? new InstanceMail({ store: context.store, environment: null })
  const tests = limits.limiter('email test', TESTS)
  /** Reads the database, because another server may have changed it just now. */
  const show = async () => {
    await mail.refresh()
    return toEnvelope({ email: toEmail(mail.state) })
  }

  api.get(
    PATH,
    {
      ...common,
      schema: {
        tags: TAGS,
        summary: 'Get the mail server of the installation',
        description: `${ADMIN} The password is masked.`,
        response,
      },
    },
    show,
  )

  api.put(
    PATH,
    {
      ...common,
      schema: {
        tags: TAGS,
        summary: 'Set the mail server of the installation',
        description:
          `${ADMIN} All servers use the change within seconds, without a restart. While \`WK_SMTP_URL\` is set, the ` +
          'settings are stored but not used, and the response has the source `environment`.',
        body: Draft,
        response,
      },
    },
    async ({ actor, body }) => {
      await saveEmailSettings(context, actor, toDraft(body))
      return show()
    },
  )

  api.delete(
    PATH,
    {
      ...common,
      schema: {
        tags: TAGS,
        summary: 'Delete the mail server of the installation from the database',
        description: `${ADMIN} Nothing happens if there is none.`,
        response,
      },
    },
    async ({ actor }) => {
      await deleteEmailSettings(context, actor)
      return show()
    },
  )

  api.post(
    `${PATH}/test`,
    {
      onRequest: requireAdmin,
      config: { access: SESSION, weight: 'waiting', errors: ['INSUFFICIENT_PERMISSIONS'] },
      schema: {
        tags: TAGS,
        summary: 'Send a test email to the caller',
        description: `${ADMIN} Tests the settings in use, or the settings of the request, which are not stored.`,
        body: Body({ settings: Type.Optional(Type.Object(DRAFT, { additionalProperties: false })) }),
        response: { 200: toDataSchema(Type.Object({ test: Test })) },
      },
    },
    async ({ actor, body }) => {
      await tests.take(actor.userId, 'test emails')
      const { email: recipient } = (await findUser(context.store.db, actor.userId))!
      const settings = body.settings && (await completeEmailSettings(context.store.db, toDraft(body.settings)))
      await mail.refresh()
      const message = createTestMail(recipient)
      try {
        const sent = settings ? mail.sendWith(settings, message) : mail.send(message)
        return toEnvelope({ test: { delivered: true, recipient, answer: String(await sent) } })
      } catch (error) {
        if (!(error instanceof ChannelError || error instanceof ProbeError)) throw error
        return toEnvelope({ test: { delivered: false, recipient, answer: error.message } })
      }
    },
  )
}

const toEmail = ({ source, settings, updatedAt, isUnreadable }: MailState): Static<typeof Email> => ({
  source,
  settings: settings && {
    ...settings,
    password: settings.password !== null || isUnreadable ? MASK : null,
  },
  updated_at: toIsoOrNull(updatedAt),
})
