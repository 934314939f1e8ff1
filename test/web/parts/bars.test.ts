import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatSlot } from '../../../web/src/parts/monitors/bars.ts'
import { en } from '../../../web/src/text/en/index.ts'
import { createFormat } from '../../../web/src/text/format.ts'

test('a day is the UTC day of the API, and a shorter slot is a period in the zone of the reader', () => {
  const format = createFormat('en-GB', en)
  const at = Date.parse('2026-11-28T00:00:00Z')
  assert.equal(formatSlot(format, at, 86_400_000), '28 Nov 2026')
  assert.equal(formatSlot(format, at, 300_000), `${format.dateTime(at)} – ${format.time(at + 300_000)}`)
})
