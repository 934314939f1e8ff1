/** Configuration of a notification target, with the API's field names. */

import type { Draft as FieldDraft } from '../../forms/schema-form/draft.ts'
import type { Target } from '../../platform/queries.ts'

/** Placeholder of the API for a stored secret. Sent back, it keeps the stored value. */
const MASK = /^\*+$/

const FIELDS = {
  email: ['address', 'smtp_url', 'from'],
  webhook: ['url', 'secret'],
  slack: ['webhook_url', 'bot_token', 'channel', 'signing_secret'],
} as const

export type Channel = keyof typeof FIELDS

/** The most used channel comes first. */
const CHANNELS: readonly Channel[] = ['email', 'slack', 'webhook']

/** Returns the channels in the order to offer them. Channels that this installation cannot use come last. */
export const sortChannels = (broken: readonly Channel[]): Channel[] =>
  CHANNELS.toSorted((a, b) => Number(broken.includes(a)) - Number(broken.includes(b)))

/** Value of `config.service` for signed webhooks; absent means the same. */
const STANDARD = 'standard'

/** Returns the service that receives the webhooks of a target; null for none. */
export const findService = ({ config }: Pick<Target, 'config'>): string | null =>
  typeof config.service === 'string' && config.service !== STANDARD ? config.service : null

/** Whether the messages of the target are signed with a secret that can be rotated. */
export const hasSigningSecret = (target: Pick<Target, 'channel' | 'config'>): boolean =>
  target.channel === 'webhook' && findService(target) === null

const toText = (value: unknown): string => (typeof value === 'string' && !MASK.test(value) ? value : '')

/** Whether an email target has a mail server of its own: a value of the form that the API does not have. */
export const OWN_SERVER = 'own_server'

/** Returns initial field values. Fields of secrets start empty. */
export const toValues = (config: Readonly<Record<string, unknown>>): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(config).map(([name, value]) => [name, toText(value)])),
  ...(config.smtp_url !== undefined && { [OWN_SERVER]: 'yes' }),
})

/**
 * Returns the configuration to send. Empty fields are left out, so that the server generates or keeps the value. A mail
 * server that the user turned off is cleared.
 */
export function toConfig(channel: Channel, values: Readonly<Record<string, string>>): Record<string, string> {
  const entered = FIELDS[channel].map((name) => [name, values[name]?.trim() ?? ''] as const)
  const isServer = ([name]: readonly [string, string]) => name === 'smtp_url' || name === 'from'
  const sent = channel === 'email' && values[OWN_SERVER] !== 'yes' ? entered.filter((one) => !isServer(one)) : entered
  return {
    ...Object.fromEntries(sent.filter(([, value]) => value !== '')),
    ...(channel === 'email' && values[OWN_SERVER] === 'no' && { smtp_url: '', from: '' }),
  }
}

/** Returns the address to show; null when it is a secret. */
export const findAddress = (config: Readonly<Record<string, unknown>>): string | null =>
  toText(config.address) || toText(config.url) || null

export type TargetEvent = Target['events'][number]

export type QuietHours = NonNullable<Target['quiet_hours']>

/** Kinds of messages in the order of the form. */
export const TARGET_EVENTS = [
  'down',
  'degraded',
  'recovered',
  'reminder',
  'flapping',
  'certificate',
  'domain',
  'maintenance',
  'probe_trouble',
] as const satisfies readonly TargetEvent[]

/** The values of the form. */
export interface TargetDraft {
  channel: Channel
  /** Value of `config.service`; null for the channel itself. */
  service: string | null
  name: string
  /** Fields of a channel. */
  values: Readonly<Record<string, string>>
  /** Entered fields of a service; others have their stored value. */
  entered: Readonly<Record<string, FieldDraft>>
  isDefault: boolean
  isEnabled: boolean
  /** Id of another target; empty for none. */
  fallback: string
  events: readonly TargetEvent[]
  quietHours: QuietHours | null
}

/** @param target null for a new target of the given channel */
export const toTargetDraft = (target: Target | null, channel: Channel, isDefault: boolean): TargetDraft => ({
  channel: target?.channel ?? channel,
  service: target && findService(target),
  name: target?.name ?? '',
  values: toValues(target?.config ?? {}),
  entered: {},
  isDefault: target?.is_default ?? isDefault,
  isEnabled: target?.is_enabled ?? true,
  fallback: target?.fallback_target_id ?? '',
  events: target?.events ?? TARGET_EVENTS,
  quietHours: target?.quiet_hours ?? null,
})

/** Values of an email target that are no secrets. */
const OPEN_VALUES = ['address', 'from', OWN_SERVER]

/**
 * Replaces webhook URLs, secrets and all fields of services by their values at the start, because their owners can send
 * messages.
 */
export const hideTargetSecrets = <Draft extends Pick<TargetDraft, 'entered' | 'values'>>(
  start: Draft,
  draft: Draft,
): Draft => ({
  ...draft,
  entered: start.entered,
  values: {
    ...start.values,
    ...Object.fromEntries(Object.entries(draft.values).filter(([name]) => OPEN_VALUES.includes(name))),
  },
})

/** Suggests a name: the address, or the host that receives webhooks. */
export function deriveTargetName(channel: Channel, values: Readonly<Record<string, string>>): string {
  const address = values.address?.trim() ?? ''
  if (channel === 'email') return address.slice(0, MAX_NAME_LENGTH)
  if (channel === 'slack') return values.webhook_url?.trim() || values.bot_token?.trim() ? 'Slack' : ''
  const url = values.url?.trim() ?? ''
  return URL.canParse(url) ? new URL(url).host.slice(0, MAX_NAME_LENGTH) : ''
}

/** Returns the suggested name, or `Slack (2)` when another target has it. */
export function toUnusedName(name: string, used: readonly string[]): string {
  if (name === '') return ''
  const stem = name.slice(0, MAX_NAME_LENGTH - 5)
  let unused = name
  for (let number = 2; used.includes(unused); number++) unused = `${stem} (${number})`
  return unused
}

const MAX_NAME_LENGTH = 80
