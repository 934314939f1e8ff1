/** Password change and password reset. */
import Type from 'typebox'
import type { Actor } from '../../core/accounts/access.ts'
import { normalizeEmail } from '../../core/accounts/email.ts'
import { toCountedAddress } from '../../core/platform/rate-limit.ts'
import { createPasswordChangedMail, createResetMail } from '../../services/accounts/mail-texts.ts'
import { changePassword, resetPassword, startPasswordReset } from '../../services/accounts/password-changes.ts'
import { findUser, findUserByEmail } from '../../store/accounts/users.ts'
import type { GuardedAccess, PublicAccess } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Email } from '../platform/schemas.ts'
import { CurrentPassword, LinkToken, NewPassword } from './secrets.ts'

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
