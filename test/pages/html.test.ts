import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html } from '../../src/pages/html.ts'

test('a line break between two words of a template becomes one space, and a line break beside a tag is removed', () => {
  const page = html`<p>when
    maintenance is planned</p>
    <p>${'<b>'}</p>`
  assert.equal(page.text, '<p>when maintenance is planned</p><p>&lt;b&gt;</p>')
})
