/** A notice as an Adaptive Card 1.4: https://adaptivecards.io/explorer */
import { listRemainder } from '../list-remainder.ts'
import { listLinks, truncateText } from '../message-text.ts'
import type { Mood, Notice } from '../notice/notice-types.ts'

const COLORS: Record<Mood, string> = { bad: 'Attention', warning: 'Warning', good: 'Good', neutral: 'Accent' }

/** Teams accepts messages of 28 KB. The rest of the message needs far less than the difference. */
const MAX_CARD_BYTES = 24_000
const MAX_LISTED = 10
const MAX_LINES = 40
const LINE_LIMIT = 500

export function toAdaptiveCard(notice: Notice) {
  const card = renderCard(notice)
  const isTooLarge = Buffer.byteLength(JSON.stringify(card)) > MAX_CARD_BYTES
  return isTooLarge ? renderCard({ ...notice, text: truncateText(notice.text, LINE_LIMIT), notes: '' }) : card
}

function renderCard(notice: Notice) {
  const { title, mood, note, text, facts, list, notes } = notice
  const listed = list
    ? [...list.items.slice(0, MAX_LISTED).map((item) => `• ${item}`), ...listRemainder(list, MAX_LISTED)]
    : []
  return {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.4',
    msteams: { width: 'Full' },
    // Notifications and screen readers show this text
    fallbackText: title,
    speak: title,
    body: [
      toLine([{ text: title, weight: 'Bolder', size: 'Medium', color: COLORS[mood] }]),
      ...[note, text].flatMap(toParagraph),
      ...listed.map((item) => toLine([{ text: item }])),
      ...facts.map(([label, value]) =>
        toLine([{ text: `${label}: `, isSubtle: true }, { text: truncateText(value, LINE_LIMIT) }]),
      ),
      ...toParagraph(notes),
    ],
    actions: listLinks(notice).map(({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url })),
  }
}

interface Run {
  text: string
  [style: string]: unknown
}

/** Text runs, unlike text blocks, are not read as Markdown. */
const toLine = (runs: readonly Run[], spacing = 'Small') => ({
  type: 'RichTextBlock',
  spacing,
  inlines: runs.map((run) => ({ type: 'TextRun', ...run })),
})

const toParagraph = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .slice(0, MAX_LINES)
    .map((line, position) => toLine([{ text: truncateText(line, LINE_LIMIT) }], position === 0 ? 'Medium' : 'None'))
