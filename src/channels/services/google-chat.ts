/** A webhook of a Google Chat space: https://developers.google.com/workspace/chat/quickstart/webhooks */
import Type from 'typebox'
import { escapeHtml } from '../../core/platform/text/plain-text.ts'
import { defineChannel } from '../channel.ts'
import { postJson, type ResponseMeaning, refuseUrl } from '../http-send.ts'
import { listLinks, listRemainder, truncateText } from '../message-text.ts'
import { toNotice } from '../notice/notice.ts'
import type { Mood, Notice, NoticeLink } from '../notice/notice-types.ts'
import { parseJson, SecretUrl, toService } from './setting.ts'

const SIGNS: Record<Mood, string> = { bad: '🔴', warning: '⚠️', good: '✅', neutral: 'ℹ️' }

/** A card may have 32 KB. */
const TITLE_LIMIT = 250
const TEXT_LIMIT = 3_000
const FACT_LIMIT = 300
const MAX_LISTED = 10

export const googleChat = defineChannel({
  ...toService('google_chat', 'Google Chat', 'Posts to a space through a webhook; an incident is one thread'),
  docsUrl: 'https://developers.google.com/workspace/chat/quickstart/webhooks#register-webhook',
  settings: Type.Object(
    {
      service: Type.Literal('google_chat'),
      webhook_url: SecretUrl(
        'Webhook URL, copied from the apps and integrations of the space',
        'https://chat.googleapis.com/v1/spaces/XXXX/messages?key=XXXX&token=XXXX',
      ),
    },
    { additionalProperties: false },
  ),
  secrets: ['webhook_url'],
  proof: ({ json }) => String(json.name).startsWith('spaces/'),
  refuse: ({ webhook_url }, egress) => refuseUrl('webhook_url', webhook_url, egress),
  async send({ id, event }, { webhook_url }, tools) {
    const url = new URL(webhook_url)
    url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD')
    const json = {
      ...toGoogleChatMessage(toNotice(event, tools.baseUrl)),
      thread: { threadKey: event.data.incident?.id ?? id },
    }
    await postJson({ url: url.href, json, findMeaning }, tools)
  },
})

/** The text is what notifications show; the card has the details. */
function toGoogleChatMessage(notice: Notice) {
  const { title, mood, note, text, facts, list, notes } = notice
  const listed = list
    ? [...list.items.slice(0, MAX_LISTED).map((item) => `• ${item}`), ...listRemainder(list, MAX_LISTED)].join('\n')
    : ''
  const widgets = [
    ...[note, text, listed, notes].filter(Boolean).map(toParagraph),
    ...facts.map(([topLabel, value]) => ({
      decoratedText: { topLabel, text: escapeHtml(truncateText(value, FACT_LIMIT)), wrapText: true },
    })),
    ...toButtons(listLinks(notice)),
  ]
  return {
    // Only `<users/all>` mentions members, so an opening angle bracket is separated from its word
    text: `${SIGNS[mood]} ${truncateText(title, TITLE_LIMIT).replaceAll('<', '<\u200b')}`,
    ...(widgets.length > 0 && { cardsV2: [{ cardId: 'alert', card: { sections: [{ widgets }] } }] }),
  }
}

const toParagraph = (text: string) => ({
  textParagraph: { text: escapeHtml(truncateText(text, TEXT_LIMIT)).replaceAll('\n', '<br>') },
})

function toButtons(links: readonly NoticeLink[]) {
  const buttons = links.map(({ label, url }) => ({ text: label, onClick: { openLink: { url } } }))
  return buttons.length > 0 ? [{ buttonList: { buttons } }] : []
}

interface Refused {
  error?: { message?: unknown }
}

function findMeaning(body: string): ResponseMeaning | null {
  const message = (parseJson(body) as Refused).error?.message
  return typeof message === 'string' ? { message } : null
}
