import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuseWebUrl } from '../../../src/core/platform/text/plain-text.ts'

test('a link for people has a complete http or https URL without credentials', () => {
  const refuse = (text: string) => refuseWebUrl(text, 'https://example.com/x') ?? ''
  assert.equal(refuse('https://cdn.example.com/logo.svg'), '')
  assert.equal(refuse('logo.svg'), 'must be a complete URL such as https://example.com/x')
  assert.match(refuse('javascript:alert(1)'), /begin with http/)
  assert.match(refuse('data:image/png;base64,AA'), /begin with http/)
  assert.match(refuse('https://me:pass@example.com/'), /credentials/)
})
