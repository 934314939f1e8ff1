/** One try to tell one target. */
import type { NotificationTarget, Outcome } from '../core/delivery.ts'
import { ProbeTrouble } from '../core/verdict.ts'
import { ChannelError, type Message, type SendTools } from './channel.ts'
import { findChannel } from './index.ts'

/** @throws what nobody foresaw; then the fault is ours */
export async function attempt(
  target: Pick<NotificationTarget, 'channel' | 'config'>,
  message: Message,
  tools: SendTools,
): Promise<Outcome> {
  const channel = findChannel(target.channel)
  if (!channel) return refused(`this version cannot send by ${target.channel}`)
  try {
    await channel.send(message, target.config, tools)
    return { delivered: true }
  } catch (error) {
    if (error instanceof ChannelError) return { delivered: false, ...howOf(error) }
    if (error instanceof ProbeTrouble) return failure(`trouble on our side: ${error.message}`)
    throw error
  }
}

const howOf = ({ message, permanent, bounced, retryAfterMs, disableTarget }: ChannelError) => ({
  message,
  permanent,
  bounced,
  retryAfterMs,
  disableTarget,
})

/** Worth another try. */
export const failure = (message: string): Outcome => ({
  delivered: false,
  message,
  permanent: false,
  bounced: false,
  retryAfterMs: null,
  disableTarget: false,
})

/** Not worth another try. */
export const refused = (message: string): Outcome => ({ ...failure(message), permanent: true }) as Outcome
