/** Repeated openings, for services that resolve an alert which is not sent again. */
import type { Event } from '../core/incidents/event.ts'
import type { NotificationTarget } from '../core/notifications/delivery.ts'
import { hasSealedSecrets } from '../core/platform/sealing/sealed-fields.ts'
import type { SendTools } from './channel.ts'
import { ChannelError } from './channel-error.ts'
import { getChannel } from './index.ts'
import { hideTargetSecrets } from './send-attempt.ts'
import { SERVICES } from './services/index.ts'

/** Values of `config.service` whose openings are repeated while the incident is open. */
export const REPEATED_SERVICES: readonly string[] = [...SERVICES.values()].flatMap(({ service, repeat }) =>
  repeat && service !== undefined ? [service] : [],
)

/** @throws ChannelError */
export type SendRepeat = (target: NotificationTarget, events: readonly Event[]) => Promise<void>

export const createSendRepeat =
  (tools: SendTools): SendRepeat =>
  async (target, events) => {
    const { config } = target
    if (hasSealedSecrets(config)) throw new ChannelError('the secret of this target cannot be decrypted')
    const channel = getChannel(target)
    const messages = events.map((event) => ({ event }))
    await hideTargetSecrets(channel, config, async () => channel.repeat?.(messages, config, tools))
  }
