/**
 * GET /status/{slug}/badge.svg and /api/monitors/{id}/badge.svg: the overall status of a page, and one monitor or its year
 * for readers with the link.
 *
 * An SVG badge with a label and a message: `status | operational`. It loads no other resource and runs no script.
 */

import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createInvalid, Problem } from '../core/platform/errors.ts'
import { SECOND_MS } from '../core/platform/time/time.ts'
import { BADGE_KINDS, type BadgeContent, type BadgeTone, toPageBadge } from '../core/status-pages/badge.ts'
import { CachedValues } from '../services/platform/cached-values.ts'
import { createBadgeLinks, readBadge, readYear, type YearBadge } from '../services/status-pages/badges.ts'
import { type PagePlugin, POLLED_ROUTE } from './deps.ts'
import { escapeXml } from './html.ts'
import { withPage } from './read-page.ts'
import { PUBLIC_CORS_HEADERS } from './send-cached.ts'
import { renderYear, YEAR_THEMES } from './year-image.ts'

export const registerStatusBadgeRoutes: PagePlugin = (server, deps) => {
  server.get<{ Params: { slug: string } }>('/status/:slug/badge.svg', POLLED_ROUTE, (request, reply) =>
    withPage(deps, request, reply, ({ status, facts }) =>
      sendBadge(request, reply, toPageBadge(status), facts.passwordHash !== null),
    ),
  )
}

/** Years in memory: 60 KB each. */
const MAX_YEARS = 100

/**
 * As long as readers may keep the image. Reading the year of a monitor takes 4 ms with two status changes a day, but 0.7 s
 * when it failed every ten minutes.
 */
const YEAR_CACHE_MS = 60 * SECOND_MS

/** Equals the cache time of a status page. Badge URLs are public, and image proxies request them continuously. */
const CACHE_MS = 5 * SECOND_MS

interface Request {
  Params: { id: string }
  Querystring: { token?: unknown; kind?: unknown; label?: unknown; theme?: unknown }
}

/** GET /api/monitors/{id}/badge.svg: a badge of one monitor, for readers with the link. */
export const registerBadgeImageRoutes: PagePlugin = (server, { context, config }) => {
  const links = createBadgeLinks(config.secret)
  const { db } = context.store
  const badges = new CachedValues<BadgeContent | null>(CACHE_MS, context.elapsed)
  const years = new CachedValues<YearBadge | null>(YEAR_CACHE_MS, context.elapsed, MAX_YEARS)

  server.get<Request>('/api/monitors/:id/badge.svg', POLLED_ROUTE, async (request, reply) => {
    const { params, query } = request
    if (typeof query.token !== 'string' || !links.isTokenFor(query.token, params.id)) throw toBadgeNotFound()
    const kind = BADGE_KINDS.find((known) => known === (query.kind ?? 'status'))
    if (kind === undefined) throw createInvalid({ field: 'kind', message: `must be one of ${BADGE_KINDS.join(', ')}` })
    if (kind === 'year') {
      const theme = YEAR_THEMES.find((known) => known === (query.theme ?? 'light'))
      if (!theme) throw createInvalid({ field: 'theme', message: `must be one of ${YEAR_THEMES.join(', ')}` })
      const id = params.id.toLowerCase()
      const year = await years.get(id, () => readYear(context.store.history, id, context.now()))
      if (!year) throw toBadgeNotFound()
      return sendImage(request, reply, renderYear(year, toLabel(query.label, ''), theme))
    }
    const content = await badges.get(`${kind} ${params.id.toLowerCase()}`, () =>
      readBadge(db, params.id, kind, context.now()),
    )
    if (!content) throw toBadgeNotFound()
    return sendBadge(request, reply, content)
  })
}

/** Returns the same error for an invalid link as for a deleted monitor. */
const toBadgeNotFound = (): Problem => new Problem('MONITOR_NOT_FOUND', 'Badge not found')

const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=300'

/** @param isPrivate whether the page of the badge has a password */
function sendBadge(
  request: FastifyRequest,
  reply: FastifyReply,
  content: BadgeContent,
  isPrivate = false,
): FastifyReply {
  const { label } = request.query as { label?: unknown }
  return sendImage(request, reply, renderBadge({ ...content, label: toLabel(label, content.label) }), isPrivate)
}

function sendImage(request: FastifyRequest, reply: FastifyReply, svg: string, isPrivate = false): FastifyReply {
  const etag = `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`
  reply.headers({
    etag,
    'cache-control': isPrivate ? 'private, no-store' : CACHE_CONTROL,
    ...(!isPrivate && PUBLIC_CORS_HEADERS),
  })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.type('image/svg+xml; charset=utf-8').send(svg)
}

/**
 * Background colours for white text, each with a contrast of at least 4.5 to 1. Source: WCAG 2.2, success criterion
 * 1.4.3
 */
export const BADGE_COLORS: Readonly<Record<BadgeTone | 'label', string>> = {
  label: '#24292f',
  good: '#1a7f37',
  fair: '#9a6700',
  bad: '#cf222e',
  planned: '#0969da',
  figure: '#0969da',
  unknown: '#57606a',
}

/** Maximum number of characters of a label; longer labels are truncated. */
const MAX_LABEL = 60

const HEIGHT = 20
const SIZE = 11
const PADDING = 6
const BASELINE = 14

/**
 * Returns the requested label, or the default.
 *
 * @param asked any value of a query parameter
 */
export function toLabel(asked: unknown, fallback: string): string {
  if (typeof asked !== 'string') return fallback
  const characters = [...asked.replace(/\s+/g, ' ').trim()]
  return characters.length > MAX_LABEL ? `${characters.slice(0, MAX_LABEL - 1).join('')}…` : characters.join('')
}

/** @returns SVG, with only the message if the label is empty */
export function renderBadge({ label, message, tone }: BadgeContent): string {
  const left = label === '' ? 0 : Math.round(measureText(label, SIZE)) + 2 * PADDING
  const right = Math.round(measureText(message, SIZE)) + 2 * PADDING
  const width = left + right
  const title = escapeXml(label === '' ? message : `${label}: ${message}`)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" ` +
    `role="img" aria-label="${title}"><title>${title}</title>` +
    `<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath><g clip-path="url(#r)">` +
    (left > 0 ? `<rect width="${left}" height="${HEIGHT}" fill="${BADGE_COLORS.label}"/>` : '') +
    `<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${BADGE_COLORS[tone]}"/></g>` +
    `<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="${SIZE}">` +
    (left > 0 ? renderText(0, left, label) : '') +
    `${renderText(left, right, message)}</g></svg>\n`
  )
}

const renderText = (from: number, width: number, text: string): string =>
  `<text x="${from + PADDING}" y="${BASELINE}" textLength="${width - 2 * PADDING}" ` +
  `lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</text>`

/**
 * Advance widths of Verdana in 1/2048 of its size, for the characters from the space to the tilde. With another font,
 * the SVG spans the text to the computed width.
 */
const WIDTHS = [
  720, 806, 940, 1676, 1302, 2204, 1488, 550, 930, 930, 1302, 1676, 745, 930, 745, 930, 1302, 1302, 1302, 1302, 1302,
  1302, 1302, 1302, 1302, 1302, 930, 930, 1676, 1676, 1676, 1117, 2048, 1400, 1404, 1430, 1578, 1295, 1177, 1588, 1539,
  862, 931, 1419, 1140, 1726, 1532, 1612, 1235, 1612, 1424, 1400, 1262, 1499, 1400, 2025, 1403, 1260, 1403, 930, 930,
  930, 1676, 1302, 1302, 1230, 1276, 1067, 1276, 1220, 720, 1276, 1296, 562, 705, 1212, 562, 1992, 1296, 1243, 1276,
  1276, 874, 1067, 807, 1296, 1212, 1676, 1212, 1212, 1076, 1300, 930, 1300, 1676,
]
const EM = 2048
const LETTER = 1302

/** Scripts with square characters. */
const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}]/u

/**
 * Estimates the width of text without rendering it.
 *
 * @returns the width in the unit of `size`, rounded to a tenth of this unit
 */
export function measureText(text: string, size: number): number {
  let sum = 0
  for (const character of text.normalize('NFC').replace(/\p{M}/gu, '')) sum += measureCharacter(character)
  return Math.round((sum * size * 10) / EM) / 10
}

const measureCharacter = (character: string): number =>
  WIDTHS[character.codePointAt(0)! - 0x20] ?? (WIDE.test(character) ? EM : LETTER)
