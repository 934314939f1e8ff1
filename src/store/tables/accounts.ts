import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface AccountTables {
  users: UsersTable
  organizations: OrganizationsTable
  members: MembersTable
  projects: ProjectsTable
  sessions: SessionsTable
  refresh_tokens: RefreshTokensTable
  api_keys: ApiKeysTable
  invitations: InvitationsTable
  password_resets: PasswordResetsTable
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
  audit_log: AuditLogTable
}

export interface UsersTable {
  id: string
  /** Lower case. */
  email: string
  name: string
  /** argon2id, in PHC form. */
  password_hash: string
  is_instance_admin: Flag
  created_at: number
  updated_at: number
}

export interface OrganizationsTable {
  id: string
  name: string
  slug: string
  plan: string
  created_at: number
  updated_at: number
  /** Nobody belongs to it any more, and its projects are deleted. */
  deleted_at: Generated<number | null>
}

export interface MembersTable {
  id: string
  organization_id: string
  user_id: string
  role: string
  joined_at: number
  last_active_at: number | null
}

export interface ProjectsTable {
  id: string
  organization_id: string
  name: string
  slug: string
  is_default: Flag
  created_at: number
  updated_at: number
  /** Its monitors are deleted with it, but probes must still hear of them. */
  deleted_at: number | null
}

/** One sign-in: the family of its refresh tokens. */
export interface SessionsTable {
  id: string
  user_id: string
  organization_id: string
  created_at: number
  expires_at: number
  revoked_at: number | null
}

interface RefreshTokensTable {
  /** SHA-256, hex. */
  token_hash: string
  session_id: string
  created_at: number
  /** Set by the one use; a second use revokes the session. */
  used_at: number | null
}

export interface ApiKeysTable {
  id: string
  organization_id: string
  created_by: string
  name: string
  /** SHA-256 of the whole key, hex. */
  key_hash: string
  key_preview: string
  scope: 'read' | 'read_write'
  is_active: Flag
  expires_at: number | null
  /** May lag by a minute. */
  last_used_at: number | null
  created_at: number
  updated_at: number
}

/** Open until it is accepted, withdrawn or expired; its row goes with it. */
export interface InvitationsTable {
  id: string
  organization_id: string
  /** Lower case. */
  email: string
  role: string
  /** SHA-256 of the token, hex. */
  token_hash: string
  /** Gone with this member, who knows the token. */
  invited_by: string
  created_at: number
  expires_at: number
}

/** A link that was mailed. Its row goes with its use. */
export interface PasswordResetsTable {
  /** SHA-256 of the token, hex. */
  token_hash: string
  user_id: string
  created_at: number
  expires_at: number
}

export interface SecondFactorsTable {
  user_id: string
  /** Sealed with a key of the service's. */
  secret: string
  /** Null until a first code has proved that somebody has the secret. */
  enabled_at: number | null
  /** Time step of the last code that was taken: that one and those before it are used up. */
  last_step: number
  created_at: number
}

/** One that is used is deleted. */
interface RecoveryCodesTable {
  user_id: string
  /** Keyed, so that the database alone does not give codes away. */
  code_hash: string
}

/** Who did what. Written with the change itself, never changed. */
export interface AuditLogTable {
  id: string
  organization_id: string
  /** Null when the account is gone, or when the service did it. */
  actor_id: string | null
  /** As it was then. */
  actor_name: string
  credential: 'session' | 'key' | 'none'
  key_id: string | null
  /** `monitor.created`. */
  action: string
  resource_type: string
  resource_id: string
  /** JSON object: by field, `{ from, to }`; secrets masked. */
  changes: string
  ip: string | null
  created_at: number
}
