import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownStatuses, tidyStatuses } from '../../src/registries/status-words.ts'

test('states are told in the words of RDAP, sorted and each once', () => {
  const texts = [
    'clientTransferProhibited https://icann.org/epp#clientTransferProhibited',
    'OK',
    'active',
    'pendingDelete',
  ]
  assert.deepEqual(tidyStatuses(texts), ['active', 'client transfer prohibited', 'pending delete'])
  assert.deepEqual(tidyStatuses(['client_hold', 'Server-Hold', 'linked']), ['associated', 'client hold', 'server hold'])
})

test('of free text only known states are kept', () => {
  const texts = ['REGISTERED, DELEGATED, VERIFIED', 'Registered until expiry date.', 'CLIENT TRANSFER PROHIBITED']
  assert.deepEqual(knownStatuses(texts), ['client transfer prohibited'])
})

test('no number of states is too many', () => {
  assert.equal(tidyStatuses(Array.from({ length: 10_000 }, (_, at) => `state ${at}`)).length, 30)
  assert.deepEqual(tidyStatuses(['x'.repeat(1_000)]), [])
})

test('a state that is called like something of the language is a word like any other, and nothing in it is invisible', () => {
  assert.deepEqual(tidyStatuses(['constructor', '__proto__', 'client\u0000\u001b[31m\u202ehold']), [
    'client [31m hold',
    'constructor',
    'proto',
  ])
})
