/** The second factor of the user's own account. */
import Type from 'typebox'
import { createInvalid } from '../../core/platform/errors.ts'
import { getAccount } from '../../services/accounts/accounts.ts'
import { requirePassword } from '../../services/accounts/password-changes.ts'
import {
  disableSecondFactor,
  enableSecondFactor,
  readFactorState,
  startSecondFactor,
} from '../../services/accounts/second-factors.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body } from '../platform/schemas.ts'
import { CurrentPassword, SecondFactorCode } from './secrets.ts'

const SESSION: GuardedAccess = { permission: 'can_view', scope: 'organization', session: true }
const TAGS = ['Account']

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
