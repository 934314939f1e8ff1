/** Finds the actor of a request by its credential, and the project of the request. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Actor, Role } from '../../core/accounts/access.ts'
import { isApiKey } from '../../core/accounts/credential.ts'
import { createInvalid, type ErrorCode, Problem } from '../../core/platform/errors.ts'
import { isUuid } from '../../core/platform/id.ts'
import type { KeyUse } from '../../services/accounts/api-keys.ts'
import { type AccessTokens, hashSha256 } from '../../services/platform/credentials/tokens.ts'
import { findKeyIdentity, findSessionIdentity, type IdentityRow } from '../../store/accounts/credentials.ts'
import { findProjectOwner } from '../../store/accounts/projects.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { ProjectScope } from './api.ts'

export interface Identity {
  actor: Actor
  defaultProjectId: string
}

/** The parts of a request that identify the sender. */
interface Caller {
  headers: IncomingHttpHeaders
  ip: string
}

export interface AuthenticateDeps {
  db: Reader
  now: () => number
  tokens: AccessTokens
  keyUse: KeyUse
}

/** The token of `Bearer <token>`. The scheme is case-insensitive. Sources: RFC 6750, section 2.1; RFC 9110 */
const BEARER = /^bearer +([^\s]+) *$/i

/**
 * Returns a refusal instead of throwing it, because the request must still be counted. If both credentials are sent,
 * the bearer token is used.
 */
export function authenticate({ headers, ip }: Caller, deps: AuthenticateDeps): Promise<Identity | Problem> | Problem {
  const { authorization } = headers
  const bearer = authorization === undefined ? null : BEARER.exec(authorization)
  if (bearer) return authenticateSession(bearer[1]!, ip, deps)
  const key = headers['x-api-key']
  if (key !== undefined) return authenticateApiKey(String(key), ip, deps)
  return authorization === undefined ? NO_CREDENTIAL() : NO_BEARER()
}

const NO_CREDENTIAL = () =>
  new Problem('AUTHENTICATION_REQUIRED', 'Send an API key (X-API-Key) or a session token (Authorization: Bearer)')
const NO_BEARER = () =>
  new Problem('MISSING_AUTH', 'The Authorization header has no bearer token; send Authorization: Bearer <token>')
const BAD_KEY = () => new Problem('INVALID_API_KEY', 'This API key is unknown, disabled, expired or was rotated')
const BAD_TOKEN = () => new Problem('INVALID_TOKEN', 'This session token is invalid or has expired; sign in again')

/** Returns the session of a public request; null without one. A refusal is returned, not thrown. */
export function tryAuthenticateSession(
  { headers, ip }: Caller,
  deps: Omit<AuthenticateDeps, 'keyUse'>,
): Promise<Identity | Problem> | Problem | null {
  if (headers.authorization === undefined) return null
  const bearer = BEARER.exec(headers.authorization)
  return bearer ? authenticateSession(bearer[1]!, ip, deps) : NO_BEARER()
}

async function authenticateApiKey(
  key: string,
  ip: string,
  { db, now, keyUse }: AuthenticateDeps,
): Promise<Identity | Problem> {
  const row = isApiKey(key) ? await findKeyIdentity(db, hashSha256(key)) : null
  const at = now()
  if (!row || row.is_active === 0 || (row.expires_at !== null && row.expires_at <= at)) return BAD_KEY()
  keyUse.recordUse(row.key_id, row.last_used_at, at)
  return toIdentity(row, { kind: 'key', keyId: row.key_id, scope: row.scope }, ip)
}

async function authenticateSession(
  token: string,
  ip: string,
  { db, now, tokens }: Omit<AuthenticateDeps, 'keyUse'>,
): Promise<Identity | Problem> {
  const claims = await tokens.verify(token)
  const row = claims && (await findSessionIdentity(db, claims.sessionId, claims.userId))
  if (!row || row.revoked_at !== null || row.expires_at <= now()) return BAD_TOKEN()
  return toIdentity(row, { kind: 'session', sessionId: claims!.sessionId }, ip)
}

const toIdentity = (row: IdentityRow, credential: Actor['credential'], ip: string): Identity => ({
  defaultProjectId: row.default_project_id,
  actor: {
    userId: row.user_id,
    userName: row.user_name,
    organizationId: row.organization_id,
    role: row.role as Role,
    isInstanceAdmin: row.is_instance_admin === 1,
    plan: row.plan,
    credential,
    ip,
  },
})

export const PROJECT_HEADER = 'x-project-id'

/**
 * @param header `X-Project-ID`, if it was sent
 * @throws Problem PROJECT_NOT_FOUND, PROJECT_ORGANIZATION_MISMATCH, or VALIDATION_ERROR if it is not a UUID
 */
export function resolveProjectScope(
  db: Reader,
  { actor, defaultProjectId }: Identity,
  header: string | string[] | undefined,
): ProjectScope | Promise<ProjectScope> {
  if (header === undefined || header === defaultProjectId) return { id: defaultProjectId }
  return getSelectedProject(db, String(header), actor.organizationId, HEADER_SELECTOR)
}

/** Part of a request that names its project. */
interface ProjectSelector {
  field: string
  /** Error code for a project of another organization. */
  mismatch: ErrorCode
}

const HEADER_SELECTOR: ProjectSelector = { field: 'X-Project-ID', mismatch: 'PROJECT_ORGANIZATION_MISMATCH' }
const PROJECT_PARAMETER = 'projectId'
const PATH_SELECTOR: ProjectSelector = { field: PROJECT_PARAMETER, mismatch: 'API_KEY_ORGANIZATION_MISMATCH' }

/** @throws Problem PROJECT_NOT_FOUND, API_KEY_ORGANIZATION_MISMATCH, or VALIDATION_ERROR if it is not a UUID */
export function resolvePathProject(db: Reader, { organizationId }: Actor, params: unknown): Promise<ProjectScope> {
  const id = (params as Record<typeof PROJECT_PARAMETER, string>)[PROJECT_PARAMETER]
  return getSelectedProject(db, id, organizationId, PATH_SELECTOR)
}

async function getSelectedProject(
  db: Reader,
  text: string,
  organizationId: string,
  { field, mismatch }: ProjectSelector,
): Promise<ProjectScope> {
  if (!isUuid(text)) throw createInvalid({ field, message: 'must be a UUID' })
  const id = text.toLowerCase()
  const owner = await findProjectOwner(db, id)
  if (owner === null) throw new Problem('PROJECT_NOT_FOUND', `Project ${id} does not exist`)
  if (owner !== organizationId) throw new Problem(mismatch, `Project ${id} belongs to another organization`)
  return { id }
}
