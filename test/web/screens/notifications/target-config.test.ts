import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configOf, placeOf, valuesOf } from '../../../../web/src/screens/notifications/target-config.ts'

const HOOK = { url: 'https://ops.example.com/hook', secret: '********' }

test('a secret that is masked is neither shown nor sent back', () => {
  const values = valuesOf(HOOK)
  assert.deepEqual(values, { url: HOOK.url, secret: '' })
  assert.deepEqual(configOf('webhook', values), { url: HOOK.url })
  assert.deepEqual(configOf('slack', { webhook_url: '' }), {})
})

test('only what belongs to the way is sent, without blanks around it', () => {
  assert.deepEqual(configOf('email', { address: ' ops@example.com ', url: 'left over' }), {
    address: 'ops@example.com',
  })
})

test('where a target leads is said unless it is a secret', () => {
  assert.equal(placeOf(HOOK), HOOK.url)
  assert.equal(placeOf({ address: 'ops@example.com' }), 'ops@example.com')
  assert.equal(placeOf({ webhook_url: '********' }), null)
})
