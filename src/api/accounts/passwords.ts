/** Another password. */
import Type from 'typebox'
import type { Actor } from '../../core/accounts/access.ts'
import { normalizeEmail } from '../../core/accounts/email.ts'
import { countedAddress } from '../../core/platform/rate-limit.ts'
import { passwordChangedMail, resetMail } from '../../services/accounts/mail-texts.ts'
import { beginReset, changePassword, resetPassword } from '../../services/accounts/password-changes.ts'
import { findUser, findUserByEmail } from '../../store/accounts/users.ts'
import type { GuardedAccess, PublicAccess } from '../platform/access.ts'
import { dataOf, ok } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Email } from '../platform/schemas.ts'
import { KnownPassword, LinkToken, NewPassword } from './secrets.ts'

/** Links that one address asks for per account, whether it exists or not, in 15 minutes. */
const LINKS_PER_ACCOUNT_AND_ADDRESS = 3
/** From all addresses together, so that a mailbox is not flooded. A link that was mailed works from any address. */
const LINKS_PER_ACCOUNT = 10
/** Per address they are asked from. */
const LINKS_PER_ADDRESS = 10

const PUBLIC: PublicAccess = { public: true }
const SESSION: GuardedAccess = { permission: 'can_view', scope: 'organization', session: true }
const TAGS = ['Account']

const Success = dataOf(Type.Object({ success: Type.Literal(true) }))
const SUCCESS = { success: true } as const

export const passwords: Resource = (api, { context, config, limits, logins, post }) => {
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
        summary: 'Change your password; every other session ends',
        body: Body({ current_password: KnownPassword, new_password: NewPassword }),
        response: { 200: Success },
      },
    },
    async ({ actor, body }) => {
      await countAttempt(actor)
      const user = await changePassword(context, actor, { current: body.current_password, next: body.new_password })
      post.send(() => passwordChangedMail(user))
      return ok(SUCCESS)
    },
  )

  /** Guesses at the present password count like guesses at the door. */
  async function countAttempt({ userId, ip }: Actor): Promise<void> {
    const user = await findUser(db, userId)
    if (user) await logins.take(user.email, ip, 'on the password of this account')
  }

  api.post(
    '/api/auth/password/forgot',
    {
      config: { access: PUBLIC },
      schema: {
        tags: TAGS,
        summary: 'Ask for a link that gives the account another password',
        description:
          'The answer is the same whether there is such an account or not. The link is mailed, works once and for one ' +
          'hour. Nothing is sent where there is no mail server.',
        body: Body({ email: Email }),
        response: { 200: Success },
      },
    },
    async ({ ip, body }) => {
      const email = normalizeEmail(body.email)
      await byAddress.take(countedAddress(ip), 'links for new passwords asked for from this address')
      await byBoth.take(`${email}\n${countedAddress(ip)}`, 'links for a new password of this account from this address')
      await byAccount.take(email, 'links for a new password of this account')
      const user = await findUserByEmail(db, email)
      post.send(async () => {
        if (!user) return null
        return resetMail(user, `${config.baseUrl}/reset-password?token=${await beginReset(context, user.id)}`)
      })
      return ok(SUCCESS)
    },
  )

  api.post(
    '/api/auth/password/reset',
    {
      config: { access: PUBLIC, errors: ['INVALID_TOKEN'] },
      schema: {
        tags: TAGS,
        summary: 'Choose another password by a link that was mailed; every session ends',
        description: 'A second factor stays as it is, and is asked for at the next sign-in.',
        body: Body({ token: LinkToken, password: NewPassword }),
        response: { 200: Success },
      },
    },
    async ({ ip, body }) => {
      const user = await resetPassword(context, { ...body, ip })
      post.send(() => passwordChangedMail(user))
      return ok(SUCCESS)
    },
  )
}
