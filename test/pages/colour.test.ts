import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adjustForContrast, chooseTextColour, computeContrast } from '../../src/pages/style.ts'
import { createSeededRandom } from '../support/factories/random.ts'

test('contrast is computed as in WCAG', () => {
  assert.equal(computeContrast('#000000', '#ffffff'), 21)
  assert.equal(computeContrast('#2563eb', '#2563eb'), 1)
  // Computed with the checker of webaim.org
  assert.equal(computeContrast('#777777', '#ffffff').toFixed(2), '4.48')
})

test('a readable colour does not change', () => {
  assert.equal(adjustForContrast('#2563eb', '#ffffff'), '#2563eb')
})

test('every colour is readable on light and dark backgrounds, and so is text on it', () => {
  const random = createSeededRandom(1)
  for (let n = 0; n < 2_000; n++) {
    const colour = `#${Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0')}`
    for (const background of ['#ffffff', '#10151c']) {
      const readable = adjustForContrast(colour, background)
      assert.match(readable, /^#[0-9a-f]{6}$/)
      assert.ok(computeContrast(readable, background) >= 4.5, `${colour} on ${background} became ${readable}`)
      assert.ok(computeContrast(chooseTextColour(readable), readable) >= 4.5, `text on ${readable}`)
    }
  }
})
