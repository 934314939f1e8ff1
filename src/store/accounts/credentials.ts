/** Identities of credentials. Each lookup is one query, compiled once, because every request runs it. */

import { type Selectable, sql } from 'kysely'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader } from '../platform/store.ts'
import type { ApiKeysTable, SessionsTable } from '../tables/accounts.ts'
import type { Flag } from '../tables/columns.ts'

/** The user, the membership, the organization and its default project. */
export interface IdentityRow {
  user_id: string
  user_name: string
  is_instance_admin: Flag
  role: string
  organization_id: string
  plan: string
  default_project_id: string
}

interface KeyIdentityRow
  extends IdentityRow,
    Pick<Selectable<ApiKeysTable>, 'scope' | 'is_active' | 'expires_at' | 'last_used_at'> {
  key_id: string
}

type SessionIdentityRow = IdentityRow & Pick<Selectable<SessionsTable>, 'expires_at' | 'revoked_at'>

const IDENTITY = [
  'users.id as user_id',
  'users.name as user_name',
  'users.is_instance_admin',
  'members.role',
  'organizations.id as organization_id',
  'organizations.plan',
  'projects.id as default_project_id',
] as const

// A literal: with a bound value, SQLite compiles the query again at every run to check whether its partial index
// applies. Compiling takes ten times as long as running it
const IS_DEFAULT = sql.lit(1 as const)

const keyByHash = prepareQuery(
  (db, hash: string) =>
    db
      .selectFrom('api_keys')
      .innerJoin('users', 'users.id', 'api_keys.created_by')
      .innerJoin('organizations', 'organizations.id', 'api_keys.organization_id')
      .innerJoin('members', (join) =>
        join.onRef('members.user_id', '=', 'users.id').onRef('members.organization_id', '=', 'organizations.id'),
      )
      .innerJoin('projects', (join) =>
        join.onRef('projects.organization_id', '=', 'organizations.id').on('projects.is_default', '=', IS_DEFAULT),
      )
      .select(IDENTITY)
      .select([
        'api_keys.id as key_id',
        'api_keys.scope',
        'api_keys.is_active',
        'api_keys.expires_at',
        'api_keys.last_used_at',
      ])
      .where('api_keys.key_hash', '=', hash),
  { isNamed: true },
)

const session = prepareQuery(
  (db, id: string, userId: string) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .innerJoin('organizations', 'organizations.id', 'sessions.organization_id')
      .innerJoin('members', (join) =>
        join.onRef('members.user_id', '=', 'users.id').onRef('members.organization_id', '=', 'organizations.id'),
      )
      .innerJoin('projects', (join) =>
        join.onRef('projects.organization_id', '=', 'organizations.id').on('projects.is_default', '=', IS_DEFAULT),
      )
      .select(IDENTITY)
      .select(['sessions.expires_at', 'sessions.revoked_at'])
      .where('sessions.id', '=', id)
      .where('sessions.user_id', '=', userId),
  { isNamed: true },
)

/** Identity of an API key. Also null when the user who created the key no longer belongs to the organization. */
export async function findKeyIdentity(db: Reader, keyHash: string): Promise<KeyIdentityRow | null> {
  const [row] = await keyByHash(db, keyHash)
  return row ?? null
}

/** Identity of a session. Also null when the user no longer belongs to the organization. */
export async function findSessionIdentity(
  db: Reader,
  sessionId: string,
  userId: string,
): Promise<SessionIdentityRow | null> {
  const [row] = await session(db, sessionId, userId)
  return row ?? null
}
