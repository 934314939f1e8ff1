import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAddress, toConfig, toValues } from '../../../../web/src/screens/notifications/target-config.ts'

const HOOK = { url: 'https://ops.example.com/hook', secret: '********' }

test('a masked secret is neither shown nor sent back', () => {
  const values = toValues(HOOK)
  assert.deepEqual(values, { url: HOOK.url, secret: '' })
  assert.deepEqual(toConfig('webhook', values), { url: HOOK.url })
  assert.deepEqual(toConfig('slack', { webhook_url: '' }), {})
})

test('only fields of the channel are sent, trimmed', () => {
  assert.deepEqual(toConfig('email', { address: ' ops@example.com ', url: 'left over' }), {
    address: 'ops@example.com',
  })
})

test('the address of a target is shown unless it is a secret', () => {
  assert.equal(findAddress(HOOK), HOOK.url)
  assert.equal(findAddress({ address: 'ops@example.com' }), 'ops@example.com')
  assert.equal(findAddress({ webhook_url: '********' }), null)
})
