/** One attempt to notify one target. */
import type { NotificationTarget, Outcome } from '../core/notifications/delivery.ts'
import { hasSealedSecrets } from '../core/platform/sealed-fields.ts'
import { ProbeError } from '../core/results/verdict.ts'
import type { Channel, ChannelMessage, SendTools } from './channel.ts'
import { ChannelError } from './channel-error.ts'
import { ReceiverIsBack } from './http-send.ts'
import { getChannel } from './index.ts'
import { addLinks } from './links.ts'
import { hideTargetSecrets } from './target-secrets.ts'

/** Tries once to notify a target. Never throws. */
export type SendAttempt = (target: NotificationTarget, message: ChannelMessage) => Promise<Outcome>

/**
 * With `tools.isInquiry`, `delivered` only means that the receiver answers.
 *
 * @param onFault receives unexpected errors: these are bugs of this service, and a retry may help
 */
export function createSendAttempt(
  tools: SendTools,
  onFault: (error: unknown, message: ChannelMessage) => void,
): SendAttempt {
  return async (target, message) => {
    const { config, disabledReason } = target
    // An unsubscribed recipient gets no test message either
    if (disabledReason === 'unsubscribed') return toFailure(UNSUBSCRIBED, { permanent: true })
    const channel = getChannel(target)
    // First, because an email target with an unreadable secret has a mail server of its own
    if (hasSealedSecrets(config)) return toFailure(UNREADABLE_SECRET)
    const unavailableReason = channel.findUnavailableReason?.(tools, config)
    if (unavailableReason) return toFailure(unavailableReason, { permanent: true })
    const unfitSetting = findUnfitSetting(channel, config)
    if (unfitSetting !== null) return toFailure(describeUnfit(unfitSetting), { permanent: true })
    try {
      const { acknowledge, baseUrl } = tools
      const linked = acknowledge ? addLinks(message, acknowledge, baseUrl) : message
      const begun = await hideTargetSecrets(channel, config, () => channel.send(linked, config, tools))
      return { delivered: true, ...begun }
    } catch (error) {
      if (error instanceof ReceiverIsBack) return { delivered: true }
      if (error instanceof ChannelError) return toFailure(error.message, error)
      if (error instanceof ProbeError)
        return toFailure(`problem on the Watchkeeper server: ${error.message}`, { receiver: 'away' })
      onFault(error, message)
      return toFailure('internal error: failed to send the notification')
    }
  }
}

/** Returns the title of a setting that was stored before its pattern existed and does not match it. */
function findUnfitSetting({ settings }: Channel, config: NotificationTarget['config']): string | null {
  const found = Object.entries<{ title?: string; pattern?: string }>(settings.properties).find(
    ([field, { pattern }]) => {
      const value = config[field]
      return pattern !== undefined && typeof value === 'string' && !new RegExp(pattern).test(value)
    },
  )
  return found ? (found[1].title ?? found[0]) : null
}

const describeUnfit = (title: string): string =>
  `the setting "${title}" contains a line break or another character that it cannot contain; enter it again`

const UNSUBSCRIBED = 'the recipient unsubscribed; enable the target when they want notifications again'

/** Worth a retry: the operator may set the right secret in the meantime. */
const UNREADABLE_SECRET =
  'the secret of this target was encrypted with a different WK_SECRET; set that secret as ' +
  'WK_SECRET_PREVIOUS, or enter the secret of the target again'

/** A retry may help, unless the second argument excludes it. */
export const toFailure = (
  message: string,
  {
    permanent = false,
    bounced = false,
    retryAfterMs = null,
    disableTarget = false,
    receiver = 'answering',
    handedOver = false,
  }: Partial<ChannelError> = {},
): Outcome => ({ delivered: false, message, permanent, bounced, retryAfterMs, disableTarget, receiver, handedOver })
