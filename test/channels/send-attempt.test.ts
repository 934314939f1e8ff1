import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSendAttempt } from '../../src/channels/send-attempt.ts'
import { SEALED, splitSecrets } from '../../src/core/platform/sealing/sealed-fields.ts'

test('a target whose secret cannot be decrypted is not used, and the delivery is retried', async () => {
  const attempt = createSendAttempt({} as never, (error) => assert.fail(String(error)))
  for (const [channel, config] of [
    ['webhook', { url: 'https://ops.example.com/hook', secret: 'whsec_x' }],
    ['slack', { webhook_url: 'https://hooks.example.com/T' }],
  ] as const) {
    const { plain } = splitSecrets(config)
    const outcome = await attempt({ channel, config: { ...plain, [SEALED]: 'v1.x.y' } } as never, {} as never)
    assert.equal(outcome.delivered, false)
    if (outcome.delivered) continue
    assert.match(outcome.message, /encrypted with a different WK_SECRET.*WK_SECRET_PREVIOUS/)
    assert.equal(outcome.permanent, false)
  }
})
