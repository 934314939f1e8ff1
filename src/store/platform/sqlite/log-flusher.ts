/**
 * Flushes of SQLite's write-ahead log in the thread pool. A flush takes a millisecond, and hundreds on a busy disk. If the
 * commit flushed, all requests would stop for that time.
 *
 * A commit is visible to other transactions before it is on the disk. So nothing may leave the process before `flush`
 * resolves: no answer, no alert, no event.
 */
import { closeSync, fdatasync, openSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'

/** SQLITE_IOERR_FSYNC. Source: https://sqlite.org/rescode.html */
const FLUSH_FAILED = 1034

/** The disk may have lost commits that are visible. Only a restart, which reads the disk, shows which ones. */
export class LogFlushError extends Error {
  override readonly name = 'LogFlushError'
  readonly errcode = FLUSH_FAILED
}

export class LogFlusher {
  readonly #file: string
  readonly #onLoss: (error: LogFlushError) => void
  #descriptor: number | null = null
  #running: Promise<void> | null = null
  /** Begins when the running flush has ended. */
  #next: Promise<void> | null = null
  #failure: LogFlushError | null = null
  #isClosed = false

  /**
   * @param file database file
   * @param database its writing connection; from now on, its commits do not flush
   * @param onLoss called once, when a flush fails. The process should then end: the system may report the next flush of
   * the same pages as a success, although it has dropped them.
   */
  constructor(file: string, database: DatabaseSync, onLoss: (error: LogFlushError) => void) {
    this.#file = file
    this.#onLoss = onLoss
    database.exec('PRAGMA synchronous = NORMAL')
  }

  /**
   * Resolves when all commits until now are on the disk. Commits during a flush share the next one.
   *
   * @throws LogFlushError now and at every later call
   * @throws Error after `close`
   */
  flush(): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error(`${this.#file} was closed before the log was flushed`))
    this.#next ??= this.#flushAfter(this.#running)
    return this.#next
  }

  /** Ends the requested flushes first. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled([this.#running, this.#next])
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    this.#descriptor = null
  }

  async #flushAfter(previous: Promise<void> | null): Promise<void> {
    await previous
    this.#running = this.#next
    this.#next = null
    if (this.#failure) throw this.#failure
    try {
      // SQLite creates the log with the first commit and keeps the file as long as the database is open
      this.#descriptor ??= openSync(`${this.#file}-wal`, 'r+')
      await promisify(fdatasync)(this.#descriptor)
    } catch (cause) {
      this.#failure = new LogFlushError(`${this.#file}-wal: ${(cause as Error).message}`, { cause })
      this.#onLoss(this.#failure)
      throw this.#failure
    }
  }
}
