/** One row: with which key the database is sealed, and how far the work of sealing it has come. */
export interface SealStateTable {
  /** Always `secrets`. */
  name: string
  /** Says which of the service's keys that is, and nothing of the key. */
  key_id: string
  /** A word sealed with that key: who cannot open it has another one. */
  canary: string
  /** Before this moment secrets are written as they are, for older servers may be at work, Unix ms. */
  seals_from: number
  /** The last row that was looked at; empty at the beginning. */
  place: string
  /** When everything there was had been sealed, Unix ms; null while it is not. */
  done_at: number | null
}
