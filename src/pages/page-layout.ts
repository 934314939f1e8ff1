/** Layout of all public pages: head, style and content policy. */
import type { PublicPage } from '../core/status-pages/public-status.ts'
import { DEFAULT_ACCENT_COLOR } from '../core/status-pages/status-page.ts'
import { Html, html } from './html.ts'
import type { PageDocument } from './send-cached.ts'
import { getStyle } from './style.ts'

/** The parts of a status page that the layout uses. */
type LayoutPage = Pick<PublicPage, 'theme' | 'accentColor' | 'logoUrl' | 'isIndexed'>

export interface LayoutParts {
  title: string
  /** Null for pages that belong to no status page. */
  page: LayoutPage | null
  /** Content of `<body>`. */
  body: Html
  /** Additional content of `<head>`. */
  head?: Html | null
}

const DEFAULT_PAGE: LayoutPage = { theme: 'auto', accentColor: DEFAULT_ACCENT_COLOR, logoUrl: null, isIndexed: false }

/** Renders a complete document with its headers. */
export function renderLayout({ title, page, body, head = null }: LayoutParts): PageDocument {
  const { theme, accentColor, logoUrl, isIndexed } = page ?? DEFAULT_PAGE
  const style = getStyle(theme, accentColor)
  const document = html`<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="${{ auto: 'light dark', light: 'light', dark: 'dark' }[theme]}">
    ${isIndexed ? null : html`<meta name="robots" content="noindex">`}
    <title>${title}</title>${head}<style>${new Html(style.css)}</style></head><body>${body}</body></html>`
  return {
    type: 'text/html; charset=utf-8',
    body: document.text,
    headers: {
      'content-security-policy': toPolicy(style.hash, logoUrl),
      ...(!isIndexed && { 'x-robots-tag': 'noindex' }),
    },
  }
}

/** Forbids scripts, and allows no external resource except the logo, from its origin. */
const toPolicy = (styleHash: string, logoUrl: string | null): string =>
  [
    "default-src 'none'",
    `style-src ${styleHash}`,
    `img-src data:${getImageSource(logoUrl)}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join(';')

/** Excludes origins that are valid URLs but would end the directive, such as `https://a;b`. */
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/

function getImageSource(logoUrl: string | null): string {
  const origin = logoUrl === null ? null : URL.parse(logoUrl)?.origin
  return origin && ORIGIN.test(origin) ? ` ${origin}` : ''
}
