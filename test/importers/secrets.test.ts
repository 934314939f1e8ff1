import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Conversion } from '../../src/importers/conversion.ts'
import { extractSecrets } from '../../src/importers/secrets.ts'

test('braces of the source stay literal text', () => {
  const settings = { headers: { 'X-Query': 'a {{b}}', 'X-Count': 1 }, body: '{{ c }} {{d.e}}' }
  assert.deepEqual(extractSecrets(new Conversion(0), 'shop', settings), {
    headers: { 'X-Query': 'a \\{{b}}', 'X-Count': 1 },
    body: '\\{{ c }} {{d.e}}',
  })
})
