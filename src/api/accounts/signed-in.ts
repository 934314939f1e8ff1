/**
 * The response of every way to sign in. For a browser, the refresh token goes into a cookie that no script can read,
 * and never into a body.
 *
 * Browser sign-in: the refresh token goes into a cookie that no script can read, and never into a body.
 *
 * Another site cannot use the cookie. Only our own pages send it (`SameSite=Strict`), only to these few paths. It also
 * counts only beside a header that a foreign page may not send.
 */

import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { listRolePermissions } from '../../core/accounts/access.ts'
import { readSignedIn, type SignedIn } from '../../services/accounts/accounts.ts'
import { SESSION_SECONDS, type Session } from '../../services/accounts/sessions.ts'
import { ACCESS_TOKEN_SECONDS } from '../../services/platform/credentials/tokens.ts'
import type { ResourceDeps } from '../platform/resource.ts'
import { toUser, User } from './account.ts'
import { Organization, readOrganization } from './organization.ts'
import { ProjectSchema, showProject } from './projects.ts'

const pairFields = {
  access_token: Type.String({ description: 'Token for `Authorization: Bearer`' }),
  refresh_token: Type.Optional(
    Type.String({ description: 'Token for one call of `POST /api/auth/refresh`; absent if it is kept in a cookie' }),
  ),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({
    description: 'Lifetime of the access token in seconds',
    examples: [ACCESS_TOKEN_SECONDS],
  }),
}

export const TokenPair = Type.Object(pairFields, { title: 'TokenPair' })

export const SignedInData = Type.Object(
  { user: User, organization: Organization, project: ProjectSchema.Shown, ...pairFields },
  { title: 'SignedIn' },
)

/** Dependencies of the sign-in routes. */
type SignInDeps = Pick<ResourceDeps, 'context' | 'tokens'>

export async function readSignedInData(deps: SignInDeps, signedIn: SignedIn) {
  const { user, role, project } = await readSignedIn(deps.context.store.db, signedIn)
  return {
    user: toUser(user, signedIn.organizationId, role, listRolePermissions(role)),
    organization: await readOrganization(deps.context, signedIn.organizationId),
    project: showProject(project),
    ...(await toTokenPair(deps, signedIn)),
  }
}

export async function toTokenPair(
  { tokens }: Pick<SignInDeps, 'tokens'>,
  { userId, sessionId, refreshToken }: Session,
) {
  return {
    access_token: await tokens.sign({ userId, sessionId }),
    refresh_token: refreshToken,
    token_type: 'Bearer' as const,
    expires_in: ACCESS_TOKEN_SECONDS,
  }
}

const REFRESH_HEADER = 'x-refresh-token'

/** Headers of routes that return or accept a refresh token. */
export const RefreshTokenHeaders = Type.Object({
  [REFRESH_HEADER]: Type.Optional(
    Type.Literal('cookie', {
      description:
        'Keeps the refresh token in an `HttpOnly` cookie, for browser clients: responses omit `refresh_token`, and ' +
        'requests do not need it',
    }),
  ),
})

const COOKIE_NAME = 'wk_refresh'
const COOKIE_PATH = '/api/auth'

export const isCookieRequested = (request: FastifyRequest): boolean => request.headers[REFRESH_HEADER] === 'cookie'

/** Returns the refresh token of the cookie; undefined without a cookie, or if the request does not ask for cookies. */
export function readRefreshCookie(request: FastifyRequest): string | undefined {
  if (!isCookieRequested(request)) return undefined
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${COOKIE_NAME}=`))?.slice(COOKIE_NAME.length + 1)
}

/**
 * Sends the refresh token as a cookie or in the body, as the client requested.
 *
 * @returns the body without the token if it was sent as a cookie
 */
export function sendRefreshToken<T extends { refresh_token: string }>(
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
  answer: T,
): Omit<T, 'refresh_token'> & { refresh_token?: string } {
  if (!isCookieRequested(request)) return answer
  const { refresh_token: token, ...rest } = answer
  reply.header('set-cookie', formatCookie(baseUrl, token, SESSION_SECONDS))
  return rest
}

export function clearRefreshCookie(request: FastifyRequest, reply: FastifyReply, baseUrl: string): void {
  if (isCookieRequested(request)) reply.header('set-cookie', formatCookie(baseUrl, '', 0))
}

const formatCookie = (baseUrl: string, value: string, seconds: number): string =>
  [
    `${COOKIE_NAME}=${value}`,
    `Path=${COOKIE_PATH}`,
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(baseUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')
