/** All notification channels. */
import type { ChannelName, NotificationTarget } from '../core/notifications/delivery.ts'
import type { Channel, SendTools } from './channel.ts'
import { email } from './email.ts'
import { slack } from './slack.ts'
import { webhook } from './webhook.ts'

// biome-ignore lint/suspicious/noExplicitAny: each channel has settings of its own
const CHANNELS: Record<ChannelName, Channel<any>> = { email, webhook, slack }

export const getChannel = (name: ChannelName): Channel => CHANNELS[name]

/** Describes the recipient for the notification log. */
export const describeRecipient = ({
  channel,
  config,
  name,
}: Pick<NotificationTarget, 'channel' | 'config' | 'name'>): string =>
  getChannel(channel).describeRecipient(config, name)

/** Whether this installation can send through the channel. */
export const canSend = (channel: ChannelName, tools: Pick<SendTools, 'mailer'>): boolean =>
  !getChannel(channel).findUnavailableReason?.(tools)
