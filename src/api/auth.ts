/** Registration, signing in, staying signed in and signing out. */
import Type from 'typebox'
import { login, normalizeEmail, register, switchOrganization } from '../services/accounts.ts'
import { endSession, refreshSession } from '../services/sessions.ts'
import type { GuardedAccess, PublicAccess } from './access.ts'
import type { Resource } from './deps.ts'
import { created, dataOf, ok } from './envelope.ts'
import { countedAddress, RateLimiter } from './rate-limit.ts'
import { Body, Email, Name, Uuid } from './schemas.ts'
import { KnownPassword, NewPassword, SecondFactorCode } from './secrets.ts'
import { pairOf, SignedInData, signedInData, TokenPair } from './signed-in.ts'

/** Per address, in 15 minutes. */
const REGISTRATION_LIMIT = 10

const TOKEN_LENGTH = { minLength: 1, maxLength: 200 }

const PUBLIC: PublicAccess = { public: true }
const SESSION: GuardedAccess = { permission: 'can_view', scope: 'organization', session: true }

export const auth: Resource = (api, deps) => {
  const { context, config, logins, factorKeys } = deps
  const registrations = new RateLimiter(REGISTRATION_LIMIT, context.now)

  api.post(
    '/api/auth/register',
    {
      config: { access: PUBLIC, errors: ['REGISTRATION_CLOSED', 'CONFLICT'] },
      schema: {
        tags: ['Account'],
        summary: 'Make an account with an organization of its own',
        body: Body({
          email: Email,
          password: NewPassword,
          name: Name(100),
          organization_name: Type.Optional(Name(100)),
        }),
        response: { 201: dataOf(SignedInData) },
      },
    },
    async ({ ip, body }, reply) => {
      registrations.take(countedAddress(ip), 'registrations from this address')
      const { organization_name: organizationName, ...wanted } = body
      const rules = { mode: config.registration, defaultPlan: config.defaultPlan }
      const signedIn = await register(context, rules, { ...wanted, ...(organizationName && { organizationName }) })
      return created(reply, await signedInData(deps, signedIn))
    },
  )

  api.post(
    '/api/auth/login',
    {
      config: { access: PUBLIC, errors: ['INVALID_CREDENTIALS', 'INSUFFICIENT_PERMISSIONS'] },
      schema: {
        tags: ['Account'],
        summary: 'Sign in',
        description:
          'An account with a second factor also needs `totp`. Its absence is told once the password was right: ' +
          '`INVALID_CREDENTIALS` with `details.totp_required`.',
        body: Body({
          email: Email,
          password: KnownPassword,
          totp: Type.Optional(SecondFactorCode),
        }),
        response: { 200: dataOf(SignedInData) },
      },
    },
    async ({ body }) => {
      logins.take(normalizeEmail(body.email), 'attempts to sign in to this account')
      return ok(await signedInData(deps, await login(context, factorKeys, body)))
    },
  )

  api.post(
    '/api/auth/refresh',
    {
      config: { access: PUBLIC, errors: ['INVALID_TOKEN'] },
      schema: {
        tags: ['Account'],
        summary: 'Exchange a refresh token for a new pair',
        description: 'Each refresh token works once. One that comes a second time ends the whole sign-in.',
        body: Body({ refresh_token: Type.String(TOKEN_LENGTH) }),
        response: { 200: dataOf(TokenPair) },
      },
    },
    async ({ body }) => ok(await pairOf(deps, await refreshSession(context, body.refresh_token))),
  )

  api.post(
    '/api/auth/switch-organization',
    {
      config: { access: SESSION, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Account'],
        summary: 'Sign in to another organization of your account',
        description: 'The pair that asks goes on for its organization.',
        body: Body({ organization_id: Uuid }),
        response: { 200: dataOf(SignedInData) },
      },
    },
    async ({ actor, body }) =>
      ok(await signedInData(deps, await switchOrganization(context, actor.userId, body.organization_id))),
  )

  api.post(
    '/api/auth/logout',
    {
      config: { access: SESSION },
      schema: {
        tags: ['Account'],
        summary: 'Sign out',
        description: 'Ends the session that asks, and the one that the refresh token belongs to.',
        body: Body({ refresh_token: Type.Optional(Type.String(TOKEN_LENGTH)) }),
        response: { 200: dataOf(Type.Object({ success: Type.Literal(true) })) },
      },
    },
    async ({ actor, body }) => {
      const { credential, userId } = actor
      if (credential.kind === 'session')
        await endSession(context, { sessionId: credential.sessionId, userId }, body.refresh_token)
      return ok({ success: true as const })
    },
  )
}
