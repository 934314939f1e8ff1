/** Requests that carry an `Idempotency-Key`: what became of each, for a day. */
export interface IdempotencyKeysTable {
  /** Whose key it is: two callers may choose the same. */
  scope: string
  key: string
  /** Hash of the request. */
  fingerprint: string
  /** Names the attempt that holds the key. */
  attempt: string
  /** `working`, then `committed` in the transaction that does the work, then `answered`. */
  state: 'working' | 'committed' | 'answered'
  status: number | null
  /** Sealed: an answer may hold what is shown once. */
  body: string | null
  /** Until when the attempt may be taken to be at work. */
  lease_until: number
  created_at: number
  expires_at: number
}
