/** A notice as an attachment in Slack's older format, which Mattermost and Rocket.Chat accept. */
import { formatMarkdownLink, listLinks, listRemainder, truncateText } from '../message-text.ts'
import type { Mood, Notice } from '../notice/notice-types.ts'

const COLORS: Record<Mood, string> = { bad: '#b42318', warning: '#9a5b00', good: '#18763b', neutral: '#2457c5' }

const TITLE_LIMIT = 250
const TEXT_LIMIT = 4_000
const FIELD_LIMIT = 500
const MAX_LISTED = 10

/** @param write escapes one character for the markup of the receiver */
export function toAttachment(notice: Notice, write: (character: string) => string) {
  const { title, mood, note, text, facts, list, notes, link } = notice
  const listed = list
    ? [...list.items.slice(0, MAX_LISTED).map((item) => `- ${item}`), ...listRemainder(list, MAX_LISTED)].join('\n')
    : ''
  const body = truncateText([note, text, listed, notes].filter(Boolean).join('\n\n'), TEXT_LIMIT, write)
  // The title is the link to the incident
  const links = listLinks({ ...notice, link: null })
    .map(formatMarkdownLink)
    .join(' · ')
  return {
    fallback: title,
    color: COLORS[mood],
    title: truncateText(title, TITLE_LIMIT, write),
    ...(link && { title_link: link.url }),
    text: [body, links].filter(Boolean).join('\n\n'),
    fields: facts.map(([name, value]) => ({
      title: name,
      value: truncateText(value, FIELD_LIMIT, write),
      short: true,
    })),
  }
}
