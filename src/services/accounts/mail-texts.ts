/** What is written to people about their accounts. Names come from strangers: in HTML they are escaped. */
import type { EmailMessage } from '../../channels/mailer.ts'
import { escapeHtml } from '../../core/platform/html.ts'

/** A mail that leads to one address. */
interface MailContent {
  to: string
  subject: string
  /** Paragraphs before the link. */
  opening: readonly string[]
  link?: { label: string; url: string }
  /** Paragraphs after it. */
  closing: readonly string[]
}

export const createInvitationMail = (
  to: string,
  by: { name: string; organization: string },
  url: string,
): EmailMessage =>
  renderMail({
    to,
    subject: `${by.name} invites you to ${by.organization}`,
    opening: [
      `${by.name} invites you to the organization ${by.organization} on Watchkeeper, an uptime monitoring service.`,
    ],
    link: { label: 'Accept the invitation', url },
    closing: ['The link works once, for 7 days. If you did not expect this email, you can ignore it.'],
  })

export const createResetMail = ({ email, name }: { email: string; name: string }, url: string): EmailMessage =>
  renderMail({
    to: email,
    subject: 'Reset your password',
    opening: [`Hello ${name},`, 'a password reset was requested for your Watchkeeper account.'],
    link: { label: 'Set a new password', url },
    closing: [
      'The link works once, for one hour. If you did not request it, ignore this email; your password stays the ' +
        'same.',
    ],
  })

export const createPasswordChangedMail = ({ email, name }: { email: string; name: string }): EmailMessage =>
  renderMail({
    to: email,
    subject: 'Your password was changed',
    opening: [
      `Hello ${name},`,
      'the password of your Watchkeeper account was just changed, and all other sessions were signed out.',
    ],
    closing: ['If you did not change it, reset your password immediately.'],
  })

function renderMail({ to, subject, opening, link, closing }: MailContent): EmailMessage {
  const [before, after] = [opening.map(toSingleLine), closing.map(toSingleLine)]
  const text = [...before, ...(link ? [`${link.label}:\n${link.url}`] : []), ...after].join('\n\n')
  const html = [
    ...before.map(renderParagraph),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []),
    ...after.map(renderParagraph),
  ].join('\n')
  return { to, subject: toSingleLine(subject), text: `${text}\n`, html: `${HEAD}${html}\n</body></html>\n` }
}

const HEAD = '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"></head><body>\n'

const renderParagraph = (text: string): string => `<p>${escapeHtml(text)}</p>`

/** A name with a line break in it must not look like a paragraph of ours. */
const toSingleLine = (text: string): string => text.replace(/\s+/g, ' ')
