import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyValues } from '../../../../web/src/screens/monitor-form/copy.ts'

test('a copy has all values except secrets', () => {
  const values = {
    name: 'Shop',
    tags: ['a'],
    http_config: { headers: { Authorization: '********', Accept: 'text/html' }, body: null },
  }
  assert.deepEqual(copyValues(values), {
    name: 'Shop (2)',
    tags: ['a'],
    http_config: { headers: { Accept: 'text/html' }, body: null },
  })
})
