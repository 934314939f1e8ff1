/** One attempt to notify one target. */
import type { NotificationTarget, Outcome, ReplacedSetting } from '../core/notifications/delivery.ts'
import { hasSealedSecrets } from '../core/platform/sealing/sealed-fields.ts'
import { listRequestSecrets, removeSecrets } from '../core/results/failure-response.ts'
import { ProbeError } from '../core/results/verdict.ts'
import type { Channel, ChannelMessage, SendTools } from './channel.ts'
import { ChannelError } from './channel-error.ts'
import { ReceiverIsBack } from './http-send.ts'
import { getChannel } from './index.ts'
import { addLinks } from './links.ts'

/** Tries once to notify a target. Never throws. */
export type SendAttempt = (target: NotificationTarget, message: ChannelMessage) => Promise<Outcome>

/**
 * With `tools.isInquiry`, `delivered` only means that the receiver answers. When a receiver names a setting with which it
 * would accept the message, the message is sent once more with this setting.
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
    const { acknowledge, baseUrl } = tools
    const linked = acknowledge ? addLinks(message, acknowledge, baseUrl) : message
    const send = async (message: ChannelMessage, config: NotificationTarget['config']) => {
      try {
        const begun = await hideTargetSecrets(channel, config, () => channel.send(message, config, tools))
        return { outcome: { delivered: true, ...begun } as const, replaces: null }
      } catch (error) {
        const replaces = error instanceof ChannelError ? error.replaces : null
        return { outcome: toOutcome(error, (fault) => onFault(fault, message)), replaces }
      }
    }
    const replaced = new Map<string, ReplacedSetting>()
    let current = { config, ...(await send(linked, config)) }
    // Each setting once, so that a receiver cannot ask for ever new values
    while (current.replaces !== null && !replaced.has(current.replaces.field)) {
      const { field, after } = current.replaces
      replaced.set(field, { ...current.replaces, before: config[field] })
      const next = { ...current.config, [field]: after }
      // The message to answer may not exist with the other setting
      current = { config: next, ...(await send({ ...linked, threadId: null }, next)) }
    }
    return replaced.size > 0 ? { ...current.outcome, replaced: [...replaced.values()] } : current.outcome
  }
}

function toOutcome(error: unknown, onFault: (error: unknown) => void): Outcome {
  if (error instanceof ReceiverIsBack) return { delivered: true }
  if (error instanceof ChannelError) return toFailure(error.message, error)
  if (error instanceof ProbeError)
    return toFailure(`problem on the Watchkeeper server: ${error.message}`, { receiver: 'away' })
  onFault(error)
  return toFailure('internal error: failed to send the notification')
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

type Config = NotificationTarget['config']

/** A shorter secret would match unrelated text. */
const MIN_SECRET_LENGTH = 4

/** A part of an address is a key only if it is longer. */
const MIN_PART_LENGTH = 8

/** A longer part of a path is a key even if it has only small letters. Shorter ones are words, such as `webhooks`. */
const MAX_WORD_LENGTH = 16

/**
 * Runs a channel, and removes the secrets of the target from its error.
 *
 * @throws the error of the channel
 */
export async function hideTargetSecrets<T>(channel: Channel, config: Config, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    removeFromError(error, listTargetSecrets(channel, config))
    throw error
  }
}

/** An error keeps its class. Its log entry also shows the stack, the cause and the fields. */
function removeFromError(error: unknown, secrets: readonly string[]): void {
  if (!(error instanceof Error)) return
  const fields = error as unknown as Record<string, unknown>
  for (const field of Object.getOwnPropertyNames(error)) {
    const value = fields[field]
    if (typeof value === 'string') fields[field] = removeSecrets(value, secrets)
  }
  removeFromError(error.cause, secrets)
}

/** Returns the secrets in the forms in which receivers repeat them, longest first. */
export function listTargetSecrets({ secrets }: Pick<Channel, 'secrets'>, config: Config): string[] {
  const texts = Object.entries(config).flatMap(([field, value]) =>
    listTexts(value).flatMap((text) => listParts(text, secrets.includes(field))),
  )
  const headers = isObject(config.headers) ? (config.headers as Record<string, string>) : {}
  return listRequestSecrets(headers, texts)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const listTexts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : isObject(value) ? Object.values(value).flatMap(listTexts) : []

/** An address that is no secret may still have a query with a key. */
function listParts(text: string, isSecret: boolean): string[] {
  const url = text.includes('://') ? URL.parse(text) : null
  const query = [...(url?.searchParams.values() ?? [])].filter((part) => part.length >= MIN_PART_LENGTH)
  if (!isSecret) return query
  const path = url?.pathname.split('/').filter(isKey) ?? []
  const whole = url ? [url.href, url.pathname + url.search] : []
  return [text, ...whole, ...query, ...path].filter((part) => part.length >= MIN_SECRET_LENGTH)
}

const isKey = (part: string): boolean =>
  part.length >= MIN_PART_LENGTH && (part.length > MAX_WORD_LENGTH || !/^[a-z_-]+$/.test(part))
