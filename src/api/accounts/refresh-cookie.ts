/**
 * Browser sign-in: the refresh token goes into a cookie that no script can read, and never into a body.
 *
 * Another site cannot use the cookie. Only our own pages send it (`SameSite=Strict`), only to these few paths. It also
 * counts only beside a header that a foreign page may not send.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { SESSION_SECONDS } from '../../services/accounts/sessions.ts'

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
