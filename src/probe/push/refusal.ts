/** An answer of the server that is not what was asked for, and what it means for the probe. */

/**
 * `token`: it does not know the token, or has revoked it. `content`: it will never take this very message.
 * `later`: it is busy or broken, or something else answered in its place.
 */
type RefusalKind = 'token' | 'content' | 'later'

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: RefusalKind
  /** How long it wants to be left alone, ms; null when it did not say. */
  readonly retryAfterMs: number | null

  constructor(kind: RefusalKind, message: string, retryAfterMs: number | null = null) {
    super(message)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}

/** Whether the very same message will be refused again, however often it is sent. */
export const isPermanent = (error: unknown): boolean => error instanceof Refusal && error.kind === 'content'
