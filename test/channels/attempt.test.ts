import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeAttempt } from '../../src/channels/attempt.ts'
import { partSecrets, SEALED } from '../../src/core/platform/sealed-fields.ts'

test('what nobody can open is not sent without its secret: it is told, and tried again', async () => {
  const attempt = makeAttempt({} as never, (error) => assert.fail(String(error)))
  for (const [channel, config] of [
    ['webhook', { url: 'https://ops.example.com/hook', secret: 'whsec_x' }],
    ['slack', { webhook_url: 'https://hooks.example.com/T' }],
  ] as const) {
    const { plain } = partSecrets(config)
    const outcome = await attempt({ channel, config: { ...plain, [SEALED]: 'v1.x.y' } } as never, {} as never)
    assert.equal(outcome.delivered, false)
    if (outcome.delivered) continue
    assert.match(outcome.message, /sealed with another WK_SECRET.*WK_SECRET_PREVIOUS/)
    assert.equal(outcome.permanent, false)
  }
})
