/**
 * One read transaction for all reads of a turn of the event loop. A transaction takes and releases the locks of the file
 * once, which costs more than a small select.
 *
 * The transaction begins at the first read and ends before the next event: the callback of the event, its promises and
 * its ticks run first. Everything that an event brings, such as the bytes of a request, arrived before the transaction
 * began. So a request never reads data from before it was sent, also when another program writes the file. The writing
 * connection of this process ends the snapshot itself.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'

const RESOLVED = Promise.resolve()

export class ReadSnapshot {
  readonly #database: DatabaseSync
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  #isOpen = false

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#begin = database.prepare('begin')
    this.#commit = database.prepare('commit')
  }

  /** Begins the transaction, unless it is open. */
  ensure(): void {
    if (this.#isOpen) return
    this.#begin.run()
    this.#isOpen = true
    RESOLVED.then(this.#scheduleEnd)
  }

  /** Lets later reads see later commits. */
  readonly end = (): void => {
    if (!this.#isOpen) return
    this.#isOpen = false
    // SQLite has ended the transaction itself after some errors
    if (this.#database.isOpen && this.#database.isTransaction) this.#commit.run()
  }

  /** Runs among the promises of this turn. A tick that starts here runs after all of them. */
  readonly #scheduleEnd = (): void => process.nextTick(this.end)
}
