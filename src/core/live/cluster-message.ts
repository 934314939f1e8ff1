/**
 * What servers of one database say to each other: that there is work, that something kept is out of date, what happened
 * in projects that are watched elsewhere. None of it has to arrive. Pure: words become texts that fit, and back.
 */
import type { LiveEvent } from './live-event.ts'

export type WakeTopic = 'assignments' | 'deliveries'

export type ClusterMessage =
  /** There is something to do. */
  | { say: 'wake'; what: WakeTopic }
  /** Whoever keeps something of the project reads it anew; `isTold` when events went to those who watch it. */
  | { say: 'changed'; projectId: string; isPage: boolean; isTold: boolean }
  | { say: 'event'; projectId: string; event: LiveEvent }
  /** Events of the project were left out. */
  | { say: 'reset'; projectId: string }
  /** What readers at this server watch: all of it, or what came to it. */
  | { say: 'watching'; projectIds: readonly string[]; isAll: boolean }
  | { say: 'left'; projectIds: readonly string[] }
  /** This server is new, or did not hear for a while: tell it what you watch. */
  | { say: 'hello' }
  /** Some of what this server would have said is lost. */
  | { say: 'lost' }
  /** This server goes. */
  | { say: 'bye' }

/** Grows when an event or a word of this version would be misunderstood by another. */
const FORMAT_VERSION = 1

/** Bytes of a text. PostgreSQL takes less than 8,000 in a notification; the sender puts its own name before. */
export const MAX_PAYLOAD_BYTES = 7_800

/** Ids of 36 characters, with quotes and comma, that leave room for the rest. */
const MAX_IDS_PER_MESSAGE = 180

/** @returns texts of as many words as fit, in order; an event that is too large for one is a reset */
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

/** A long list goes in several words, of which only the first takes the place of what was said before. */
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
const isWakeTopic = (value: unknown): boolean => value === 'assignments' || value === 'deliveries'
const isEvent = (value: unknown): boolean => isText((value as { type?: unknown } | null)?.type)

const MESSAGE_SHAPES: Readonly<Record<ClusterMessage['say'], Shape>> = {
  wake: { what: isWakeTopic },
  changed: { projectId: isText, isPage: isFlag, isTold: isFlag },
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
 * What is no word of ours is left out: it comes from a version that knows more, or from whoever else may notify in the
 * database. An event in the form of another version is a reason to read anew.
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
