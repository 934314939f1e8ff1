import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterKnownStatuses, normalizeStatuses } from '../../src/registries/registration-values.ts'

test('statuses are normalized to RDAP terms, sorted and deduplicated', () => {
  const texts = [
    'clientTransferProhibited https://icann.org/epp#clientTransferProhibited',
    'OK',
    'active',
    'pendingDelete',
  ]
  assert.deepEqual(normalizeStatuses(texts), ['active', 'client transfer prohibited', 'pending delete'])
  assert.deepEqual(normalizeStatuses(['client_hold', 'Server-Hold', 'linked']), [
    'associated',
    'client hold',
    'server hold',
  ])
})

test('only known statuses of a free text are kept', () => {
  const texts = ['REGISTERED, DELEGATED, VERIFIED', 'Registered until expiry date.', 'CLIENT TRANSFER PROHIBITED']
  assert.deepEqual(filterKnownStatuses(texts), ['client transfer prohibited'])
})

test('a long list of statuses is shortened', () => {
  assert.equal(normalizeStatuses(Array.from({ length: 10_000 }, (_, at) => `state ${at}`)).length, 30)
  assert.deepEqual(normalizeStatuses(['x'.repeat(1_000)]), [])
})

test('a status named like an object property is an ordinary text without invisible characters', () => {
  assert.deepEqual(normalizeStatuses(['constructor', '__proto__', 'client\u0000\u001b[31m\u202ehold']), [
    'client [31m hold',
    'constructor',
    'proto',
  ])
})
