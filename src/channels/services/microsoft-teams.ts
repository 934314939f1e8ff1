/**
 * A workflow of Microsoft Teams that posts what its webhook receives:
 * https://support.microsoft.com/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498
 */
import Type from 'typebox'
import { defineChannel } from '../channel.ts'
import { postJson, type ResponseMeaning, refuseUrl } from '../http-send.ts'
import { listLinks, listRemainder, truncateText } from '../message-text.ts'
import { toNotice } from '../notice/notice.ts'
import type { Mood, Notice } from '../notice/notice-types.ts'
import { parseJson, SecretUrl, toService } from './setting.ts'

export const microsoftTeams = defineChannel({
  ...toService('microsoft_teams', 'Microsoft Teams', 'Posts to a channel or chat through a workflow'),
  docsUrl:
    'https://support.microsoft.com/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498',
  settings: Type.Object(
    {
      service: Type.Literal('microsoft_teams'),
      webhook_url: SecretUrl(
        'URL of the workflow "Send webhook alerts to a channel", copied from Teams',
        'https://prod-00.westeurope.logic.azure.com/workflows/XXXX/triggers/manual/paths/invoke?sig=XXXX',
      ),
    },
    { additionalProperties: false },
  ),
  secrets: ['webhook_url'],
  // A workflow with a response of its own answers 200, as its author chose. All answers of workflows name the run.
  // Source: https://learn.microsoft.com/azure/connectors/connectors-native-reqres
  proof: ({ status, headers }) => status === 202 || headers.get('x-ms-workflow-run-id') !== undefined,
  refuse: ({ webhook_url }, egress) =>
    refuseUrl('webhook_url', webhook_url, egress) ??
    (isConnector(new URL(webhook_url)) ? { field: 'webhook_url', message: CONNECTOR_REFUSAL } : null),
  async send({ event }, { webhook_url: url }, tools) {
    const content = toAdaptiveCard(toNotice(event, tools.baseUrl))
    const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }
    await postJson({ url, json: { type: 'message', attachments: [attachment] }, findMeaning }, tools)
  },
})

const CONNECTOR_REFUSAL =
  'is the address of an Office 365 connector, which Microsoft has retired; create a workflow in Teams and use its URL'

const isConnector = ({ hostname }: URL): boolean =>
  /(^|\.)webhook\.office\.com$/.test(hostname) || /^outlook\.office(365)?\.com$/.test(hostname)

interface Refused {
  error?: { code?: unknown; message?: unknown }
}

/** The workflow was deleted. A workflow that is only turned off can be turned on again. */
const DELETED = 'WorkflowNotFound'

function findMeaning(body: string): ResponseMeaning | null {
  const { code, message } = (parseJson(body) as Refused).error ?? {}
  if (typeof message !== 'string') return null
  return { message, ...(code === DELETED && { permanent: true, disableTarget: true }) }
}

const COLORS: Record<Mood, string> = { bad: 'Attention', warning: 'Warning', good: 'Good', neutral: 'Accent' }

/** Teams accepts messages of 28 KB. The rest of the message needs far less than the difference. */
const MAX_CARD_BYTES = 24_000
const MAX_LISTED = 10
const MAX_LINES = 40
const LINE_LIMIT = 500

function toAdaptiveCard(notice: Notice) {
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
