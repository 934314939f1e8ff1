/** What every page for strangers stands in: head, style, policy. */
import type { PublicPage } from '../core/status-pages/public-status.ts'
import { DEFAULT_ACCENT_COLOR } from '../core/status-pages/status-page.ts'
import { Html, html } from './html.ts'
import type { Form } from './send-kept.ts'
import { styleFor } from './style.ts'

/** As much of a status page as its frame shows. */
type Framed = Pick<PublicPage, 'theme' | 'accentColor' | 'logoUrl' | 'isIndexed'>

export interface Frame {
  title: string
  /** Null for a page that belongs to no status page. */
  page: Framed | null
  /** Between `<body>` and `</body>`. */
  body: Html
  /** Within `<head>`, besides what every page has there. */
  head?: Html | null
}

const NO_PAGE: Framed = { theme: 'auto', accentColor: DEFAULT_ACCENT_COLOR, logoUrl: null, isIndexed: false }

/** A complete document, with the headers that it needs. */
export function frame({ title, page, body, head = null }: Frame): Form {
  const { theme, accentColor, logoUrl, isIndexed } = page ?? NO_PAGE
  const style = styleFor(theme, accentColor)
  const document = html`<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="${{ auto: 'light dark', light: 'light', dark: 'dark' }[theme]}">
    ${isIndexed ? null : html`<meta name="robots" content="noindex">`}
    <title>${title}</title>${head}<style>${new Html(style.css)}</style></head><body>${body}</body></html>`
  return {
    type: 'text/html; charset=utf-8',
    body: document.text,
    headers: {
      'content-security-policy': policy(style.hash, logoUrl),
      ...(!isIndexed && { 'x-robots-tag': 'noindex' }),
    },
  }
}

/** Nothing runs, and nothing is fetched but the logo, from where it lies. */
const policy = (styleHash: string, logoUrl: string | null): string =>
  [
    "default-src 'none'",
    `style-src ${styleHash}`,
    `img-src data:${originOf(logoUrl)}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join(';')

/** What is allowed by the URL standard and would end the directive, such as `https://a;b`, is left out. */
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/

function originOf(logoUrl: string | null): string {
  const origin = logoUrl === null ? null : URL.parse(logoUrl)?.origin
  return origin && ORIGIN.test(origin) ? ` ${origin}` : ''
}
