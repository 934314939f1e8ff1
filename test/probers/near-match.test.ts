import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeNearMatch } from '../../src/probers/near-match.ts'

const CASES: [text: string, wanted: string, expected: string | null][] = [
  ['ORDER NOW', 'Order now', 'in another case'],
  ['Order\n   now', 'Order now', 'with other white space'],
  ['Order\u00a0now', 'Order now', 'with other white space'],
  ['Fish &amp; Chips', 'Fish & Chips', 'in HTML'],
  ['Fish &#38; Chips', 'Fish & Chips', 'in HTML'],
  ['<b>Order</b> now', 'Order now', 'in HTML'],
  ['Order&nbsp;now', 'Order now', 'in HTML'],
  ['cafe\u0301', 'caf\u00e9', 'in another Unicode form'],
  ['\u0130STANBUL', 'istanbul', 'with other case, white space, accents or HTML'],
  ['ORDER&nbsp; <b>NOW</b>', 'Order now', 'with other case, white space, accents or HTML'],
  ['&#9999999; other', 'Order now', null],
  ['text', '  ', null],
]

for (const [text, wanted, expected] of CASES)
  test(`${JSON.stringify(text)} contains ${JSON.stringify(wanted)}: ${expected}`, () =>
    assert.equal(describeNearMatch(text, wanted), expected))

test('a near match is searched at the beginning of a long text', () => {
  assert.equal(describeNearMatch(`${'x'.repeat(260_000)} ORDER NOW`, 'Order now'), 'in another case')
  assert.equal(describeNearMatch(`${'x'.repeat(270_000)} ORDER NOW`, 'Order now'), null)
})

test('a text of open tags costs one pass', () => {
  assert.equal(describeNearMatch('<a'.repeat(500_000), 'Order now'), null)
})
