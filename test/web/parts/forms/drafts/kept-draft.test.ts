import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applyChanges,
  listForeignKeys,
  parseKept,
  toDraftKey,
} from '../../../../../web/src/parts/forms/drafts/kept-draft.ts'

const DAY_MS = 24 * 3_600_000

test('a restored draft keeps the changes of the user and the changes that others saved since', () => {
  const base = { name: 'Shop', interval: 60, tags: ['a'], config: { method: 'GET', body: '' } }
  const kept = { ...base, name: 'Web shop', config: { method: 'GET', body: 'ping' } }
  const fresh = { ...base, interval: 300, tags: ['a', 'b'], config: { method: 'POST', body: '' } }
  assert.deepEqual(applyChanges(base, kept, fresh), {
    name: 'Web shop',
    interval: 300,
    tags: ['a', 'b'],
    config: { method: 'POST', body: 'ping' },
  })
})

test('a restored draft has only fields that the form still has, and no value of another shape', () => {
  const base = { name: '', old: 1, list: ['a'] as unknown, config: {} }
  const kept = { name: 'Shop', old: 2, list: 'b', config: { gone: true } }
  assert.deepEqual(applyChanges(base, kept, { name: '', list: ['a'], config: { kept: 1 } }), {
    name: 'Shop',
    list: ['a'],
    config: { kept: 1 },
  })
})

test('a restored draft keeps a number as typed, a cleared value and a cleared object', () => {
  assert.deepEqual(
    applyChanges({ a: 60, b: 'x', c: { on: 1 } }, { a: '1.', b: null, c: null }, { a: 60, b: 'x', c: { on: 1 } }),
    {
      a: '1.',
      b: null,
      c: null,
    },
  )
})

test('text that is no recent draft restores nothing', () => {
  const kept = { variant: null, base: {}, value: {}, isPartial: false, isClosed: false, savedAt: 10 * DAY_MS }
  assert.deepEqual(parseKept(JSON.stringify(kept), 16 * DAY_MS), kept)
  assert.equal(parseKept(JSON.stringify(kept), 17 * DAY_MS), null)
  for (const text of [null, '', 'null', '{', '[]', '5']) assert.equal(parseKept(text, 0), null, String(text))
})

test('a draft belongs to a user, a project and a form', () => {
  const [own, other] = [toDraftKey('ann', 'p1', 'monitor:new'), toDraftKey('bob', 'p1', 'monitor:new')]
  assert.notEqual(own, other)
  assert.notEqual(own, toDraftKey('ann', 'p2', 'monitor:new'))
  assert.notEqual(own, toDraftKey('ann', 'p1', 'monitor:1'))
  assert.deepEqual(listForeignKeys([own, other, 'wk-theme', 'wk-project'], 'ann'), [other])
})
