import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareFields } from '../../../src/core/accounts/audit.ts'

test('audit entries list changed fields with old and new values', () => {
  const before = { name: 'Web shop', tags: ['a'], port: 80 }
  const after = { name: 'Shop', tags: ['a'], port: 80, group_id: 'g' }
  assert.deepEqual(compareFields(before, after), {
    name: { from: 'Web shop', to: 'Shop' },
    group_id: { from: undefined, to: 'g' },
  })
})

test('audit entries list a changed secret without its values', () => {
  assert.deepEqual(compareFields({ secret: null }, { secret: 'hush' }, ['secret']), {
    secret: { from: null, to: '***' },
  })
})
