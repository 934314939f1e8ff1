/** One try to tell one target. */
import type { NotificationTarget, Outcome } from '../core/delivery.ts'
import { ProbeTrouble } from '../core/verdict.ts'
import { ChannelError, type Message, type SendTools } from './channel.ts'
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
    try {
      await channel.send(message, config, tools)
      return { delivered: true }
    } catch (error) {
      if (error instanceof ChannelError) return failed(error.message, error)
      if (error instanceof ProbeTrouble) return failed(`trouble on our side: ${error.message}`)
      onFault(error, message)
      return failed('this service failed to send it')
    }
  }
}

const UNSUBSCRIBED = 'whoever reads there asked for no more of these; switch the target on when they want them again'

/** @param how nothing said means that another try may help */
export const failed = (
  message: string,
  { permanent = false, bounced = false, retryAfterMs = null, disableTarget = false }: Partial<ChannelError> = {},
): Outcome => ({ delivered: false, message, permanent, bounced, retryAfterMs, disableTarget })
