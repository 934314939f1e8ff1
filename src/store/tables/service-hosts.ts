/** A name at which the service was reached by somebody who runs it. */
export interface ServiceHostsTable {
  /** Lower case, without port. */
  name: string
  /** Unix ms. */
  seen_at: number
}
