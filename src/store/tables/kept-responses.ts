/** What failing targets answered, when it was news. Its key is that of the result it came with. */
export interface KeptResponsesTable {
  monitor_key: number
  region: number
  scheduled_at: number
  /** When the check began. */
  seen_at: number
  /** JSON of `KeptResponse` in `core/results/kept-response.ts`. */
  response: string
}
