/** Emails to subscribers of a status page. They contain the same text as the page. */

import { toOneLine } from '../core/platform/text/plain-text.ts'
import type { UpdateItem } from '../core/status-pages/subscriber-update.ts'
import { renderText } from './email.ts'
import { type Footer, renderHtml, shortenId, toMessageId, toUnsubscribeHeaders } from './email-parts.ts'
import type { EmailMessage } from './mailer.ts'
import { type PageReference, toSubscriberNotice, type UpdatedPage } from './notice/notice-subscriber.ts'
import type { Notice } from './notice/notice-types.ts'

/** The recipient, and the link for unsubscribing. */
export interface Reader {
  address: string
  unsubscribe: string
}

/** @param id the same on every attempt, so that mailboxes show a repeat once */
export function createUpdateEmail(
  page: UpdatedPage,
  reader: Reader,
  items: readonly UpdateItem[],
  id: string,
): EmailMessage {
  const mail = createEmail(page, reader, describeSubscription, toSubscriberNotice(page, items))
  return { ...mail, headers: { ...mail.headers, 'Message-ID': toMessageId(shortenId(id), new URL(page.url).hostname) } }
}

/** Asks the owner of the mailbox to confirm the subscription. */
export const createConfirmationEmail = (page: PageReference, reader: Reader, confirmUrl: string): EmailMessage =>
  createEmail(page, reader, describeRequest, {
    ...EMPTY_NOTICE,
    title: `Confirm your subscription to ${toOneLine(page.name)}`,
    text:
      `This address was entered to get email updates from the status page ${toOneLine(page.name)}. ` +
      'Updates start once you confirm. The link is valid for 3 days. If this was not you, ignore this email.',
    link: { label: 'Confirm subscription', url: confirmUrl },
  })

/** For a subscriber who subscribes again. */
export const createAlreadySubscribedEmail = (page: PageReference, reader: Reader): EmailMessage =>
  createEmail(page, reader, describeSubscription, {
    ...EMPTY_NOTICE,
    title: `You are already subscribed to ${toOneLine(page.name)}`,
    text: 'This address was entered again for email updates. It is already subscribed, so there is nothing to do.',
    link: { label: 'View status page', url: page.url },
  })

const EMPTY_NOTICE = {
  mood: 'neutral',
  note: '',
  facts: [],
  list: null,
  notes: '',
  runbookUrl: null,
  actions: [],
} as const satisfies Partial<Notice>

type DescribeReason = (address: string, page: string) => string

const describeSubscription: DescribeReason = (address, page) =>
  `You receive this email at ${address} because you subscribed to the status page ${page}.`
const describeRequest: DescribeReason = (address, page) =>
  `The address ${address} was entered on the status page ${page}.`

function createEmail(
  { url, name }: PageReference,
  { address, unsubscribe }: Reader,
  describeReason: DescribeReason,
  notice: Notice,
): EmailMessage {
  const footer: Footer = { address, service: url, unsubscribe, reason: describeReason(address, toOneLine(name)) }
  return {
    to: address,
    subject: notice.title,
    text: renderText(notice, footer),
    html: renderHtml(notice, footer),
    headers: toUnsubscribeHeaders(unsubscribe),
  }
}
