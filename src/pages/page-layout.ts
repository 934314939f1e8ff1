/**
 * Layout of all public pages: head, style and content policy.
 *
 * Status icons that are distinguishable without colour. Each is drawn once per page and referenced many times.
 */
import type { ComponentStatus, PublicPage } from '../core/status-pages/public-status.ts'
import { DEFAULT_ACCENT_COLOR } from '../core/status-pages/status-page.ts'
import { Html, html } from './html.ts'
import { READER_SCRIPT, READER_SCRIPT_HASH } from './reader-script.ts'
import type { PageDocument } from './send-cached.ts'
import { getStyle } from './style.ts'

/** The parts of a status page that the layout uses. */
type LayoutPage = Pick<PublicPage, 'theme' | 'accentColor' | 'logoUrl' | 'isIndexed' | 'timezone'>

export interface LayoutParts {
  title: string
  /** Null for pages that belong to no status page. */
  page: LayoutPage | null
  /** Content of `<body>`. */
  body: Html
  /** Additional content of `<head>`. */
  head?: Html | null
  /** Whether the page has times and bars, which the script of the page shows in the reader's way. */
  hasScript?: boolean
}

const DEFAULT_PAGE: LayoutPage = {
  theme: 'auto',
  accentColor: DEFAULT_ACCENT_COLOR,
  logoUrl: null,
  isIndexed: false,
  timezone: null,
}

/** Renders a complete document with its headers. */
export function renderLayout({ title, page, body, head = null, hasScript = false }: LayoutParts): PageDocument {
  const { theme, accentColor, logoUrl, isIndexed, timezone } = page ?? DEFAULT_PAGE
  const style = getStyle(theme, accentColor)
  const document = html`<!doctype html><html lang="en"${timezone && html` data-zone="${timezone}"`}><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="${{ auto: 'light dark', light: 'light', dark: 'dark' }[theme]}">
    ${isIndexed ? null : html`<meta name="robots" content="noindex">`}
    <title>${title}</title>${head}<style>${new Html(style.css)}</style></head><body>${body}${hasScript ? READER_SCRIPT : null}</body></html>`
  return {
    type: 'text/html; charset=utf-8',
    body: document.text,
    headers: {
      'content-security-policy': toPolicy(style.hash, logoUrl, hasScript),
      ...(!isIndexed && { 'x-robots-tag': 'noindex' }),
    },
  }
}

/** Forbids all scripts but the one of the page, and all external resources except the logo, from its origin. */
const toPolicy = (styleHash: string, logoUrl: string | null, hasScript: boolean): string =>
  [
    "default-src 'none'",
    `style-src ${styleHash}`,
    ...(hasScript ? [`script-src ${READER_SCRIPT_HASH}`] : []),
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

const DRAWINGS: Record<ComponentStatus, Html> = {
  operational: html`<circle cx="12" cy="12" r="9"/><path d="m8 12.2 2.8 2.8L16 9.5"/>`,
  degraded: html`<path d="M12 4 3 19.5h18z"/><path d="M12 10.5v4M12 17v.01"/>`,
  outage: html`<path d="M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3z"/><path d="m9 9 6 6M15 9l-6 6"/>`,
  maintenance: html`<rect x="3" y="3" width="18" height="18" rx="3"/><path d="M8.5 8v8M12 8v8M15.5 8v8"/>`,
  not_monitored: html`<circle cx="12" cy="12" r="9"/><path d="M9.8 8.5v7M14.2 8.5v7"/>`,
  unknown: html`<circle cx="12" cy="12" r="9" stroke-dasharray="3.2 2.5"/><path d="M8.5 12h7"/>`,
}

/** The icon definitions, included once before their first use. */
export const ICONS: Html = html`<svg class="v" aria-hidden="true">${Object.entries(DRAWINGS).map(
  ([name, drawing]) => html`<symbol id="${name}" viewBox="0 0 24 24">${drawing}</symbol>`,
)}</svg>`

/** Hidden from screen readers, because a text with the same meaning is beside it. */
export const renderIcon = (status: ComponentStatus): Html =>
  html`<svg class="i" aria-hidden="true"><use href="#${status}"/></svg>`

const TINTS: Record<ComponentStatus, string> = {
  operational: '16a34a',
  degraded: 'd97706',
  outage: 'dc2626',
  maintenance: '2563eb',
  not_monitored: '6b7683',
  unknown: '6b7683',
}

/** Returns the favicon of the page. */
export const toFaviconUrl = (status: ComponentStatus): string =>
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4' fill='%23${TINTS[status]}'/></svg>`
