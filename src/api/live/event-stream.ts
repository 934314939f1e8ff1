/**
 * One reader of live events. Nothing is queued for him: he is handed what comes after his place as fast as he takes it,
 * and whoever falls out of what is kept, or takes nothing at all, is cut off and may come back.
 */
import { Readable } from 'node:stream'
import type { Watch } from '../../services/live/live.ts'

/** Characters handed over at once. */
const CHUNK = 64 * 1024

/** A comment, which shows both sides that the other is still there. */
const BEAT = ':\n\n'

export class EventStream extends Readable {
  readonly #watch: Watch
  #isWanted = false
  #isDue = false
  /** Whether anything was taken since the last beat. */
  #hasTaken = true

  /** @param opening what goes out before all events */
  constructor(watch: Watch, opening: string) {
    super({ highWaterMark: CHUNK })
    this.#watch = watch
    this.push(opening)
  }

  /** There is something to read. What comes within one turn of the loop goes out together. */
  readonly notify = (): void => {
    if (this.#isDue || !this.#isWanted) return
    this.#isDue = true
    setImmediate(() => {
      this.#isDue = false
      this.#feed()
    })
  }

  /** Called now and then. Whoever took nothing between two beats is cut off. */
  beat(): void {
    if (!this.#isWanted && !this.#hasTaken) this.destroy()
    else if (this.#isWanted) this.push(BEAT)
    this.#hasTaken = false
  }

  /** What happened until now still goes out, as far as it is taken. */
  end(): void {
    this.#feed()
    if (!this.destroyed) this.push(null)
  }

  override _read(): void {
    this.#isWanted = true
    this.#hasTaken = true
    this.#feed()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#watch.close()
    done(error)
  }

  #feed(): void {
    if (!this.#isWanted || this.destroyed || this.readableEnded) return
    const text = this.#watch.read(CHUNK)
    if (text === null) {
      this.destroy()
      return
    }
    if (text === '') return
    this.#isWanted = false
    this.push(text)
  }
}
