/** Who may have a connection now, and who waits for how long: what nobody bounds fills the memory. */

/** The database is away, does not answer, or is wanted by too many: worth another try. */
export class DatabaseAway extends Error {
  override readonly name: string = 'DatabaseAway'
}

/** It is there, as far as anybody knows, and takes too long. */
export class DatabaseBusy extends DatabaseAway {
  override readonly name = 'DatabaseBusy'
}

export interface AdmissionLimits {
  /** Connections that are taken at a time. */
  most: number
  /** That wait for one; whoever comes then is refused at once. */
  mostWaiting: number
  /** Longest wait, ms. */
  waitMs: number
}

interface Waiting {
  begin: () => void
  timer: NodeJS.Timeout
}

export class Admission {
  readonly #limits: AdmissionLimits
  readonly #waiting = new Set<Waiting>()
  #taken = 0

  constructor(limits: AdmissionLimits) {
    this.#limits = limits
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Who came first is let in first. @throws DatabaseBusy */
  enter(): Promise<void> {
    const { most, mostWaiting, waitMs } = this.#limits
    if (this.#taken < most) {
      this.#taken++
      return Promise.resolve()
    }
    if (this.#waiting.size >= mostWaiting)
      return Promise.reject(new DatabaseBusy(`${mostWaiting} requests are waiting for the database already`))
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.delete(waiting)
        reject(new DatabaseBusy(`no connection to the database became free within ${waitMs} ms`))
      }
      const waiting: Waiting = { begin: resolve, timer: setTimeout(giveUp, waitMs) }
      this.#waiting.add(waiting)
    })
  }

  /** Whoever goes hands over its place. */
  leave(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#taken--
      return
    }
    this.#waiting.delete(next)
    clearTimeout(next.timer)
    next.begin()
  }
}
