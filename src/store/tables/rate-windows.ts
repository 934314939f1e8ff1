/** How often somebody asked, of all servers together. With SQLite the one server counts in memory, and it stays empty. */
export interface RateWindowsTable {
  /** A hash of what is counted and of whom: neither addresses nor accounts are kept. */
  who: string
  count: number
  reset_at: number
}
