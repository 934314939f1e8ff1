import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toUndo } from '../../../web/src/ui/toast-messages.ts'
import { replaceOffers } from '../../../web/src/ui/toast-offers.ts'

const subjectsOf = (kind: string, ...ids: string[]) => toUndo(kind, ids, async () => {}).subjects!

test('an offer to undo replaces older offers that share a subject, and no others', () => {
  const offers = new Map<string, readonly string[]>()
  assert.deepEqual(replaceOffers(offers, 'pause both', subjectsOf('status', 'shop', 'router')), [])
  assert.deepEqual(replaceOffers(offers, 'silence shop', subjectsOf('silence', 'shop')), [])
  assert.deepEqual(replaceOffers(offers, 'resume shop', subjectsOf('status', 'shop')), ['pause both'])
  assert.deepEqual(replaceOffers(offers, 'pause router', subjectsOf('status', 'router')), [])
  assert.deepEqual([...offers.keys()], ['silence shop', 'resume shop', 'pause router'])
})
