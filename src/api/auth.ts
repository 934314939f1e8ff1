/** Registration, signing in, staying signed in and signing out. */
import Type from 'typebox'
import { permissionsOfRole } from '../core/access.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../core/password.ts'
import { login, normalizeEmail, readSignedIn, register, type SignedIn } from '../services/accounts.ts'
import { endSession, refreshSession, type Session } from '../services/sessions.ts'
import { ACCESS_TOKEN_SECONDS } from '../services/tokens.ts'
import type { PublicAccess } from './access.ts'
import type { Resource, ResourceDeps } from './deps.ts'
import { created, dataOf, ok } from './envelope.ts'
import { toUser, User } from './me.ts'
import { Organization, readOrganization } from './organization.ts'
import { Project, toProject } from './projects.ts'
import { countedAddress, RateLimiter } from './rate-limit.ts'
import { Body, Email, Name } from './schemas.ts'

/** Per account, whether it exists or not, in 15 minutes. */
const LOGIN_LIMIT = 5
/** Per address, in 15 minutes. */
const REGISTRATION_LIMIT = 10

const TOKEN_LENGTH = { minLength: 1, maxLength: 200 }

const pair = {
  access_token: Type.String({ description: 'For `Authorization: Bearer`' }),
  refresh_token: Type.String({ description: 'Works once, for `POST /api/auth/refresh`' }),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Seconds that the access token lives', examples: [ACCESS_TOKEN_SECONDS] }),
}

const SignedInData = Type.Object({ user: User, organization: Organization, project: Project, ...pair })

const PUBLIC: PublicAccess = { public: true }

export const auth: Resource = (api, deps) => {
  const { context, config } = deps
  const logins = new RateLimiter(LOGIN_LIMIT, context.now)
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
          password: Type.String({
            minLength: PASSWORD_MIN_LENGTH,
            maxLength: PASSWORD_MAX_LENGTH,
            examples: ['correct horse battery'],
          }),
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
        body: Body({
          email: Email,
          password: Type.String({ minLength: 1, maxLength: 1000, examples: ['correct horse battery'] }),
          totp: Type.Optional(Type.String({ maxLength: 20, description: 'For accounts with a second factor' })),
        }),
        response: { 200: dataOf(SignedInData) },
      },
    },
    async ({ body }) => {
      logins.take(normalizeEmail(body.email), 'attempts to sign in to this account')
      return ok(await signedInData(deps, await login(context, body)))
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
        response: { 200: dataOf(Type.Object(pair)) },
      },
    },
    async ({ body }) => ok(await pairOf(deps, await refreshSession(context, body.refresh_token))),
  )

  api.post(
    '/api/auth/logout',
    {
      config: { access: { permission: 'can_view', scope: 'organization', session: true } },
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

/** What signing in answers. */
async function signedInData(deps: ResourceDeps, signedIn: SignedIn) {
  const { user, role, project } = await readSignedIn(deps.context.store.db, signedIn)
  return {
    user: toUser(user, signedIn.organizationId, role, permissionsOfRole(role)),
    organization: await readOrganization(deps.context, signedIn.organizationId),
    project: toProject(project),
    ...(await pairOf(deps, signedIn)),
  }
}

async function pairOf({ tokens }: ResourceDeps, { userId, sessionId, refreshToken }: Session) {
  return {
    access_token: await tokens.sign({ userId, sessionId }),
    refresh_token: refreshToken,
    token_type: 'Bearer' as const,
    expires_in: ACCESS_TOKEN_SECONDS,
  }
}
