import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapePlaceholders, replacePlaceholders } from '../../../src/core/provisioning/placeholders.ts'

test('an escaped text is the same text after placeholders are replaced', () => {
  for (const text of ['${HOME}', '$${HOME}', 'price: $${', '$', '$&', 'plain'])
    assert.equal(
      replacePlaceholders(escapePlaceholders(text), () => 'replaced'),
      text,
    )
})
