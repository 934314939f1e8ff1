/** Registration, signing in, staying signed in and signing out. */
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { normalizeEmail } from '../../core/accounts/email.ts'
import { invalid } from '../../core/platform/errors.ts'
import { countedAddress } from '../../core/platform/rate-limit.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { login, register, switchOrganization } from '../../services/accounts/accounts.ts'
import { endSession, noSuchToken, refreshSession, type Session } from '../../services/accounts/sessions.ts'
import type { GuardedAccess, PublicAccess } from '../platform/access.ts'
import { created, dataOf, ok } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Email, Name, Uuid } from '../platform/schemas.ts'
import { forgetCookie, handOver, RefreshTokenHeaders, refreshCookie, wantsCookie } from './refresh-cookie.ts'
import { KnownPassword, NewPassword, SecondFactorCode } from './secrets.ts'
import { pairOf, SignedInData, signedInData, TokenPair } from './signed-in.ts'

/** Per address, in 15 minutes. */
const REGISTRATION_LIMIT = 10

/** How long after its use a token may come again as a cookie. */
const COOKIE_LEEWAY_MS = 10 * SECOND_MS

const TOKEN_LENGTH = { minLength: 1, maxLength: 200 }

const PUBLIC: PublicAccess = { public: true }
const SESSION: GuardedAccess = { permission: 'can_view', scope: 'organization', session: true }

export const auth: Resource = (api, deps) => {
  const { context, config, limits, logins, factorKeys } = deps
  const registrations = limits.limiter('registration', REGISTRATION_LIMIT)

  api.post(
    '/api/auth/register',
    {
      config: { access: PUBLIC, errors: ['REGISTRATION_CLOSED', 'CONFLICT'] },
      schema: {
        tags: ['Account'],
        summary: 'Make an account with an organization of its own',
        headers: RefreshTokenHeaders,
        body: Body({
          email: Email,
          password: NewPassword,
          name: Name(100),
          organization_name: Type.Optional(Name(100)),
        }),
        response: { 201: dataOf(SignedInData) },
      },
    },
    async (request, reply) => {
      await registrations.take(countedAddress(request.ip), 'registrations from this address')
      const { organization_name: organizationName, ...wanted } = request.body
      const rules = { mode: config.registration, defaultPlan: config.defaultPlan }
      const signedIn = await register(context, rules, { ...wanted, ...(organizationName && { organizationName }) })
      return created(reply, handOver(request, reply, config.baseUrl, await signedInData(deps, signedIn)))
    },
  )

  api.post(
    '/api/auth/login',
    {
      config: { access: PUBLIC, errors: ['INVALID_CREDENTIALS', 'INSUFFICIENT_PERMISSIONS'] },
      schema: {
        tags: ['Account'],
        summary: 'Sign in',
        headers: RefreshTokenHeaders,
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
    async (request, reply) => {
      const { body, ip } = request
      const email = normalizeEmail(body.email)
      await logins.take(email, ip, 'to sign in to this account')
      const countCode = () => logins.takeCode(email, ip)
      const data = await signedInData(deps, await login(context, factorKeys, { ...body, countCode }))
      logins.noteSuccess(email, ip)
      return ok(handOver(request, reply, config.baseUrl, data))
    },
  )

  api.post(
    '/api/auth/refresh',
    {
      config: { access: PUBLIC, errors: ['INVALID_TOKEN'] },
      schema: {
        tags: ['Account'],
        summary: 'Exchange a refresh token for a new pair',
        headers: RefreshTokenHeaders,
        description:
          'Each refresh token works once. One that comes a second time ends the whole sign-in. One that comes as a ' +
          'cookie may come again for ten seconds: a page that is closed while it asks never sees the answer.',
        body: Body({
          refresh_token: Type.Optional(
            Type.String({ ...TOKEN_LENGTH, description: 'Required unless it comes as a cookie' }),
          ),
        }),
        response: { 200: dataOf(TokenPair) },
      },
    },
    async (request, reply) => {
      const session = await refreshed(request, request.body.refresh_token)
      return ok(handOver(request, reply, config.baseUrl, await pairOf(deps, session)))
    },
  )

  api.post(
    '/api/auth/switch-organization',
    {
      config: { access: SESSION, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Account'],
        summary: 'Sign in to another organization of your account',
        headers: RefreshTokenHeaders,
        description: 'The pair that asks goes on for its organization.',
        body: Body({ organization_id: Uuid }),
        response: { 200: dataOf(SignedInData) },
      },
    },
    async (request, reply) => {
      const { actor, body } = request
      const data = await signedInData(deps, await switchOrganization(context, actor.userId, body.organization_id))
      return ok(handOver(request, reply, config.baseUrl, data))
    },
  )

  api.post(
    '/api/auth/logout',
    {
      config: { access: SESSION },
      schema: {
        tags: ['Account'],
        summary: 'Sign out',
        headers: RefreshTokenHeaders,
        description: 'Ends the session that asks, and the one that the refresh token belongs to.',
        body: Body({ refresh_token: Type.Optional(Type.String(TOKEN_LENGTH)) }),
        response: { 200: dataOf(Type.Object({ success: Type.Literal(true) })) },
      },
    },
    async (request, reply) => {
      const { credential, userId } = request.actor
      const token = request.body.refresh_token ?? refreshCookie(request)
      if (credential.kind === 'session') await endSession(context, { sessionId: credential.sessionId, userId }, token)
      forgetCookie(request, reply, config.baseUrl)
      return ok({ success: true as const })
    },
  )

  async function refreshed(request: FastifyRequest, sent: string | undefined): Promise<Session> {
    if (sent !== undefined) return refreshSession(context, sent)
    if (!wantsCookie(request)) throw invalid({ field: 'refresh_token', message: 'is required' })
    const token = refreshCookie(request)
    if (!token) throw noSuchToken()
    return refreshSession(context, token, COOKIE_LEEWAY_MS)
  }
}
