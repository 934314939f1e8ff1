import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendToService } from '../../support/targets/services.ts'
import { startSink } from '../../support/targets/sink.ts'

const SERVICES = {
  telegram: {
    settings: { bot_token: '1:key', chat_id: '-100' },
    answer: { ok: true, result: { message_id: 41, text: 'x'.repeat(4_096) } },
    threadId: '41',
    field: 'reply_parameters',
    relation: { message_id: 41, allow_sending_without_reply: true },
  },
  matrix: {
    settings: { room_id: '!room:example.test', access_token: 'key' },
    answer: { event_id: '$first' },
    threadId: '$first',
    field: 'm.relates_to',
    relation: {
      rel_type: 'm.thread',
      event_id: '$first',
      is_falling_back: true,
      'm.in_reply_to': { event_id: '$first' },
    },
  },
}

for (const [service, { settings, answer, threadId, field, relation }] of Object.entries(SERVICES))
  test(`${service} answers the first message about an incident`, async (t) => {
    const sink = await startSink(t, () => ({ status: 200, body: JSON.stringify(answer) }))
    const send = (known: string | null) =>
      sendToService(t, service, { ...settings, server_url: sink.url }, { threadId: known })
    assert.deepEqual(await send(null), { threadId })
    assert.equal(await send(threadId), null)
    assert.deepEqual(
      sink.received.map(({ body }) => JSON.parse(body)[field]),
      [undefined, relation],
    )
  })

test('telegram begins no thread when its answer has no id', async (t) => {
  const sink = await startSink(t, () => ({ status: 200, body: '{"ok":true}' }))
  assert.equal(await sendToService(t, 'telegram', { ...SERVICES.telegram.settings, server_url: sink.url }), null)
})
