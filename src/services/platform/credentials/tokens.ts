/** Credentials: creation of tokens and their stored form. */
import { createHmac, hash, randomBytes } from 'node:crypto'
import { BoundedMap } from '../../../core/platform/maps.ts'
import { getCurrentSecret, type ServiceSecret } from '../../../core/platform/sealing/service-secret.ts'
import { SECOND_MS } from '../../../core/platform/time/time.ts'

/** Returns the stored hash of a key or a refresh token. Safe without salt: the input is 256 random bits. */
export const hashSha256 = (text: string): string => hash('sha256', text)

/** Creates a token for emailed links. */
export const createLinkToken = (): string => randomBytes(32).toString('base64url')

export const createRefreshToken = (): string => `wkr_${randomBytes(32).toString('base64url')}`

/** Lifetime of an access token, seconds. */
export const ACCESS_TOKEN_SECONDS = 900

/** The user and session of an access token. The database decides whether the session is still valid. */
interface AccessClaims {
  userId: string
  sessionId: string
}

/**
 * Whether the signature is exactly the text that `sign` writes. A decoder also accepts padding, spaces and other unused
 * bits, so one token would have many texts. Source: RFC 7515, section 2
 */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

/** Maximum number of cached tokens. A dashboard's burst of requests verifies its signature once. */
const MAX_CACHED = 1_000

export interface AccessTokens {
  sign(claims: AccessClaims): Promise<string>
  /** Null for a token that is foreign, modified or expired. */
  verify(token: string): Promise<AccessClaims | null>
}

/**
 * Creates access tokens: JWTs signed with HMAC SHA-256. Source: RFC 7519, RFC 7518 section 3.2
 *
 * @param secret service secret. The key is derived from the current secret only. A leaked previous secret therefore
 * cannot create valid tokens
 * @param now Unix ms
 */
export function createAccessTokens(secret: ServiceSecret, now: () => number): AccessTokens {
  const key = createHmac('sha256', getCurrentSecret(secret)).update('watchkeeper access token').digest()
  const known = new BoundedMap<string, AccessClaims & { expiresAt: number }>(MAX_CACHED)

  return {
    async sign({ userId, sessionId }) {
      const { SignJWT } = await import('jose') // not needed at startup
      const issuedAt = Math.floor(now() / SECOND_MS)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
        .sign(key)
    },

    async verify(token) {
      if (!isCanonical(token)) return null
      const seen = known.get(token)
      if (seen) return now() < seen.expiresAt ? seen : null
      const { jwtVerify } = await import('jose')
      try {
        const options = { algorithms: ['HS256'], currentDate: new Date(now()), requiredClaims: ['sub', 'sid', 'exp'] }
        const { payload } = await jwtVerify(token, key, options)
        const claims = { userId: String(payload.sub), sessionId: String(payload.sid) }
        known.set(token, { ...claims, expiresAt: payload.exp! * SECOND_MS })
        return claims
      } catch {
        return null
      }
    },
  }
}
