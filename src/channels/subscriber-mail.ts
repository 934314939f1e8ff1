/** Mail to people who want to hear of a status page. What it says is what the page says. */

import { oneLine } from '../core/platform/plain-text.ts'
import type { NewsItem } from '../core/status-pages/page-news.ts'
import { textOf } from './email.ts'
import { type Footer, htmlOf } from './email-html.ts'
import { messageId, shortId, unsubscribeHeaders } from './mail-headers.ts'
import type { Mail } from './mailer.ts'
import { type NotedPage, pageNotice } from './notice/notice-page.ts'
import type { Notice } from './notice/notice-types.ts'

/** To whom, and where they end it. */
export interface Reader {
  address: string
  unsubscribe: string
}

/** @param id the same on every try, so that mailboxes show a repeat once */
export function newsMail(page: NotedPage, reader: Reader, items: readonly NewsItem[], id: string): Mail {
  const mail = compose(page, reader, WHY, pageNotice(page, items))
  return { ...mail, headers: { ...mail.headers, 'Message-ID': messageId(shortId(id), new URL(page.url).hostname) } }
}

/** Asks whether it was the owner of the mailbox who gave the address. */
export const confirmMail = (page: NotedPage, reader: Reader, confirmUrl: string): Mail =>
  compose(page, reader, CONFIRM_WHY, {
    ...BLANK,
    title: `Confirm that you want updates of ${oneLine(page.name)}`,
    text:
      `Somebody, probably you, asked for mail when something happens on the status page ${oneLine(page.name)}. ` +
      'It begins when you confirm it, and the link works for 3 days. If it was not you, do nothing: nothing will come.',
    link: { label: 'Confirm the subscription', url: confirmUrl },
  })

/** To who is subscribed already and asked again. */
export const alreadyMail = (page: NotedPage, reader: Reader): Mail =>
  compose(page, reader, WHY, {
    ...BLANK,
    title: `You already get updates of ${oneLine(page.name)}`,
    text: 'Somebody, probably you, asked for these mails again. You get them already, and there is nothing to do.',
    link: { label: 'Open the status page', url: page.url },
  })

const BLANK = { mood: 'neutral', note: '', facts: [], list: null } as const satisfies Partial<Notice>

type Why = (address: string, page: string) => string

const WHY: Why = (address, page) => `You get this at ${address} as a subscriber of the status page ${page}.`
const CONFIRM_WHY: Why = (address, page) => `Somebody gave the address ${address} on the status page ${page}.`

function compose({ url, name }: NotedPage, { address, unsubscribe }: Reader, why: Why, notice: Notice): Mail {
  const footer: Footer = { address, service: url, unsubscribe, why: why(address, oneLine(name)) }
  return {
    to: address,
    subject: notice.title,
    text: textOf(notice, footer),
    html: htmlOf(notice, footer),
    headers: unsubscribeHeaders(unsubscribe),
  }
}
