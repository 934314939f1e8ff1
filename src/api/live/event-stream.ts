/**
 * One reader of live events. Nothing is queued for him: he is handed what comes after his place as fast as he takes it,
 * and whoever falls out of what is kept, or takes nothing at all, is cut off and may come back.
 */
import { Readable } from 'node:stream'
import type { LiveSubscription } from '../../services/live/live.ts'

/** Characters handed over at once. */
const CHUNK_LENGTH = 64 * 1024

/** A comment, which shows both sides that the other is still there. */
const HEARTBEAT = ':\n\n'

export class EventStream extends Readable {
  readonly #subscription: LiveSubscription
  #canPush = false
  #isScheduled = false
  /** Whether anything was taken since the last beat. */
  #hasRead = true

  /** @param opening what goes out before all events */
  constructor(watch: LiveSubscription, opening: string) {
    super({ highWaterMark: CHUNK_LENGTH })
    this.#subscription = watch
    this.push(opening)
  }

  /** There is something to read. What comes within one turn of the loop goes out together. */
  readonly notify = (): void => {
    if (this.#isScheduled || !this.#canPush) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#pushEvents()
    })
  }

  /** Called now and then. Whoever took nothing between two beats is cut off. */
  sendHeartbeat(): void {
    if (!this.#canPush && !this.#hasRead) this.destroy()
    else if (this.#canPush) this.push(HEARTBEAT)
    this.#hasRead = false
  }

  /** What happened until now still goes out, as far as it is taken. */
  finish(): void {
    this.#pushEvents()
    if (!this.destroyed) this.push(null)
  }

  override _read(): void {
    this.#canPush = true
    this.#hasRead = true
    this.#pushEvents()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#subscription.close()
    done(error)
  }

  #pushEvents(): void {
    if (!this.#canPush || this.destroyed || this.readableEnded) return
    const text = this.#subscription.read(CHUNK_LENGTH)
    if (text === null) {
      this.destroy()
      return
    }
    if (text === '') return
    this.#canPush = false
    this.push(text)
  }
}
