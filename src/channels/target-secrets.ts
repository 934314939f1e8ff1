/** Secrets of targets, which receivers may repeat in their answers, and which errors of this service may quote. */
import type { NotificationTarget } from '../core/notifications/delivery.ts'
import { listRequestSecrets, removeSecrets } from '../core/results/failure-response.ts'
import type { Channel } from './channel.ts'

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
