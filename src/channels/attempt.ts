/** One try to tell one target. */
import type { NotificationTarget, Outcome } from '../core/notifications/delivery.ts'
import { isUnopened } from '../core/platform/sealed-fields.ts'
import { ProbeTrouble } from '../core/results/verdict.ts'
import type { Message, SendTools } from './channel.ts'
import { ChannelError } from './channel-error.ts'
import { channelOf } from './index.ts'

/** Tries once to tell a target, within 10 s. Never throws. */
export type Attempt = (target: NotificationTarget, message: Message) => Promise<Outcome>

/** @param onFault told of what nobody foresaw: then the fault is ours, and another try may help */
export function makeAttempt(tools: SendTools, onFault: (error: unknown, message: Message) => void): Attempt {
  return async ({ channel: name, config, disabledReason }, message) => {
    // Not even a test goes to whoever asked for no more
    if (disabledReason === 'unsubscribed') return failed(UNSUBSCRIBED, { permanent: true })
    const channel = channelOf(name)
    const lack = channel.lacks?.(tools)
    if (lack) return failed(lack, { permanent: true })
    if (isUnopened(config)) return failed(UNOPENED)
    try {
      await channel.send(message, config, tools)
      return { delivered: true }
    } catch (error) {
      if (error instanceof ChannelError) return failed(error.message, error)
      if (error instanceof ProbeTrouble) return failed(`trouble on our side: ${error.message}`, { receiver: 'away' })
      onFault(error, message)
      return failed('this service failed to send it')
    }
  }
}

const UNSUBSCRIBED = 'whoever reads there asked for no more of these; switch the target on when they want them again'

/** Worth another try: whoever runs the service may set the right one meanwhile. */
const UNOPENED =
  'its secret was sealed with another WK_SECRET than that of this server; whoever runs it can set that as ' +
  'WK_SECRET_PREVIOUS, or give the target its secret anew'

/** Another attempt may help, unless `how` says otherwise. */
export const failed = (
  message: string,
  {
    permanent = false,
    bounced = false,
    retryAfterMs = null,
    disableTarget = false,
    receiver = 'answering',
  }: Partial<ChannelError> = {},
): Outcome => ({ delivered: false, message, permanent, bounced, retryAfterMs, disableTarget, receiver })
