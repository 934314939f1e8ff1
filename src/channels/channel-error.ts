import type { ReceiverState } from '../core/notifications/receiver.ts'

/** How the receiver failed us, and whether trying again makes sense. */
export class ChannelError extends Error {
  override readonly name = 'ChannelError'
  /** Trying again would not help. */
  readonly permanent: boolean
  /** The recipient does not exist. */
  readonly bounced: boolean
  /** How long the receiver asked us to wait, ms. */
  readonly retryAfterMs: number | null
  /** The receiver wants no more of these. */
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
