import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hideSecretHeaders, MASK, restoreHeaders } from '../../../src/core/platform/sealing/sealed-fields.ts'

test('the four headers with credentials are masked in every spelling', () => {
  const secret = { Authorization: 'a', cookie: 'b', 'PROXY-AUTHORIZATION': 'c', 'X-Api-Key': 'd' }
  assert.deepEqual(new Set(Object.values(hideSecretHeaders(secret, () => false))), new Set([MASK]))
  assert.deepEqual(
    hideSecretHeaders({ accept: 'text/html', 'x-api-keys': 'e' }, () => false),
    {
      accept: 'text/html',
      'x-api-keys': 'e',
    },
  )
})

test('a returned mask keeps the stored value, and a new value replaces it', () => {
  const stored = { Authorization: 'old', Cookie: 'c' }
  const { headers, unknown } = restoreHeaders({ authorization: MASK, Cookie: 'new' }, stored)
  assert.deepEqual([headers, unknown], [{ authorization: 'old', Cookie: 'new' }, []])
})

test('a mask without a stored value is reported as unknown', () => {
  assert.deepEqual(restoreHeaders({ Authorization: MASK }, { Cookie: 'c' }).unknown, ['Authorization'])
  assert.deepEqual(restoreHeaders({ Authorization: MASK }, null).unknown, ['Authorization'])
})

test('a header that is not secret may have any value, even the mask', () => {
  assert.deepEqual(restoreHeaders({ Accept: MASK }, null), { headers: { Accept: MASK }, unknown: [] })
})
