import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BADGE_COLORS, renderBadge, toLabel } from '../../../src/pages/badges.ts'

/** Source: WCAG 2.2, "relative luminance" and "contrast ratio" */
function contrastWithWhite(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
}

test('white text is readable on every badge colour', () => {
  for (const [name, color] of Object.entries(BADGE_COLORS)) assert.ok(contrastWithWhite(color) >= 4.5, name)
})

test('a badge has the same text for screen readers as for other readers', () => {
  const svg = renderBadge({ label: 'status', message: 'operational', tone: 'good' })
  assert.match(svg, /^<svg [^>]*width="120" height="20"[^>]* role="img" aria-label="status: operational">/)
  assert.match(svg, /<title>status: operational<\/title>/)
  assert.match(svg, /<text x="6" y="14" textLength="34" [^>]*>status<\/text>/)
  assert.match(svg, /<text x="52" y="14" textLength="62" [^>]*>operational<\/text>/)
  assert.doesNotMatch(svg, /style=|<style|<script|href/)
})

test('a badge without a label has only the message', () => {
  const svg = renderBadge({ label: '', message: 'up', tone: 'good' })
  assert.equal(svg.match(/<text /g)?.length, 1)
  assert.match(svg, /aria-label="up"/)
})

test('the label of a badge is escaped', () => {
  const svg = renderBadge({ label: '"><script>&\u0000\ud800', message: 'up', tone: 'good' })
  assert.doesNotMatch(svg, /<script|\p{Cc}\S|\p{Cs}/u)
  assert.match(svg, /aria-label="&quot;&gt;&lt;script&gt;&amp;: up"/)
})

test('a label is one line of at most sixty characters', () => {
  assert.equal(toLabel(' my \n shop ', 'status'), 'my shop')
  assert.equal(toLabel(undefined, 'status'), 'status')
  assert.equal(toLabel(['a', 'b'], 'status'), 'status')
  assert.equal(toLabel('', 'status'), '')
  const cut = toLabel('🚀'.repeat(100), 'status')
  assert.deepEqual([[...cut].length, cut.endsWith('🚀…')], [60, true])
})
