/** Passwords and second factors of users: change, reset, and the schemas of both. */
import Type from 'typebox'
import type { Actor } from '../../core/accounts/access.ts'
import { normalizeEmail, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../core/accounts/credential.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { toCountedAddress } from '../../core/platform/limits/rate-limit.ts'
import { getAccount } from '../../services/accounts/accounts.ts'
import { createPasswordChangedMail, createResetMail } from '../../services/accounts/mail-texts.ts'
import {
  changePassword,
  requirePassword,
  resetPassword,
  startPasswordReset,
} from '../../services/accounts/password-changes.ts'
import {
  disableSecondFactor,
  enableSecondFactor,
  readFactorState,
  startSecondFactor,
} from '../../services/accounts/second-factors.ts'
import { findUser, findUserByEmail } from '../../store/accounts/users.ts'
import type { GuardedAccess, PublicAccess } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Email } from '../platform/schemas.ts'

/** Reset links per account and requesting address in 15 minutes. Unknown accounts count too. */
const LINKS_PER_ACCOUNT_AND_ADDRESS = 3
/**
 * Reset links per account from all addresses together, so that a mailbox is not flooded. A link that was sent works
 * from any address.
 */
const LINKS_PER_ACCOUNT = 10
/** Reset links per requesting address. */
const LINKS_PER_ADDRESS = 10

const PUBLIC: PublicAccess = { public: true }
const SESSION: GuardedAccess = { permission: 'can_view', scope: 'organization', session: true }
const TAGS = ['Account']

const Success = toDataSchema(Type.Object({ success: Type.Literal(true) }))
const SUCCESS = { success: true } as const

export const registerPasswordRoutes: Resource = (api, { context, config, limits, logins, accountMail }) => {
  const { db } = context.store
  const byBoth = limits.limiter('password link of account from address', LINKS_PER_ACCOUNT_AND_ADDRESS)
  const byAccount = limits.limiter('password link of account', LINKS_PER_ACCOUNT)
  const byAddress = limits.limiter('password link from address', LINKS_PER_ADDRESS)

  api.post(
    '/api/auth/password',
    {
      config: { access: SESSION, errors: ['INVALID_CREDENTIALS'] },
      schema: {
        tags: TAGS,
        summary: 'Change your password; all other sessions end',
        body: Body({ current_password: CurrentPassword, new_password: NewPassword }),
        response: { 200: Success },
      },
    },
    async ({ actor, body }) => {
      await countAttempt(actor)
      const user = await changePassword(context, actor, { current: body.current_password, next: body.new_password })
      accountMail.send(() => createPasswordChangedMail(user))
      return toEnvelope(SUCCESS)
    },
  )

  /** Counts a guess at the current password like a sign-in attempt. */
  async function countAttempt({ userId, ip }: Actor): Promise<void> {
    const user = await findUser(db, userId)
    if (user) await logins.take(user.email, ip, 'with the password of this account')
  }

  api.post(
    '/api/auth/password/forgot',
    {
      config: { access: PUBLIC },
      schema: {
        tags: TAGS,
        summary: 'Request a password reset link',
        description:
          'The response is the same whether the account exists or not. The link is sent by email, and works once ' +
          'within one hour. Nothing is sent without a mail server.',
        body: Body({ email: Email }),
        response: { 200: Success },
      },
    },
    async ({ ip, body }) => {
      const email = normalizeEmail(body.email)
      await byAddress.take(toCountedAddress(ip), 'password reset links requested from this address')
      await byBoth.take(
        `${email}\n${toCountedAddress(ip)}`,
        'password reset links requested for this account from this address',
      )
      await byAccount.take(email, 'password reset links requested for this account')
      const user = await findUserByEmail(db, email)
      accountMail.send(async () => {
        if (!user) return null
        return createResetMail(
          user,
          `${config.baseUrl}/reset-password?token=${await startPasswordReset(context, user.id)}`,
        )
      })
      return toEnvelope(SUCCESS)
    },
  )

  api.post(
    '/api/auth/password/reset',
    {
      config: { access: PUBLIC, errors: ['INVALID_TOKEN'] },
      schema: {
        tags: TAGS,
        summary: 'Set a new password with a reset link; all sessions end',
        description: 'The second factor is kept and is required at the next sign-in.',
        body: Body({ token: LinkToken, password: NewPassword }),
        response: { 200: Success },
      },
    },
    async ({ ip, body }) => {
      const user = await resetPassword(context, { ...body, ip })
      accountMail.send(() => createPasswordChangedMail(user))
      return toEnvelope(SUCCESS)
    },
  )
}

const State = Type.Object(
  {
    is_enabled: Type.Boolean(),
    recovery_codes_left: Type.Integer({ description: 'Unused recovery codes' }),
  },
  { title: 'SecondFactor' },
)

export const registerSecondFactorRoutes: Resource = (api, { context, logins, factorKeys }) => {
  const { db } = context.store

  api.get(
    '/api/auth/totp',
    {
      config: { access: SESSION },
      schema: {
        tags: TAGS,
        summary: 'Get the second factor of your account',
        response: { 200: toDataSchema(Type.Object({ totp: State })) },
      },
    },
    async ({ actor }) => {
      const { isEnabled, recoveryCodesLeft } = await readFactorState(db, actor.userId)
      return toEnvelope({ totp: { is_enabled: isEnabled, recovery_codes_left: recoveryCodesLeft } })
    },
  )

  api.post(
    '/api/auth/totp/setup',
    {
      config: { access: SESSION, errors: ['CONFLICT'] },
      schema: {
        tags: TAGS,
        summary: 'Create a secret for an authenticator app (RFC 6238)',
        description: 'The second factor is active after `POST /api/auth/totp/enable` with a first code.',
        response: {
          200: toDataSchema(
            Type.Object({
              secret: Type.String({ description: 'Secret in Base32', examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'] }),
              otpauth_uri: Type.String({
                description: 'URI for a QR code',
                examples: ['otpauth://totp/Watchkeeper:alice%40example.com?issuer=Watchkeeper&secret=JBSWY3DPEHPK3PXP'],
              }),
            }),
          ),
        },
      },
    },
    async ({ actor }) => {
      const user = await getAccount(db, actor.userId)
      const { secret, uri } = await startSecondFactor(context, factorKeys, user)
      return toEnvelope({ secret, otpauth_uri: uri })
    },
  )

  api.post(
    '/api/auth/totp/enable',
    {
      config: { access: SESSION, errors: ['CONFLICT'] },
      schema: {
        tags: TAGS,
        summary: 'Enable the second factor with a first code',
        description: 'Returns the recovery codes once. Each code allows one sign-in without the authenticator app.',
        body: Body({ code: SecondFactorCode }),
        response: {
          200: toDataSchema(
            Type.Object({ recovery_codes: Type.Array(Type.String({ examples: ['ABCD-EFGH-IJKL-MNOP'] })) }),
          ),
        },
      },
    },
    async ({ actor, body }) =>
      toEnvelope({ recovery_codes: await enableSecondFactor(context, factorKeys, actor, body.code) }),
  )

  api.post(
    '/api/auth/totp/disable',
    {
      config: { access: SESSION, errors: ['INVALID_CREDENTIALS', 'CONFLICT'] },
      schema: {
        tags: TAGS,
        summary: 'Disable the second factor with the password or a code',
        body: Body({ password: Type.Optional(CurrentPassword), code: Type.Optional(SecondFactorCode) }),
        response: { 200: toDataSchema(Type.Object({ success: Type.Literal(true) })) },
      },
    },
    async ({ actor, body: { password, code } }) => {
      if (password === undefined && code === undefined)
        throw createInvalid({ field: 'password', message: 'is required without a code' })
      const { email } = await getAccount(db, actor.userId)
      await logins.take(email, actor.ip, 'to prove ownership of this account')
      if (code !== undefined) await logins.takeCode(email, actor.ip)
      if (password !== undefined) await requirePassword(context, actor.userId, password)
      await disableSecondFactor(context, factorKeys, actor, password === undefined ? code! : null)
      return toEnvelope({ success: true as const })
    },
  )
}

export const NewPassword = Type.String({
  minLength: PASSWORD_MIN_LENGTH,
  maxLength: PASSWORD_MAX_LENGTH,
  examples: ['correct horse battery'],
})

/** An existing password. It is not checked against the rules for new passwords. */
export const CurrentPassword = Type.String({ minLength: 1, maxLength: 1000, examples: ['correct horse battery'] })

export const SecondFactorCode = Type.String({
  minLength: 1,
  maxLength: 20,
  description: 'Current code of the authenticator app, or a recovery code',
  examples: ['123456'],
})

/** The `token` of a link. */
export const LinkToken = Type.String({ minLength: 1, maxLength: 200, description: 'Token from the link' })
