/** What a target is set to, by the names of the API. */

/** How the API shows what it keeps for itself; sent back it stands for what was there. */
const MASK = /^\*+$/

const FIELDS = {
  email: ['address'],
  webhook: ['url', 'secret'],
  slack: ['webhook_url'],
} as const

export type Channel = keyof typeof FIELDS

const toText = (value: unknown): string => (typeof value === 'string' && !MASK.test(value) ? value : '')

/** What fields hold at first: secrets are not there to be shown. */
export const toValues = (config: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(config).map(([name, value]) => [name, toText(value)]))

/** What is sent: of what is empty nothing, so that it is made up, or stays as it was. */
export const toConfig = (channel: Channel, values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    FIELDS[channel].map((name) => [name, values[name]?.trim() ?? ''] as const).filter(([, value]) => value !== ''),
  )

/** Where it leads, for people; null where that is a secret. */
export const findAddress = (config: Readonly<Record<string, unknown>>): string | null =>
  toText(config.address) || toText(config.url) || null
