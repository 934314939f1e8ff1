/** What belongs to an account or leads to one, beside the account itself. */

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
export interface RecoveryCodesTable {
  user_id: string
  /** Keyed, so that the database alone does not give codes away. */
  code_hash: string
}
