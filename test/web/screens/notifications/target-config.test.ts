import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAddress, toConfig, toValues } from '../../../../web/src/screens/notifications/target-config.ts'

const HOOK = { url: 'https://ops.example.com/hook', secret: '********' }

test('a secret that is masked is neither shown nor sent back', () => {
  const values = toValues(HOOK)
  assert.deepEqual(values, { url: HOOK.url, secret: '' })
  assert.deepEqual(toConfig('webhook', values), { url: HOOK.url })
  assert.deepEqual(toConfig('slack', { webhook_url: '' }), {})
})

test('only what belongs to the way is sent, without blanks around it', () => {
  assert.deepEqual(toConfig('email', { address: ' ops@example.com ', url: 'left over' }), {
    address: 'ops@example.com',
  })
})

test('where a target leads is said unless it is a secret', () => {
  assert.equal(findAddress(HOOK), HOOK.url)
  assert.equal(findAddress({ address: 'ops@example.com' }), 'ops@example.com')
  assert.equal(findAddress({ webhook_url: '********' }), null)
})
