import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { generateTypes, TYPES_FILE } from '../../../scripts/api-types/generate.ts'

test('the types of the test client equal the types of the API', async (t) => {
  const isFresh = readFileSync(TYPES_FILE, 'utf8') === (await generateTypes(t))
  assert.ok(isFresh, 'the API has changed: run npm run api-types to update its types')
})
