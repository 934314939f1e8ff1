/** What is written to people about their accounts. Names come from strangers: in HTML they are escaped. */
import type { Mail } from '../../channels/mailer.ts'
import { escapeHtml } from '../../core/platform/html.ts'

/** A mail that leads to one address. */
interface Letter {
  to: string
  subject: string
  /** Paragraphs before the link. */
  opening: readonly string[]
  link?: { label: string; url: string }
  /** Paragraphs after it. */
  closing: readonly string[]
}

export const invitationMail = (to: string, by: { name: string; organization: string }, url: string): Mail =>
  letter({
    to,
    subject: `${by.name} invites you to ${by.organization}`,
    opening: [`${by.name} invites you to the organization ${by.organization} on Watchkeeper, which watches services.`],
    link: { label: 'Accept the invitation', url },
    closing: ['The link works once, for 7 days. If you do not know what this is about, you need not do anything.'],
  })

export const resetMail = ({ email, name }: { email: string; name: string }, url: string): Mail =>
  letter({
    to: email,
    subject: 'Choose another password',
    opening: [`Hello ${name},`, 'somebody, probably you, asked for another password of your Watchkeeper account.'],
    link: { label: 'Choose another password', url },
    closing: ['The link works once, for one hour. If it was not you, ignore this mail: your password stays as it is.'],
  })

export const passwordChangedMail = ({ email, name }: { email: string; name: string }): Mail =>
  letter({
    to: email,
    subject: 'Your password was changed',
    opening: [
      `Hello ${name},`,
      'the password of your Watchkeeper account was changed just now, and everybody else who was signed in to it was signed out.',
    ],
    closing: ['If it was not you, ask for another password at once.'],
  })

function letter({ to, subject, opening, link, closing }: Letter): Mail {
  const [before, after] = [opening.map(oneLine), closing.map(oneLine)]
  const text = [...before, ...(link ? [`${link.label}:\n${link.url}`] : []), ...after].join('\n\n')
  const html = [
    ...before.map(paragraph),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []),
    ...after.map(paragraph),
  ].join('\n')
  return { to, subject: oneLine(subject), text: `${text}\n`, html: `${HEAD}${html}\n</body></html>\n` }
}

const HEAD = '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"></head><body>\n'

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`

/** A name with a line break in it must not look like a paragraph of ours. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
