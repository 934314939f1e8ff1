/**
 * Stream of live events to one client. The stream queues nothing: the client receives events as fast as it reads. A
 * client that falls behind the event buffer, or reads nothing at all, is disconnected and may reconnect.
 */
import { Readable } from 'node:stream'
import type { LiveSubscription } from '../../services/live/live.ts'

/** Characters pushed at once. */
const CHUNK_LENGTH = 64 * 1024

/** A comment, which shows both sides that the connection is alive. */
const HEARTBEAT = ':\n\n'

export class EventStream extends Readable {
  readonly #subscription: LiveSubscription
  #canPush = false
  #isScheduled = false
  /** Whether events wait for a check of the credential. */
  #isPaused = false
  /** Whether the client read anything since the last check. */
  #hasRead = true

  /** @param opening text sent before all events */
  constructor(watch: LiveSubscription, opening: string) {
    super({ highWaterMark: CHUNK_LENGTH })
    this.#subscription = watch
    this.push(opening)
  }

  /** Schedules a push. Events of one turn of the event loop are sent together. */
  readonly notify = (): void => {
    if (this.#isScheduled || !this.#canPush) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#pushEvents()
    })
  }

  sendHeartbeat(): void {
    if (this.#canPush) this.push(HEARTBEAT)
  }

  /** Called periodically. Disconnects a client that read nothing between two checks. */
  disconnectIdle(): void {
    if (!this.#canPush && !this.#hasRead) this.destroy()
    this.#hasRead = false
  }

  /** Sends no events until `resume`. */
  pauseEvents(): void {
    this.#isPaused = true
  }

  resumeEvents(): void {
    this.#isPaused = false
    this.#pushEvents()
  }

  /** Ends the stream without the events that were not sent. */
  endNow(): void {
    this.#isPaused = true
    if (!this.destroyed && !this.readableEnded) this.push(null)
  }

  /** Sends the events up to now, as far as the client reads them, and ends the stream. */
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
    if (!this.#canPush || this.#isPaused || this.destroyed || this.readableEnded) return
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
