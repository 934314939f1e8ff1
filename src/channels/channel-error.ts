import type { ReceiverState, ReplacedSetting } from '../core/notifications/delivery.ts'

/** A setting with which the receiver would accept the message. */
export type Replacement = Omit<ReplacedSetting, 'before'>

/** A failed attempt to send, and whether a retry can help. */
export class ChannelError extends Error {
  override readonly name = 'ChannelError'
  /** Whether a retry is useless. */
  readonly permanent: boolean
  /** Whether the recipient does not exist. */
  readonly bounced: boolean
  /** Wait that the receiver requested, ms. */
  readonly retryAfterMs: number | null
  /** Whether the receiver refuses all further messages. */
  readonly disableTarget: boolean
  readonly receiver: ReceiverState
  /** Whether the receiver got the whole message. */
  readonly handedOver: boolean
  /** Setting with which the receiver would accept the message. */
  readonly replaces: Replacement | null

  constructor(
    message: string,
    how: Partial<
      Pick<
        ChannelError,
        'permanent' | 'bounced' | 'retryAfterMs' | 'disableTarget' | 'receiver' | 'handedOver' | 'replaces'
      >
    > = {},
  ) {
    super(message)
    this.permanent = how.permanent ?? false
    this.bounced = how.bounced ?? false
    this.retryAfterMs = how.retryAfterMs ?? null
    this.disableTarget = how.disableTarget ?? false
    this.receiver = how.receiver ?? 'answering'
    this.handedOver = how.handedOver ?? false
    this.replaces = how.replaces ?? null
  }
}

/** States in the notification log that a repeated message may be a duplicate. */
export const MAY_HAVE_ARRIVED = 'the message may have arrived nevertheless'
