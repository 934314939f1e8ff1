import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeHtml } from '../../../src/core/platform/text/plain-text.ts'

test('only characters with a meaning in HTML are escaped', () => {
  assert.equal(
    escapeHtml(`<a href="x">Tom & 'Jerry' ünï</a>`),
    '&lt;a href=&quot;x&quot;&gt;Tom &amp; &#39;Jerry&#39; ünï&lt;/a&gt;',
  )
})
