/** The second factor of the own account. */
import Type from 'typebox'
import { invalid } from '../../core/platform/errors.ts'
import { getAccount } from '../../services/accounts/accounts.ts'
import { requirePassword } from '../../services/accounts/password-changes.ts'
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  readFactorState,
} from '../../services/accounts/second-factors.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { dataOf, ok } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body } from '../platform/schemas.ts'
import { KnownPassword, SecondFactorCode } from './secrets.ts'

const SESSION: GuardedAccess = { permission: 'can_view', scope: 'organization', session: true }
const TAGS = ['Account']

const State = Type.Object(
  {
    is_enabled: Type.Boolean(),
    recovery_codes_left: Type.Integer({ description: 'Recovery codes that were not used yet' }),
  },
  { title: 'SecondFactor' },
)

export const secondFactors: Resource = (api, { context, logins, factorKeys }) => {
  const { db } = context.store

  api.get(
    '/api/auth/totp',
    {
      config: { access: SESSION },
      schema: {
        tags: TAGS,
        summary: 'Read whether your account has a second factor',
        response: { 200: dataOf(Type.Object({ totp: State })) },
      },
    },
    async ({ actor }) => {
      const { isEnabled, recoveryCodesLeft } = await readFactorState(db, actor.userId)
      return ok({ totp: { is_enabled: isEnabled, recovery_codes_left: recoveryCodesLeft } })
    },
  )

  api.post(
    '/api/auth/totp/setup',
    {
      config: { access: SESSION, errors: ['CONFLICT'] },
      schema: {
        tags: TAGS,
        summary: 'Make a secret for an authenticator (RFC 6238)',
        description: 'It counts once a first code has been sent to `POST /api/auth/totp/enable`.',
        response: {
          200: dataOf(
            Type.Object({
              secret: Type.String({ description: 'Base32', examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'] }),
              otpauth_uri: Type.String({
                description: 'To be shown as a QR code',
                examples: ['otpauth://totp/Watchkeeper:alice%40example.com?issuer=Watchkeeper&secret=JBSWY3DPEHPK3PXP'],
              }),
            }),
          ),
        },
      },
    },
    async ({ actor }) => {
      const user = await getAccount(db, actor.userId)
      const { secret, uri } = await beginSecondFactor(context, factorKeys, user)
      return ok({ secret, otpauth_uri: uri })
    },
  )

  api.post(
    '/api/auth/totp/enable',
    {
      config: { access: SESSION, errors: ['CONFLICT'] },
      schema: {
        tags: TAGS,
        summary: 'Switch the second factor on with a first code',
        description: 'Answers the recovery codes, once. Each of them signs in once when the authenticator is lost.',
        body: Body({ code: SecondFactorCode }),
        response: {
          200: dataOf(Type.Object({ recovery_codes: Type.Array(Type.String({ examples: ['ABCD-EFGH-IJKL-MNOP'] })) })),
        },
      },
    },
    async ({ actor, body }) => ok({ recovery_codes: await enableSecondFactor(context, factorKeys, actor, body.code) }),
  )

  api.post(
    '/api/auth/totp/disable',
    {
      config: { access: SESSION, errors: ['INVALID_CREDENTIALS', 'CONFLICT'] },
      schema: {
        tags: TAGS,
        summary: 'Switch the second factor off, by the password or by a code',
        body: Body({ password: Type.Optional(KnownPassword), code: Type.Optional(SecondFactorCode) }),
        response: { 200: dataOf(Type.Object({ success: Type.Literal(true) })) },
      },
    },
    async ({ actor, body: { password, code } }) => {
      if (password === undefined && code === undefined)
        throw invalid({ field: 'password', message: 'is required where there is no code' })
      const { email } = await getAccount(db, actor.userId)
      await logins.take(email, actor.ip, 'to prove who owns this account')
      if (code !== undefined) await logins.takeCode(email, actor.ip)
      if (password !== undefined) await requirePassword(context, actor.userId, password)
      await disableSecondFactor(context, factorKeys, actor, password === undefined ? code! : null)
      return ok({ success: true as const })
    },
  )
}
