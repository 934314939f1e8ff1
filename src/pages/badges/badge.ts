/** An SVG badge with a label and a message: `status | operational`. It loads no other resource and runs no script. */
import type { BadgeContent, BadgeTone } from '../../core/status-pages/badge.ts'
import { escapeXml } from '../xml.ts'
import { measureText } from './text-width.ts'

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
