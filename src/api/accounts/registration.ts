/** Registration settings, readable before sign-in. */

import Type from 'typebox'
import { hasMailServer } from '../../channels/mailer.ts'
import { REGISTRATION_MODES } from '../../services/accounts/accounts.ts'
import { hasUsers } from '../../store/accounts/users.ts'
import type { PublicAccess } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { OneOf } from '../platform/schemas.ts'

const PUBLIC: PublicAccess = { public: true }

const Registration = Type.Object({
  registration: OneOf(REGISTRATION_MODES),
  has_accounts: Type.Boolean({ description: 'False on a new instance; the first account becomes its admin' }),
  can_send_mail: Type.Boolean({ description: 'Whether password reset links can be sent by email' }),
})

export const registerRegistrationRoutes: Resource = (api, { context, config, mailer }) => {
  api.get(
    '/api/auth/registration',
    {
      config: { access: PUBLIC },
      schema: {
        tags: ['Account'],
        summary: 'Get the registration status',
        response: { 200: toDataSchema(Registration) },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return toEnvelope({
        registration: config.registration,
        has_accounts: await hasUsers(context.store.db),
        can_send_mail: hasMailServer(mailer),
      })
    },
  )
}
