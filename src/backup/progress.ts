/** Progress of a long command: a line that is rewritten on a terminal, and plain lines at intervals elsewhere. */

const TERMINAL_EVERY_MS = 100
const PLAIN_EVERY_MS = 10_000

interface Terminal {
  isTTY?: boolean
  write(text: string): unknown
}

export const formatCount = (count: number): string => count.toLocaleString('en')

export const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/** Receives the number of further rows that have been read from a table. */
export type OnBlock = (rows: number, table: string) => void

export const countRows = (rows: Readonly<Record<string, number>>): number =>
  Object.values(rows).reduce((sum, count) => sum + count, 0)

/**
 * Shows the progress of `work` on standard error.
 *
 * @param total rows; null when unknown.
 * @param now ms
 */
export async function withProgress<T>(
  total: number | null,
  now: () => number,
  work: (onBlock: OnBlock) => Promise<T>,
): Promise<T> {
  const progress = new Progress(process.stderr, total, now)
  return work((rows, table) => progress.add(rows, table)).finally(() => progress.finish())
}

class Progress {
  readonly #out: Terminal
  readonly #total: number | null
  readonly #now: () => number
  #rows = 0
  #reportedAt: number

  constructor(out: Terminal, total: number | null, now: () => number) {
    this.#out = out
    this.#total = total
    this.#now = now
    this.#reportedAt = now()
  }

  add(rows: number, table: string): void {
    this.#rows += rows
    const now = this.#now()
    if (now - this.#reportedAt < (this.#out.isTTY ? TERMINAL_EVERY_MS : PLAIN_EVERY_MS)) return
    this.#reportedAt = now
    const of = this.#total === null ? '' : ` of ${formatCount(this.#total)}`
    const line = `${formatCount(this.#rows)}${of} rows, at ${table}`
    this.#out.write(this.#out.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
  }

  /** Clears the rewritten line. */
  finish(): void {
    if (this.#out.isTTY) this.#out.write('\r\x1b[K')
  }
}
