/** Parts of a message that several channels share. */
import type { Notice, NoticeLink, NoticeList } from './notice/notice-types.ts'

/** Everything below the title as plain text. */
export const formatBody = (notice: Notice): string => joinParts([...listParts(notice), ...formatLinks(notice)])

/**
 * The same within a limit. Links stay complete.
 *
 * @param truncate truncates a text to a length
 */
export function formatShortBody(
  notice: Notice,
  limit: number,
  truncate: (text: string, limit: number) => string = truncateText,
): string {
  const links = joinParts(formatLinks(notice))
  const left = limit - Buffer.byteLength(links) - 2
  return joinParts([truncate(joinParts(listParts(notice)), Math.max(left, 0)), links])
}

const joinParts = (parts: readonly string[]): string => parts.filter(Boolean).join('\n\n')

const formatLinks = (notice: Notice): string[] => listLinks(notice).map(({ label, url }) => `${label}:\n${url}`)

function listParts({ note, text, facts, list, notes }: Notice): string[] {
  return [
    note,
    text,
    list
      ? list.items
          .map((item) => `- ${item}`)
          .concat(listRemainder(list, list.items.length))
          .join('\n')
      : '',
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    notes,
  ]
}

/** Everything that a reader can open, the most useful first. */
export const listLinks = ({
  actions,
  link,
  runbookUrl,
}: Pick<Notice, 'actions' | 'link' | 'runbookUrl'>): NoticeLink[] => [
  ...actions,
  ...(link ? [link] : []),
  ...(runbookUrl ? [{ label: 'Runbook', url: runbookUrl }] : []),
]

/** A link in Markdown. Characters that would end it are encoded. */
export const formatMarkdownLink = ({ label, url }: NoticeLink): string =>
  `[${label}](${url.replace(/[()<>\s]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`)})`

/**
 * Truncates a long text between two characters.
 *
 * @param limit in UTF-16 units, the strictest reading of most limits
 */
export function truncateText(text: string, limit: number, write = (character: string) => character): string {
  let result = ''
  for (const character of text) {
    const next = write(character)
    if (result.length + next.length >= limit) return `${result}…`
    result += next
  }
  return result
}

/** Truncates a text to a number of bytes in UTF-8, between two characters. */
export function truncateToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  let bytes = Buffer.byteLength('…')
  let result = ''
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    result += character
  }
  return `${result}…`
}

/** Escapes text for CommonMark, in which a backslash makes any ASCII punctuation literal. */
export const escapeMarkdown = (character: string): string =>
  /[\\`*_[\]#|~<>]/.test(character) ? `\\${character}` : character

/** A mention needs the name directly after the sign, so an invisible space keeps names of users from notifying. */
export const escapeMention = (character: string): string => (character === '@' ? '@\u200b' : character)

/** One line, or none when all items are shown. */
export const listRemainder = ({ total }: Pick<NoticeList, 'total'>, shown: number): string[] =>
  total > shown ? [`and ${total - shown} more`] : []
