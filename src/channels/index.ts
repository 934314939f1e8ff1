/** Every way of telling that this version has. */
import type { ChannelName, NotificationTarget } from '../core/delivery.ts'
import type { Channel } from './channel.ts'
import { webhook } from './webhook.ts'

// biome-ignore lint/suspicious/noExplicitAny: each channel has settings of its own
export const CHANNELS = { webhook } satisfies Partial<Record<ChannelName, Channel<any>>>

export type SupportedChannel = keyof typeof CHANNELS

export const SUPPORTED_CHANNELS = Object.keys(CHANNELS) as SupportedChannel[]

/** Null when this version cannot send there. */
export const findChannel = (name: string): Channel | null =>
  Object.hasOwn(CHANNELS, name) ? (CHANNELS[name as SupportedChannel] as unknown as Channel) : null

/** Where it goes, in words for the notification log. */
export const recipientOf = (target: Pick<NotificationTarget, 'channel' | 'config' | 'name'>): string =>
  findChannel(target.channel)?.recipient(target.config) ?? target.name
