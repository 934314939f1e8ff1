import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  deriveTargetName,
  findAddress,
  hasSigningSecret,
  hideTargetSecrets,
  sortChannels,
  toConfig,
  toTargetDraft,
  toValues,
} from '../../../../../web/src/parts/notifications/target-form/target-config.ts'

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
  const bot = { bot_token: 'xoxb-1', channel: 'C1', signing_secret: 'a'.repeat(32) }
  assert.deepEqual(toConfig('slack', { ...bot, webhook_url: '' }), bot)
})

test('the address of a target is shown unless it is a secret', () => {
  assert.equal(findAddress(HOOK), HOOK.url)
  assert.equal(findAddress({ address: 'ops@example.com' }), 'ops@example.com')
  assert.equal(findAddress({ webhook_url: '********' }), null)
})

test('a channel that cannot send comes last, and so is not preselected', () => {
  assert.deepEqual(sortChannels([]), ['email', 'slack', 'webhook'])
  assert.deepEqual(sortChannels(['email']), ['slack', 'webhook', 'email'])
})

test('a stored draft of a target has its name and email address, but no webhook URL and no secret', () => {
  const start = toTargetDraft(null, 'webhook', true)
  const values = {
    url: 'https://ops.example.com/x',
    secret: 'whsec_abc',
    signing_secret: 'a'.repeat(32),
    webhook_url: 'https://hooks.slack.com/y',
  }
  const entered = { webhook_url: 'https://discord.com/api/webhooks/1/z' }
  const draft = { ...start, name: 'Ops', entered, values: { ...values, address: 'ops@example.com' } }
  assert.deepEqual(hideTargetSecrets(start, draft), { ...start, name: 'Ops', values: { address: 'ops@example.com' } })
})

test('the suggested name of a target contains no secret', () => {
  assert.equal(deriveTargetName('email', { address: ' ops@example.com ' }), 'ops@example.com')
  assert.equal(deriveTargetName('webhook', { url: 'https://ops.example.com/x?token=abc' }), 'ops.example.com')
  assert.equal(deriveTargetName('webhook', { url: 'https://' }), '')
  assert.equal(deriveTargetName('slack', { webhook_url: 'https://hooks.slack.com/services/T/B/x' }), 'Slack')
  assert.equal(deriveTargetName('slack', {}), '')
})

test('only a webhook without a service has a signing secret', () => {
  assert.ok(hasSigningSecret({ channel: 'webhook', config: HOOK }))
  assert.ok(hasSigningSecret({ channel: 'webhook', config: { ...HOOK, service: 'standard' } }))
  assert.ok(!hasSigningSecret({ channel: 'webhook', config: { service: 'discord' } }))
  assert.ok(!hasSigningSecret({ channel: 'slack', config: {} }))
})

test('the mail server of an email target is sent only while it is turned on, and cleared when it is turned off', () => {
  const stored = toValues({ address: 'a@example.com', smtp_url: '********', from: 'b@example.com' })
  assert.deepEqual(toConfig('email', stored), { address: 'a@example.com', from: 'b@example.com' })
  const off = toConfig('email', { ...stored, own_server: 'no' })
  assert.deepEqual(off, { address: 'a@example.com', smtp_url: '', from: '' })
  const entered = { address: 'a@example.com', smtp_url: 'smtp://mail.example.com', from: 'b@example.com' }
  assert.deepEqual(toConfig('email', entered), { address: 'a@example.com' })
  assert.deepEqual(toConfig('email', { ...entered, own_server: 'yes' }), entered)
  const draft = hideTargetSecrets(toTargetDraft(null, 'email', true), {
    ...toTargetDraft(null, 'email', true),
    values: { ...entered, own_server: 'yes' },
  })
  assert.ok(!JSON.stringify(draft).includes('smtp://'))
})
