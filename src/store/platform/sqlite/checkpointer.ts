/**
 * Checkpoints of the write-ahead log on a thread of their own. A checkpoint copies tens of megabytes to the database file
 * and flushes them, which would stop all requests for as long as that takes.
 *
 * Copying does not stop writes, so the log is never copied to its end while results arrive. The last pass is therefore
 * short, and new transactions wait for it. The next transaction then begins the log again from its start. Reads never
 * wait.
 */
import { once } from 'node:events'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/** Pages in the log before a checkpoint: the same page is written often, and only its last state counts. */
export const CHECKPOINT_PAGES = 8_192

/** Pages in the log at which SQLite checkpoints on the writing thread, should the checkpointer have failed. */
const LIMIT_PAGES = 4 * CHECKPOINT_PAGES

/** Number of pages that the last pass copies within a few milliseconds. */
const LAST_PAGES = 1_024

/** Passes before the last pass. Each pass copies the pages that were written during the pass before. */
const MAX_PASSES = 4

/** Pause after a checkpoint: while a long read holds the log, another checkpoint would achieve nothing. */
const PAUSE_MS = 100

/** Pause after a failed checkpoint, such as one on a full disk. */
const RETRY_MS = 10_000

/** Longest wait of a checkpoint for a lock of another process. */
const BUSY_MS = 5_000

/** The thread ends after this time without work, because it takes memory. */
const IDLE_MS = 30_000

/** Runs in the thread: a checkpoint for each message. The reply is the number of pages that remain, or an error. */
const SCRIPT = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const database = new DatabaseSync(workerData, { timeout: ${BUSY_MS} })
const checkpoint = database.prepare('pragma wal_checkpoint(passive)')
parentPort.on('message', () => {
  const { log, checkpointed } = checkpoint.get()
  parentPort.postMessage(log - checkpointed)
})`

const MEMORY = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }

export class Checkpointer {
  readonly #file: string
  readonly #database: DatabaseSync
  readonly #onFault: (error: unknown) => void
  readonly #measure: StatementSync
  #worker: Worker | null = null
  #running: Promise<void> | null = null
  #lastPass: Promise<unknown> | null = null
  #restsUntil = 0
  #idleTimer: NodeJS.Timeout | undefined

  /**
   * @param database the writing connection of the file
   * @param onFault receives errors of checkpoints; the log then grows until SQLite checkpoints on the writing thread
   */
  constructor(file: string, database: DatabaseSync, onFault: (error: unknown) => void) {
    this.#file = file
    this.#database = database
    this.#onFault = onFault
    database.exec(`PRAGMA wal_autocheckpoint = ${LIMIT_PAGES}`)
    this.#measure = database.prepare('pragma wal_checkpoint(noop)')
  }

  /** Resolves when a transaction may begin. */
  async waitForLastPass(): Promise<void> {
    if (this.#lastPass !== null) await this.#lastPass
  }

  /** Starts a checkpoint when the log is large. Called after each commit. */
  startWhenLarge(): void {
    if (this.#running !== null || performance.now() < this.#restsUntil) return
    // The database may be closed by now. The transaction of a request stays open until its response is stored
    if (!this.#database.isOpen || this.#database.isTransaction) return
    const { log, checkpointed } = this.#measure.get() as { log: number; checkpointed: number }
    if (log - checkpointed < CHECKPOINT_PAGES) return
    this.#running = this.#run()
      .then(
        () => this.#rest(PAUSE_MS),
        (error: unknown) => {
          this.#onFault(error)
          this.#rest(RETRY_MS)
        },
      )
      .finally(() => {
        this.#running = null
      })
  }

  #rest(ms: number): void {
    this.#restsUntil = performance.now() + ms
  }

  async close(): Promise<void> {
    await this.#running
    await this.#endWorker()
  }

  async #run(): Promise<void> {
    let left = Number.POSITIVE_INFINITY
    for (let pass = 0; pass < MAX_PASSES && left > LAST_PAGES; pass++) left = await this.#checkpoint()
    const last = this.#checkpoint()
    this.#lastPass = last.then(ignore, ignore)
    try {
      await last
    } finally {
      this.#lastPass = null
    }
  }

  /** @returns the number of pages that remain in the log */
  async #checkpoint(): Promise<number> {
    clearTimeout(this.#idleTimer)
    const worker = this.#getWorker()
    worker.ref()
    try {
      const reply = once(worker, 'message') as Promise<[number]>
      worker.postMessage(null)
      return (await reply)[0]
    } catch (error) {
      await this.#endWorker()
      throw error
    } finally {
      worker.unref()
      this.#idleTimer = setTimeout(() => this.#endWorker(), IDLE_MS).unref()
    }
  }

  #getWorker(): Worker {
    this.#worker ??= new Worker(SCRIPT, { eval: true, workerData: this.#file, resourceLimits: MEMORY })
    return this.#worker
  }

  async #endWorker(): Promise<void> {
    clearTimeout(this.#idleTimer)
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }
}

const ignore = (): void => {}
