/** Texts of account emails. Names come from untrusted users and are escaped in HTML. */
import type { EmailMessage } from '../../channels/mailer.ts'
import { escapeHtml } from '../../core/platform/text/plain-text.ts'

/** An email with one link. */
interface MailContent {
  to: string
  subject: string
  /** Paragraphs before the link. */
  opening: readonly string[]
  link?: { label: string; url: string }
  /** Paragraphs after the link. */
  closing: readonly string[]
}

export const createInvitationMail = (
  to: string,
  by: { name: string; organization: string },
  url: string,
): EmailMessage =>
  renderMail({
    to,
    subject: `${by.name} invited you to ${by.organization}`,
    opening: [
      `${by.name} invited you to join the organization ${by.organization} on Watchkeeper, an uptime monitoring service.`,
    ],
    link: { label: 'Accept invitation', url },
    closing: [
      'The link can be used once and is valid for 7 days. If you did not expect this invitation, ignore this email.',
    ],
  })

export const createResetMail = ({ email, name }: { email: string; name: string }, url: string): EmailMessage =>
  renderMail({
    to: email,
    subject: 'Reset your password',
    opening: [`Hello ${name},`, 'A password reset was requested for your Watchkeeper account.'],
    link: { label: 'Reset your password', url },
    closing: [
      'The link can be used once and is valid for 1 hour. If you did not request this, ignore this email. Your password stays the same.',
    ],
  })

export const createPasswordChangedMail = ({ email, name }: { email: string; name: string }): EmailMessage =>
  renderMail({
    to: email,
    subject: 'Your password was changed',
    opening: [
      `Hello ${name},`,
      'The password of your Watchkeeper account was just changed, and all other sessions were signed out.',
    ],
    closing: ['If this was not you, reset your password at once.'],
  })

export const createTestMail = (to: string): EmailMessage =>
  renderMail({
    to,
    subject: 'Watchkeeper test email',
    opening: ['This is a test email. Email from this Watchkeeper server is working.'],
    closing: ['An admin sent it from the email settings.'],
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

/** A name with a line break must not look like a paragraph of the email. */
const toSingleLine = (text: string): string => text.replace(/\s+/g, ' ')
