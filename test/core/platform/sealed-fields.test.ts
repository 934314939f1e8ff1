import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listChannels } from '../../../src/channels/index.ts'
import { CHANNEL_NAMES } from '../../../src/core/notifications/delivery.ts'
import {
  dropSealedSecrets,
  joinSecrets,
  SEALED,
  splitSecrets,
} from '../../../src/core/platform/sealing/sealed-fields.ts'

const SETTINGS = {
  method: 'POST',
  headers: { Accept: 'text/html', Authorization: 'Basic YTpi', 'X-Auth-Token': 't0ken', 'X-Empty-Key': '' },
  body: 'password=secret',
  protocolValidation: { enabled: true, send: 'AUTH secret', expect: 'OK' },
}

test('splitting removes secrets and keeps all other fields in their order', () => {
  const { plain, secret } = splitSecrets(SETTINGS)
  assert.deepEqual(secret, {
    body: 'password=secret',
    headers: { Authorization: 'Basic YTpi', 'X-Auth-Token': 't0ken' },
    protocolValidation: { send: 'AUTH secret' },
  })
  assert.doesNotMatch(JSON.stringify(plain), /secret|YTpi|t0ken/)
  assert.deepEqual((plain as typeof SETTINGS).headers.Accept, 'text/html')
  assert.equal(JSON.stringify(joinSecrets({ ...plain, [SEALED]: 'v1' }, secret!)), JSON.stringify(SETTINGS))
})

test('an object without secrets is returned unchanged', () => {
  for (const fields of [{}, { method: 'GET', headers: { Accept: '*/*' }, body: null }, { address: 'a@example.com' }]) {
    const { plain, secret } = splitSecrets(fields)
    assert.equal(plain, fields)
    assert.equal(secret, null)
  }
})

test('a new secret replaces secrets that could not be opened', () => {
  const { plain } = splitSecrets({ url: 'https://example.com', secret: 'new', [SEALED]: 'v1.old' })
  assert.deepEqual(plain, { url: 'https://example.com' })
})

test('secrets that could not be opened can be dropped without a placeholder', () => {
  const stored = { ...splitSecrets(SETTINGS).plain, [SEALED]: 'v1' }
  assert.deepEqual(dropSealedSecrets(stored), {
    method: 'POST',
    headers: { Accept: 'text/html' },
    body: null,
    protocolValidation: { enabled: true, expect: 'OK' },
  })
  assert.equal(dropSealedSecrets(SETTINGS), SETTINGS)
})

test('every secret field of a channel is sealed', () => {
  const channels = CHANNEL_NAMES.flatMap((name) => listChannels(name))
  for (const { title, service, secrets } of channels)
    for (const field of secrets) {
      const value = field === 'headers' ? { 'X-Team': 'planted' } : 'planted'
      const { plain, secret } = splitSecrets({ service, [field]: value })
      assert.ok(JSON.stringify(secret).includes('planted'), `${title}: ${field}`)
      assert.ok(!JSON.stringify(plain).includes('planted'), `${title}: ${field}`)
    }
})
