/**
 * Parts of every email: the HTML part, and headers for threading and unsubscribing.
 *
 * The HTML part of an email. It uses tables and inline styles, because Outlook and Gmail support little else. The few
 * rules of the style sheet are for dark mode; programs that drop them show the light form.
 */

import type { Event } from '../core/incidents/event.ts'
import { isUuid } from '../core/platform/id.ts'
import { escapeHtml } from '../core/platform/text/plain-text.ts'
import type { ChannelMessage } from './channel.ts'
import { listRemainder } from './message-text.ts'
import type { Fact, Mood, Notice, NoticeLink } from './notice/notice-types.ts'

export interface Footer {
  address: string
  /** URL of the service. */
  service: string
  /** URL with which the reader unsubscribes. */
  unsubscribe: string
  /** Why the reader gets the email; by default, because a user configured the address. */
  reason?: string
}

/** Why the reader gets an email. */
export const describeReason = ({ reason, service, address }: Footer): string =>
  reason ?? `You receive this email because ${address} is a notification target of Watchkeeper at ${service}.`

/**
 * Each mood has a word and a sign in addition to the color, because not all readers see colors, and some programs
 * change them.
 */
const STYLE_BY_MOOD: Record<Mood, { color: string; sign: string; word: string }> = {
  bad: { color: '#b42318', sign: '&#10005;', word: 'Problem' },
  warning: { color: '#9a5b00', sign: '&#9888;&#65038;', word: 'Warning' },
  good: { color: '#18763b', sign: '&#10003;', word: 'Resolved' },
  neutral: { color: '#2457c5', sign: '&#8505;&#65038;', word: 'Info' },
}

const DARK_STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#14171c!important}.card{background:#1f242b!important;border-color:#39414b!important}
.ink{color:#f0f3f6!important}.faint{color:#a9b4c0!important}.rule{border-color:#39414b!important}.link{color:#8ab4ff!important}
}`

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

export function renderHtml(notice: Notice, footer: Footer): string {
  const { title, mood, note, text, facts, list, notes, runbookUrl, link, actions } = notice
  const { color, sign, word } = STYLE_BY_MOOD[mood]
  const rows = [
    `<tr><td bgcolor="${color}" style="background:${color};color:#ffffff;${FONT};font-size:14px;font-weight:bold;padding:10px 24px"><span aria-hidden="true">${sign}</span> ${word}</td></tr>`,
    renderRow(
      `<h1 class="ink" dir="auto" style="margin:0;font-size:20px;line-height:28px;color:#16191d">${escapeHtml(title)}</h1>`,
    ),
    note && renderRow(`<p class="faint" dir="auto" style="${PARAGRAPH};color:#545d68">${escapeHtml(note)}</p>`),
    text && renderRow(`<p class="ink" dir="auto" style="${PARAGRAPH};color:#16191d">${renderLineBreaks(text)}</p>`),
    list && renderRow(renderList(list.items, listRemainder(list, list.items.length))),
    facts.length > 0 && renderRow(renderTable(facts)),
    notes && renderRow(`<p class="ink" dir="auto" style="${PARAGRAPH};color:#16191d">${renderLineBreaks(notes)}</p>`),
    (link || actions.length > 0) && renderRow(renderButtons([...actions, ...(link ? [link] : [])])),
    runbookUrl && renderRow(renderRunbook(runbookUrl)),
    renderRow(renderFooter(footer), 'padding:20px 24px 24px'),
  ]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title><style>${DARK_STYLE}</style></head>
<body class="page" style="margin:0;padding:0;background:#f2f4f7">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(renderPreview(notice))}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f2f4f7"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;background:#ffffff;border:1px solid #d6dbe1">
${rows.filter(Boolean).join('\n')}
</table></td></tr></table>
</body></html>
`
}

const PARAGRAPH = 'margin:0;font-size:15px;line-height:22px;word-break:break-word'

const renderRow = (content: string, padding = 'padding:16px 24px 0'): string =>
  `<tr><td style="${FONT};${padding}">${content}</td></tr>`

/** Preview text next to the subject in lists of emails: the cause instead of the subject again. */
const renderPreview = ({ text, facts }: Notice): string =>
  text || facts.map(([label, value]) => `${label}: ${value}`).join(', ')

const renderLineBreaks = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

const toCellStyle = (align: string): string => `${align};vertical-align:top;font-size:14px;line-height:20px`

function renderTable(facts: readonly Fact[]): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="faint rule" width="120" style="${toCellStyle('padding:7px 16px 7px 0')};color:#545d68;border-top:1px solid #e3e7ec">${escapeHtml(label)}</td>` +
      `<td class="ink rule" dir="auto" style="${toCellStyle('padding:7px 0')};color:#16191d;border-top:1px solid #e3e7ec;word-break:break-word">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${rows.join('')}</table>`
}

function renderList(items: readonly string[], more: readonly string[]): string {
  const lines = items.map((item) => `<li dir="auto" style="margin:0 0 4px">${escapeHtml(item)}</li>`)
  const rest = more.map((paragraph) => `<p class="faint" style="${PARAGRAPH};color:#545d68">${paragraph}</p>`)
  return `<ul class="ink" style="${PARAGRAPH};color:#16191d;padding:0 0 0 20px">${lines.join('')}</ul>${rest.join('')}`
}

/** Renders a colored table cell around each link, because Outlook ignores the padding of links. */
const renderButtons = (links: readonly NoticeLink[]): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${links
    .map(renderButton)
    .join('<td width="12"></td>')}</tr></table>`

const renderButton = ({ url, label }: NoticeLink): string =>
  `<td bgcolor="#2457c5" style="background:#2457c5;padding:10px 18px">` +
  `<a href="${escapeHtml(url)}" style="${FONT};font-size:15px;font-weight:bold;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td>`

const renderRunbook = (url: string): string =>
  `<p class="ink" style="${PARAGRAPH};color:#16191d">Runbook: ` +
  `<a class="link" href="${escapeHtml(url)}" style="color:#2457c5">${escapeHtml(url)}</a></p>`

function renderFooter(footer: Footer): string {
  const style = `margin:0;font-size:12px;line-height:18px;color:#545d68;word-break:break-word`
  return (
    `<p class="faint" style="${style}">${escapeHtml(describeReason(footer))} ` +
    `<a class="link" href="${escapeHtml(footer.unsubscribe)}" style="color:#2457c5">Unsubscribe</a></p>`
  )
}

/**
 * Threading headers. The first email of an incident has an id derived from the incident. Every later one refers to it,
 * so that mail programs group them (RFC 5322, section 3.6.4). Other emails have an id derived from their delivery: a
 * repeat has the same id, and most mailboxes show it once. An email about an alert group refers to all its incidents,
 * and so do their later updates: the group is one thread.
 *
 * @param host right side of the ids
 */
export function toThreadHeaders(
  { id, event }: Pick<ChannelMessage, 'id' | 'event'>,
  host: string,
): Record<string, string> {
  const threads = listThreads(event).map((name) => toMessageId(name, host))
  if (isFirst(event)) return { 'Message-ID': threads[0]! }
  return {
    'Message-ID': toMessageId(shortenId(id), host),
    ...(threads.length > 0 && { 'In-Reply-To': threads.at(-1)!, References: threads.join(' ') }),
  }
}

export const toMessageId = (name: string, host: string): string => `<${name}@${host}>`

/**
 * Returns 22 characters for the 36 of a UUID. Nodemailer folds a Message-ID of more than 64 characters, and some
 * filters distrust one that begins on the second line.
 */
export const shortenId = (id: string): string =>
  isUuid(id) ? Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') : id

function listThreads({ data: { alert_group, incident, maintenance, probe_trouble, project_id } }: Event): string[] {
  if (alert_group) return alert_group.incidents.map((one) => `i.${shortenId(one.incident.id)}`)
  if (incident) return [`i.${shortenId(incident.id)}`]
  if (probe_trouble)
    return [`p.${shortenId(project_id)}.${probe_trouble.region}.${toShortTime(probe_trouble.started_at)}`]
  return maintenance ? [`m.${shortenId(maintenance.id)}.${toShortTime(maintenance.starts_at)}`] : []
}

const toShortTime = (iso: string): string => Date.parse(iso).toString(36)

/** An email to a fallback has a different id: if both targets use one mailbox, it shows both emails. */
function isFirst({ type, data: { alert_group, incident, update, fallback_for } }: Event): boolean {
  if (alert_group || fallback_for) return false
  if (type === 'maintenance.started' || type === 'probe_trouble.started') return true
  return incident !== undefined && (type === 'incident.opened' || update?.kind === 'created')
}

/**
 * Mail programs show an unsubscribe button for these headers (RFC 2369). It needs one click if the URL is https (RFC
 * 8058, section 3.1).
 *
 * @param url URL of the page
 */
export const toUnsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
})
