import type { Generated } from 'kysely'
import type { Flag } from './columns.ts'

export interface AccountTables {
  users: UsersTable
  organizations: OrganizationsTable
  organization_logos: OrganizationLogosTable
  members: MembersTable
  projects: ProjectsTable
  sessions: SessionsTable
  refresh_tokens: RefreshTokensTable
  api_keys: ApiKeysTable
  loom_links: LoomLinksTable
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
  /** Set when the organization is deleted. It then has no members, and its projects are deleted. */
  deleted_at: Generated<number | null>
}

interface OrganizationLogosTable {
  organization_id: string
  /** `data:` URL. */
  image: string
}

export interface MembersTable {
  id: string
  organization_id: string
  user_id: string
  role: string
  joined_at: number
  last_active_at: number | null
}

interface ProjectsTable {
  id: string
  organization_id: string
  name: string
  slug: string
  is_default: Flag
  /** JSON of the defaults for new monitors; see `core/monitors/monitor-defaults.ts`. */
  monitor_defaults: Generated<string | null>
  escalation_policy_id: Generated<string | null>
  created_at: number
  updated_at: number
  /** Set when the project is deleted. The row stays because probes must still receive the deletion of its monitors. */
  deleted_at: number | null
}

/** One sign-in. All refresh tokens that descend from it refer to this row. */
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
  /** Set by the first use; a second use revokes the session. */
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
  /** Up to a minute behind the actual last use. */
  last_used_at: number | null
  created_at: number
  updated_at: number
}

/** A link to the picture of a project. */
export interface LoomLinksTable {
  id: string
  project_id: string
  /** SHA-256 of the token, hex. */
  token_hash: string
  name: string
  shows_user_names: Flag
  expires_at: number | null
  created_at: number
}

/** An open invitation; its row is deleted when it is accepted, withdrawn or expired. */
export interface InvitationsTable {
  id: string
  organization_id: string
  /** Lower case. */
  email: string
  role: string
  /** SHA-256 of the token, hex. */
  token_hash: string
  /** Member who sent the invitation. The row is deleted with this member, who has seen the token. */
  invited_by: string
  created_at: number
  expires_at: number
}

/** An emailed reset link. Its row is deleted on use. */
export interface PasswordResetsTable {
  /** SHA-256 of the token, hex. */
  token_hash: string
  user_id: string
  created_at: number
  expires_at: number
}

export interface SecondFactorsTable {
  user_id: string
  /** Encrypted with a key of the service. */
  secret: string
  /** Null until a first valid code confirms the enrollment. */
  enabled_at: number | null
  /** Time step of the last accepted code. Codes of this step and of earlier steps are no longer accepted. */
  last_step: number
  created_at: number
}

/** Unused recovery codes; a used one is deleted. */
interface RecoveryCodesTable {
  user_id: string
  /** Keyed hash. Without the key, the database does not reveal codes. */
  code_hash: string
}

/** Audit entries. An entry is written in the same transaction as the change and never changes. */
export interface AuditLogTable {
  id: string
  organization_id: string
  /** Null when the account was deleted, or when the service made the change. */
  actor_id: string | null
  /** Name at the time of the change. */
  actor_name: string
  credential: 'session' | 'key' | 'none'
  key_id: string | null
  /** For example `monitor.created`. */
  action: string
  resource_type: string
  resource_id: string
  /** JSON object with `{ from, to }` for each field; secrets are masked. */
  changes: string
  ip: string | null
  created_at: number
}
