import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareFields } from '../../../src/core/accounts/audit.ts'

test('only what differs is told, with what it was', () => {
  const before = { name: 'Web shop', tags: ['a'], port: 80 }
  const after = { name: 'Shop', tags: ['a'], port: 80, group_id: 'g' }
  assert.deepEqual(compareFields(before, after), {
    name: { from: 'Web shop', to: 'Shop' },
    group_id: { from: undefined, to: 'g' },
  })
})

test('a secret is told to have changed, and not what it was or is', () => {
  assert.deepEqual(compareFields({ secret: null }, { secret: 'hush' }, ['secret']), {
    secret: { from: null, to: '***' },
  })
})
