/** Configuration of a notification target, with the API's field names. */

/** Placeholder of the API for a stored secret. Sent back, it keeps the stored value. */
const MASK = /^\*+$/

const FIELDS = {
  email: ['address'],
  webhook: ['url', 'secret'],
  slack: ['webhook_url'],
} as const

export type Channel = keyof typeof FIELDS

const toText = (value: unknown): string => (typeof value === 'string' && !MASK.test(value) ? value : '')

/** Returns initial field values. Fields of secrets start empty. */
export const toValues = (config: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(config).map(([name, value]) => [name, toText(value)]))

/** Returns the configuration to send. Empty fields are left out, so that the server generates or keeps the value. */
export const toConfig = (channel: Channel, values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    FIELDS[channel].map((name) => [name, values[name]?.trim() ?? ''] as const).filter(([, value]) => value !== ''),
  )

/** Returns the address to show; null when it is a secret. */
export const findAddress = (config: Readonly<Record<string, unknown>>): string | null =>
  toText(config.address) || toText(config.url) || null
