/**
 * Messages that the servers of one database send to each other. They report pending work, outdated caches, and events
 * of projects that are watched on another server. No message is guaranteed to arrive. The functions encode messages
 * into payloads of limited size, and decode them.
 */
import type { LiveEvent } from './live-event.ts'

export const WAKE_TOPICS = ['assignments', 'deliveries', 'email'] as const
export type WakeTopic = (typeof WAKE_TOPICS)[number]

export type ClusterMessage =
  /** Work is pending. */
  | { say: 'wake'; what: WakeTopic }
  /**
   * Servers that cache data of the project reload it. `isNotified` is true when events were sent to the watching servers.
   */
  | { say: 'changed'; projectId: string; isPage: boolean; isNotified: boolean }
  | { say: 'event'; projectId: string; event: LiveEvent }
  /** Credentials of these users, organizations or projects may have ended; the list of ids is complete. */
  | { say: 'access'; ids: readonly string[] }
  /** Events of the project were dropped. */
  | { say: 'reset'; projectId: string }
  /** Projects that readers at the sender watch: the complete list, or additions to it. */
  | { say: 'watching'; projectIds: readonly string[]; isAll: boolean }
  | { say: 'left'; projectIds: readonly string[] }
  /** The sender is new, or missed messages: other servers reply with the projects they watch. */
  | { say: 'hello' }
  /** Some messages of the sender were lost. */
  | { say: 'lost' }
  /** The sender is shutting down. */
  | { say: 'bye' }

/** Incremented when another version would misread an event or a message of this version. */
const FORMAT_VERSION = 2

/**
 * Maximum size of a payload, bytes. PostgreSQL accepts less than 8,000 in a notification, and the sender prepends its
 * own name.
 */
export const MAX_PAYLOAD_BYTES = 7_800

/** Number of ids, at 36 characters plus quotes and comma each, that leaves room for the rest. */
const MAX_IDS_PER_MESSAGE = 180

/** @returns payloads with as many messages as fit, in order; an event too large for one payload becomes a `reset` */
export function encodeMessages(messages: readonly ClusterMessage[]): string[] {
  const payloads: string[] = []
  let parts: string[] = []
  let bytes = 0
  const close = () => {
    if (parts.length > 0) payloads.push(`{"form":${FORMAT_VERSION},"words":[${parts.join()}]}`)
    parts = []
    bytes = 0
  }
  for (const message of messages.flatMap(splitMessage)) {
    const part = encodeMessage(message)
    const size = Buffer.byteLength(part) + 1
    if (bytes + size > MAX_PAYLOAD_BYTES - ENVELOPE_BYTES) close()
    parts.push(part)
    bytes += size
  }
  close()
  return payloads
}

const ENVELOPE_BYTES = 30

function encodeMessage(message: ClusterMessage): string {
  const text = JSON.stringify(message)
  if (message.say !== 'event' || Buffer.byteLength(text) < MAX_PAYLOAD_BYTES - ENVELOPE_BYTES) return text
  return JSON.stringify({ say: 'reset', projectId: message.projectId } satisfies ClusterMessage)
}

/** Splits a long list into several messages, of which only the first replaces the earlier list. */
function splitMessage(message: ClusterMessage): ClusterMessage[] {
  if (message.say !== 'watching' && message.say !== 'left') return [message]
  const { projectIds } = message
  if (projectIds.length <= MAX_IDS_PER_MESSAGE) return [message]
  return Array.from({ length: Math.ceil(projectIds.length / MAX_IDS_PER_MESSAGE) }, (_, n) => ({
    ...message,
    ...(message.say === 'watching' && { isAll: message.isAll && n === 0 }),
    projectIds: projectIds.slice(n * MAX_IDS_PER_MESSAGE, (n + 1) * MAX_IDS_PER_MESSAGE),
  }))
}

type Shape = Readonly<Record<string, (value: unknown) => boolean>>

const isText = (value: unknown): boolean => typeof value === 'string'
const isFlag = (value: unknown): boolean => typeof value === 'boolean'
const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isWakeTopic = (value: unknown): boolean => WAKE_TOPICS.includes(value as WakeTopic)
const isEvent = (value: unknown): boolean => isText((value as { type?: unknown } | null)?.type)

const MESSAGE_SHAPES: Readonly<Record<ClusterMessage['say'], Shape>> = {
  wake: { what: isWakeTopic },
  changed: { projectId: isText, isPage: isFlag, isNotified: isFlag },
  access: { ids: isList },
  event: { projectId: isText, event: isEvent },
  reset: { projectId: isText },
  watching: { projectIds: isList, isAll: isFlag },
  left: { projectIds: isList },
  hello: {},
  lost: {},
  bye: {},
}

function isClusterMessage(value: unknown): value is ClusterMessage {
  const { say, ...rest } = (value ?? {}) as Fields
  if (!isText(say) || !Object.hasOwn(MESSAGE_SHAPES, say as string)) return false
  return Object.entries(MESSAGE_SHAPES[say as ClusterMessage['say']]).every(([field, isFit]) => isFit(rest[field]))
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Decodes a payload and drops unknown messages: they come from a newer version, or from another sender in the same
 * database. An event in the format of another version becomes a `reset`.
 */
export function decodeMessages(text: string): ClusterMessage[] {
  const { form, words: messages } = parsePayload(text)
  return messages
    .filter(isClusterMessage)
    .map((message) =>
      message.say === 'event' && form !== FORMAT_VERSION ? { say: 'reset', projectId: message.projectId } : message,
    )
}

function parsePayload(text: string): { form: unknown; words: unknown[] } {
  try {
    const found = JSON.parse(text) as { form?: unknown; words?: unknown } | null
    return { form: found?.form, words: Array.isArray(found?.words) ? found.words : [] }
  } catch {
    return { form: null, words: [] }
  }
}
