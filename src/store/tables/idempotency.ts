/** Requests that carry an `Idempotency-Key`: what became of each, for a day. */
export interface IdempotencyKeysTable {
  /** Whose key it is: two callers may choose the same. */
  scope: string
  key: string
  /** Hash of the request. */
  fingerprint: string
  /** Unused since keys are part of the transaction that does the work. */
  attempt: string
  /** `committed` only when the answer came too late for the transaction of the work; `working` was written by earlier versions. */
  state: 'working' | 'committed' | 'answered'
  status: number | null
  /** Sealed: an answer may hold what is shown once. */
  body: string | null
  /** Unused, like `attempt`. */
  lease_until: number
  created_at: number
  expires_at: number
}
