import type { ReceiverState } from '../core/notifications/delivery.ts'

/** A failed attempt to send, and whether a retry can help. */
export class ChannelError extends Error {
  override readonly name = 'ChannelError'
  /** A retry cannot help. */
  readonly permanent: boolean
  /** The recipient does not exist. */
  readonly bounced: boolean
  /** Wait that the receiver asked for, ms. */
  readonly retryAfterMs: number | null
  /** The receiver refuses all further messages. */
  readonly disableTarget: boolean
  readonly receiver: ReceiverState

  constructor(
    message: string,
    how: Partial<Pick<ChannelError, 'permanent' | 'bounced' | 'retryAfterMs' | 'disableTarget' | 'receiver'>> = {},
  ) {
    super(message)
    this.permanent = how.permanent ?? false
    this.bounced = how.bounced ?? false
    this.retryAfterMs = how.retryAfterMs ?? null
    this.disableTarget = how.disableTarget ?? false
    this.receiver = how.receiver ?? 'answering'
  }
}
