/** An unexpected answer of the server, and its meaning for the probe. */

/**
 * `token`: the token is unknown or revoked. `content`: this message is rejected permanently. `later`: the server is
 * busy or broken, or a proxy answered.
 */
type RefusalKind = 'token' | 'content' | 'later'

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: RefusalKind
  /** Pause that the server requests, ms; null when it requests none. */
  readonly retryAfterMs: number | null

  constructor(kind: RefusalKind, message: string, retryAfterMs: number | null = null) {
    super(message)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}

/** Whether the same message will always be rejected again. */
export const isPermanent = (error: unknown): boolean => error instanceof Refusal && error.kind === 'content'
