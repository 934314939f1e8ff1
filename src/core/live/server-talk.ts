/**
 * What servers of one database say to each other: that there is work, that something kept is out of date, what happened
 * in projects that are watched elsewhere. None of it has to arrive. Pure: words become texts that fit, and back.
 */
import type { LiveEvent } from './live-event.ts'

export type Wakeable = 'assignments' | 'deliveries'

export type Word =
  /** There is something to do. */
  | { say: 'wake'; what: Wakeable }
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
const FORM = 1

/** Bytes of a text. PostgreSQL takes less than 8,000 in a notification; the sender puts its own name before. */
export const MOST_BYTES = 7_800

/** Ids of 36 characters, with quotes and comma, that leave room for the rest. */
const IDS_AT_ONCE = 180

/** @returns texts of as many words as fit, in order; an event that is too large for one is a reset */
export function textsOf(words: readonly Word[]): string[] {
  const texts: string[] = []
  let parts: string[] = []
  let bytes = 0
  const close = () => {
    if (parts.length > 0) texts.push(`{"form":${FORM},"words":[${parts.join()}]}`)
    parts = []
    bytes = 0
  }
  for (const word of words.flatMap(inPieces)) {
    const part = textOf(word)
    const size = Buffer.byteLength(part) + 1
    if (bytes + size > MOST_BYTES - OVERHEAD) close()
    parts.push(part)
    bytes += size
  }
  close()
  return texts
}

const OVERHEAD = 30

function textOf(word: Word): string {
  const text = JSON.stringify(word)
  if (word.say !== 'event' || Buffer.byteLength(text) < MOST_BYTES - OVERHEAD) return text
  return JSON.stringify({ say: 'reset', projectId: word.projectId } satisfies Word)
}

/** A long list goes in several words, of which only the first takes the place of what was said before. */
function inPieces(word: Word): Word[] {
  if (word.say !== 'watching' && word.say !== 'left') return [word]
  const { projectIds } = word
  if (projectIds.length <= IDS_AT_ONCE) return [word]
  return Array.from({ length: Math.ceil(projectIds.length / IDS_AT_ONCE) }, (_, n) => ({
    ...word,
    ...(word.say === 'watching' && { isAll: word.isAll && n === 0 }),
    projectIds: projectIds.slice(n * IDS_AT_ONCE, (n + 1) * IDS_AT_ONCE),
  }))
}

type Shape = Readonly<Record<string, (value: unknown) => boolean>>

const isText = (value: unknown): boolean => typeof value === 'string'
const isFlag = (value: unknown): boolean => typeof value === 'boolean'
const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isWakeable = (value: unknown): boolean => value === 'assignments' || value === 'deliveries'
const isEvent = (value: unknown): boolean => isText((value as { type?: unknown } | null)?.type)

const SHAPES: Readonly<Record<Word['say'], Shape>> = {
  wake: { what: isWakeable },
  changed: { projectId: isText, isPage: isFlag, isTold: isFlag },
  event: { projectId: isText, event: isEvent },
  reset: { projectId: isText },
  watching: { projectIds: isList, isAll: isFlag },
  left: { projectIds: isList },
  hello: {},
  lost: {},
  bye: {},
}

function isWord(value: unknown): value is Word {
  const { say, ...rest } = (value ?? {}) as Fields
  if (!isText(say) || !Object.hasOwn(SHAPES, say as string)) return false
  return Object.entries(SHAPES[say as Word['say']]).every(([field, isFit]) => isFit(rest[field]))
}

type Fields = Readonly<Record<string, unknown>>

/**
 * What is no word of ours is left out: it comes from a version that knows more, or from whoever else may notify in the
 * database. An event in the form of another version is a reason to read anew.
 */
export function wordsOf(text: string): Word[] {
  const { form, words } = parsed(text)
  return words
    .filter(isWord)
    .map((word) => (word.say === 'event' && form !== FORM ? { say: 'reset', projectId: word.projectId } : word))
}

function parsed(text: string): { form: unknown; words: unknown[] } {
  try {
    const found = JSON.parse(text) as { form?: unknown; words?: unknown } | null
    return { form: found?.form, words: Array.isArray(found?.words) ? found.words : [] }
  } catch {
    return { form: null, words: [] }
  }
}
