/** The page behind the unsubscribe link in every email of a target. It works without scripts and loads nothing. */
import { createHash } from 'node:crypto'
import { escapeHtml } from '../../core/platform/html.ts'
import type { Subscription } from '../../services/notifications/unsubscribe.ts'

const STYLE = `:root{color-scheme:light dark}
body{margin:0;font:17px/1.5 system-ui,sans-serif;background:#f2f4f7;color:#16191d}
main{max-width:34rem;margin:12vh auto 0;padding:2rem;background:#fff;border:1px solid #d6dbe1}
h1{margin:0 0 .75rem;font-size:1.4rem;line-height:1.3}p{margin:0 0 1rem;overflow-wrap:anywhere}
button{font:inherit;font-weight:600;padding:.6rem 1.1rem;border:0;background:#2457c5;color:#fff;cursor:pointer}
button:focus-visible{outline:3px solid #16191d;outline-offset:2px}
@media(prefers-color-scheme:dark){body{background:#14171c;color:#f0f3f6}main{background:#1f242b;border-color:#39414b}
button:focus-visible{outline-color:#f0f3f6}}`

/** Allows only its own style, by hash, and its own form. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';')

/** @param subscription null if the link is invalid */
export function renderUnsubscribePage(subscription: Subscription | null): string {
  if (!subscription)
    return renderPage(
      'This link is not valid',
      renderParagraph('The link is incomplete, or emails of this kind are no longer sent to this address.'),
    )
  const address = `<strong>${escapeHtml(subscription.address)}</strong>`
  if (subscription.isEnded)
    return renderPage(
      'You are unsubscribed',
      renderParagraph(`Alerts of this kind no longer go to ${address}.`) +
        renderParagraph('The sender of these alerts can see that this address has unsubscribed.'),
    )
  return renderPage(
    'Unsubscribe from these emails?',
    renderParagraph(`Watchkeeper sends alerts to ${address} when a monitored service fails.`) +
      // Without an `action`, the form is sent to the URL of the page, whatever proxy is in front of the server
      '<form method="post"><button type="submit">Unsubscribe</button></form>',
  )
}

const renderParagraph = (html: string): string => `<p>${html}</p>\n`

const renderPage = (title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>
${content}</main></body></html>
`
