/** Tokens of OAuth 2, kept by a probe until shortly before they expire. At most one token of a key is fetched at a time. */
import { BoundedMap } from '../../core/platform/maps.ts'
import type { Deadline } from '../connection/deadline.ts'

export interface Token {
  token: string
  /** How long the token may be used; 0 for one check. */
  usableMs: number
}

/** Maximum of tokens. The least recently used token is fetched again. */
const MAX_TOKENS = 1_000

export class TokenCache {
  private readonly tokens = new BoundedMap<string, { token: string; until: number }>(MAX_TOKENS)
  private readonly fetches = new Map<string, Promise<unknown>>()
  private readonly now: () => number

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  /**
   * Returns the token of a key. A check waits for the fetch of another check, at most until its own deadline. It fetches
   * a token itself if the other check got none.
   *
   * @param fetch returns the failure when there is no token
   * @returns the token, and whether an earlier check fetched it; a failure; null when the deadline expired
   */
  async get<F extends object>(
    key: string,
    deadline: Deadline,
    fetch: () => Promise<Token | F>,
  ): Promise<{ token: string; isKept: boolean } | F | null> {
    for (let running = this.fetches.get(key); running; running = this.fetches.get(key))
      if (!(await isOverInTime(running, deadline))) return null
    const kept = this.tokens.get(key)
    if (kept && this.now() < kept.until) {
      this.tokens.set(key, kept)
      return { token: kept.token, isKept: true }
    }
    const running = fetch()
    this.fetches.set(key, running)
    try {
      const result = await running
      if (!('usableMs' in result)) return result
      this.tokens.set(key, { token: result.token, until: this.now() + result.usableMs })
      return { token: result.token, isKept: false }
    } finally {
      this.fetches.delete(key)
    }
  }

  /** Drops a token that the target refused, unless it was replaced since. */
  drop(key: string, token: string): void {
    if (this.tokens.get(key)?.token === token) this.tokens.delete(key)
  }
}

function isOverInTime(running: Promise<unknown>, deadline: Deadline): Promise<boolean> {
  return new Promise((resolve) => {
    deadline.watch(() => resolve(false))
    const finish = () => {
      deadline.clearWatch()
      resolve(true)
    }
    running.then(finish, finish)
  })
}
