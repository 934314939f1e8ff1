/** All notification channels. */
import type { ChannelName, NotificationTarget } from '../core/notifications/delivery.ts'
import type { Channel, SendTools } from './channel.ts'
import { email } from './email.ts'
import { SERVICES } from './services/index.ts'
import { slack } from './slack.ts'
import { webPush } from './web-push/web-push.ts'
import { webhook } from './webhook.ts'

// biome-ignore lint/suspicious/noExplicitAny: each channel has settings of its own
const CHANNELS: Record<ChannelName, Channel<any>> = { email, webhook, slack }

type Configured = Pick<NotificationTarget, 'channel' | 'config'>

/** Services that only contact methods use. */
// biome-ignore lint/suspicious/noExplicitAny: each service has settings of its own
const DEVICES: ReadonlyMap<string, Channel<any>> = new Map([['web_push', webPush]])

/** Values of `config.service` of notification targets. */
export const TARGET_SERVICES: readonly string[] = [...SERVICES.keys()]

/** Values of `config.service` of contact methods. A device belongs to a user, so it is no notification target. */
export const CONTACT_SERVICES: readonly string[] = [...TARGET_SERVICES, ...DEVICES.keys()]

/** Returns the channel of a target, or the service of a webhook target. */
export const getChannel = ({ channel, config }: Configured): Channel => {
  const service = String(config.service)
  return (channel === 'webhook' && (SERVICES.get(service) ?? DEVICES.get(service))) || CHANNELS[channel]
}

/** Channels of one kind: the channel itself, and the services of `webhook`. */
export const listChannels = (channel: ChannelName): Channel[] =>
  channel === 'webhook' ? [CHANNELS.webhook, ...SERVICES.values()] : [CHANNELS[channel]]

/** Describes the recipient for the notification log. */
export const describeRecipient = (target: Configured & Pick<NotificationTarget, 'name'>): string =>
  getChannel(target).describeRecipient(target.config, target.name)

/** Whether one message to the target may report several incidents. */
export const canGroup = (target: Configured): boolean => getChannel(target).isGrouped ?? true

/** Whether the target may be a contact method of a user. */
export const canReachPerson = (target: Configured): boolean => getChannel(target).canReachPerson ?? true

/** Whether later messages to the target about an incident answer its first message. */
export const hasThreads = (target: Configured): boolean => getChannel(target).hasThreads ?? false

/** Whether this installation can send to the target. */
export const canSend = (target: Configured, tools: Pick<SendTools, 'mailer'>): boolean =>
  !getChannel(target).findUnavailableReason?.(tools, target.config)
