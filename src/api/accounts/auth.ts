/** Registration with its settings, sign-in, token refresh and sign-out. */
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { hasMailServer } from '../../channels/mailer.ts'
import { normalizeEmail } from '../../core/accounts/credential.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { toCountedAddress } from '../../core/platform/limits/rate-limit.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import {
  REGISTRATION_MODES,
  register,
  signInWithPassword,
  switchOrganization,
} from '../../services/accounts/accounts.ts'
import { createTokenProblem, refreshSession, type Session, signOut } from '../../services/accounts/sessions.ts'
import { hasUsers } from '../../store/accounts/users.ts'
import type { GuardedAccess, PublicAccess } from '../platform/access.ts'
import { replyCreated, toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Email, Name, OneOf, Uuid } from '../platform/schemas.ts'
import { CurrentPassword, NewPassword, SecondFactorCode } from './passwords.ts'
import {
  clearRefreshCookie,
  isCookieRequested,
  RefreshTokenHeaders,
  readRefreshCookie,
  readSignedInData,
  SignedInData,
  sendRefreshToken,
  TokenPair,
  toTokenPair,
} from './signed-in.ts'

/** Registrations per address in 15 minutes. */
const REGISTRATION_LIMIT = 10

/** How long a refresh token may be sent again as a cookie after its use. */
const COOKIE_LEEWAY_MS = 10 * SECOND_MS

const TOKEN_LENGTH = { minLength: 1, maxLength: 200 }

const PUBLIC: PublicAccess = { public: true }
const SESSION: GuardedAccess = { permission: 'can_view', scope: 'organization', session: true }

/** Registration, sign-in, token refresh and sign-out. */
export const registerAuthRoutes: Resource = (api, deps) => {
  const { context, config, limits, logins, factorKeys } = deps
  const registrations = limits.limiter('registration', REGISTRATION_LIMIT)

  api.post(
    '/api/auth/register',
    {
      config: { access: PUBLIC, errors: ['REGISTRATION_CLOSED', 'CONFLICT'] },
      schema: {
        tags: ['Account'],
        summary: 'Create an account and its organization',
        headers: RefreshTokenHeaders,
        body: Body({
          email: Email,
          password: NewPassword,
          name: Name(100),
          organization_name: Type.Optional(Name(100)),
        }),
        response: { 201: toDataSchema(SignedInData) },
      },
    },
    async (request, reply) => {
      await registrations.take(toCountedAddress(request.ip), 'registrations from this address')
      const { organization_name: organizationName, ...registration } = request.body
      const rules = { mode: config.registration, defaultPlan: config.defaultPlan }
      const signedIn = await register(context, rules, {
        ...registration,
        ...(organizationName && { organizationName }),
      })
      return replyCreated(
        reply,
        sendRefreshToken(request, reply, config.baseUrl, await readSignedInData(deps, signedIn)),
      )
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
          'An account with a second factor also requires `totp`. If only the code is missing, the response is ' +
          '`INVALID_CREDENTIALS` with `details.totp_required`.',
        body: Body({
          email: Email,
          password: CurrentPassword,
          totp: Type.Optional(SecondFactorCode),
        }),
        response: { 200: toDataSchema(SignedInData) },
      },
    },
    async (request, reply) => {
      const { body, ip } = request
      const email = normalizeEmail(body.email)
      await logins.take(email, ip, 'to sign in to this account')
      const countCode = () => logins.takeCode(email, ip)
      const data = await readSignedInData(deps, await signInWithPassword(context, factorKeys, { ...body, countCode }))
      logins.recordSuccess(email, ip)
      return toEnvelope(sendRefreshToken(request, reply, config.baseUrl, data))
    },
  )

  api.post(
    '/api/auth/refresh',
    {
      config: { access: PUBLIC, errors: ['INVALID_TOKEN'] },
      schema: {
        tags: ['Account'],
        summary: 'Exchange a refresh token for a new token pair',
        headers: RefreshTokenHeaders,
        description:
          'Each refresh token works once. Using it a second time ends the session. A token in a cookie may be ' +
          'repeated for ten seconds, because a page closed during the request never receives the response.',
        body: Body({
          refresh_token: Type.Optional(
            Type.String({ ...TOKEN_LENGTH, description: 'Required unless the token is sent as a cookie' }),
          ),
        }),
        response: { 200: toDataSchema(TokenPair) },
      },
    },
    async (request, reply) => {
      const session = await refreshed(request, request.body.refresh_token)
      return toEnvelope(sendRefreshToken(request, reply, config.baseUrl, await toTokenPair(deps, session)))
    },
  )

  api.post(
    '/api/auth/switch-organization',
    {
      config: { access: SESSION, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Account'],
        summary: 'Switch the session to another organization of your account',
        headers: RefreshTokenHeaders,
        description: 'The session of the request continues in that organization, with its token pair.',
        body: Body({ organization_id: Uuid }),
        response: { 200: toDataSchema(SignedInData) },
      },
    },
    async (request, reply) => {
      const { actor, body } = request
      const data = await readSignedInData(deps, await switchOrganization(context, actor.userId, body.organization_id))
      return toEnvelope(sendRefreshToken(request, reply, config.baseUrl, data))
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
        description: 'Ends the session of the request and the session of the refresh token.',
        body: Body({ refresh_token: Type.Optional(Type.String(TOKEN_LENGTH)) }),
        response: { 200: toDataSchema(Type.Object({ success: Type.Literal(true) })) },
      },
    },
    async (request, reply) => {
      const { credential, userId } = request.actor
      const token = request.body.refresh_token ?? readRefreshCookie(request)
      if (credential.kind === 'session') await signOut(context, { sessionId: credential.sessionId, userId }, token)
      clearRefreshCookie(request, reply, config.baseUrl)
      return toEnvelope({ success: true as const })
    },
  )

  async function refreshed(request: FastifyRequest, sent: string | undefined): Promise<Session> {
    if (sent !== undefined) return refreshSession(context, sent)
    if (!isCookieRequested(request)) throw createInvalid({ field: 'refresh_token', message: 'is required' })
    const token = readRefreshCookie(request)
    if (!token) throw createTokenProblem()
    return refreshSession(context, token, COOKIE_LEEWAY_MS)
  }
}

const Registration = Type.Object({
  registration: OneOf(REGISTRATION_MODES),
  has_accounts: Type.Boolean({ description: 'False on a new instance; the first account becomes its admin' }),
  can_send_mail: Type.Boolean({ description: 'Whether password reset links can be sent by email' }),
})

/** Registration settings, readable before sign-in. */
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
