/** A mail to one address, by the mail server of this installation. All mails about an incident are one thread. */
import Type from 'typebox'
import type { Event } from '../core/event.ts'
import { escapeHtml } from '../core/html.ts'
import { type Notice, noticeOf } from '../core/notice.ts'
import { defineChannel, type Message } from './channel.ts'

export const email = defineChannel({
  settings: Type.Object(
    { address: Type.String({ format: 'email', maxLength: 254, description: 'One address' }) },
    { additionalProperties: false },
  ),
  secrets: [],
  ownSecret: null,
  refuse: () => null,
  lacks: ({ mailer }) => (mailer ? null : 'this installation has no mail server (WK_SMTP_URL)'),
  recipient: ({ address }) => address,
  async send(message, { address: to }, { mailer, baseUrl }) {
    const notice = noticeOf(message.event, baseUrl)
    const headers = threadHeaders(message, new URL(baseUrl).hostname)
    await mailer!.send({ to, subject: notice.title, text: textOf(notice), html: htmlOf(notice), headers })
  },
})

/**
 * The first mail of an incident has an id that follows from the incident, and every later one refers to it, so that
 * mail programs show them together (RFC 5322, section 3.6.4). The others are called after their delivery: a repeat has
 * the same id, and most mailboxes show it once.
 *
 * @param host right side of the ids
 */
export function threadHeaders({ id, event }: Message, host: string): Record<string, string> {
  const thread = threadOf(event, host)
  const isFirst = event.type === 'incident.opened'
  const own = isFirst && thread ? thread : `<${id}@${host}>`
  return {
    'Message-ID': own,
    ...(thread && !isFirst && { 'In-Reply-To': thread, References: thread }),
    'Auto-Submitted': 'auto-generated', // no answer by a machine; RFC 3834, section 5
  }
}

const threadOf = ({ data: { incident } }: Event, host: string): string | null =>
  incident ? `<incident.${incident.id}@${host}>` : null

function textOf({ title, text, facts, link }: Notice): string {
  const table = facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  const parts = [title, text, table, link ? `${link.label}:\n${link.url}` : '']
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

const COLOR: Record<Notice['mood'], string> = { bad: '#c02020', good: '#1a7f37', neutral: '#2563eb' }

/** Styles stand in the elements, for mail programs drop style sheets. */
function htmlOf({ title, mood, text, facts, link }: Notice): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:2px 16px 2px 0;color:#666">${escapeHtml(label)}</td><td>${escapeHtml(value)}</td></tr>`,
  )
  const parts = [
    `<h1 style="font-size:20px;margin:0 0 12px;padding-left:12px;border-left:4px solid ${COLOR[mood]}">${escapeHtml(title)}</h1>`,
    text && `<p style="white-space:pre-line">${escapeHtml(text)}</p>`,
    rows.length > 0 && `<table style="border-collapse:collapse;margin:12px 0">${rows.join('')}</table>`,
    link && `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`,
  ]
  const body = parts.filter(Boolean).join('\n')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"></head>
<body style="font-family:sans-serif;font-size:15px;color:#222">
${body}
</body></html>
`
}
