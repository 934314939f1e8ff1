import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFailure } from '../../src/channels/send-attempt.ts'
import { type Meter, NO_METER } from '../../src/core/meter.ts'
import { startCourier } from '../../src/engine/courier.ts'
import { openTestStore } from '../support/database/stores.ts'
import { createTestContext } from '../support/factories/context.ts'
import { createOutboxFixture } from '../support/factories/outbox.ts'
import { waitUntil } from '../support/time/until.ts'

test('the outcomes of attempts are counted, and a failure is logged with delivery, incident and reason', async (t) => {
  const context = createTestContext(await openTestStore(t, 'sqlite'))
  const outbox = await createOutboxFixture(context.store, context, 1)
  const [good, bad] = [
    await outbox.createTarget('Good', 'http://good.test/'),
    await outbox.createTarget('Bad', 'http://bad.test/'),
  ]
  await outbox.setCondition('down', 'up')
  const counts = new Map<string, number>()
  const count = (_name: string, labels: Record<string, string>) => {
    const key = `${labels.channel} ${labels.outcome}`
    if (labels.outcome) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  context.meter = { ...NO_METER, add: count } as unknown as Meter
  const warnings: Record<string, unknown>[] = []
  const courier = startCourier({
    context,
    attempt: async ({ id }) => (id === good.id ? { delivered: true } : toFailure('nobody there', { permanent: true })),
    log: { error: () => {}, warn: (details) => warnings.push(details as Record<string, unknown>) },
  })
  t.after(() => courier.stop())
  await waitUntil(() => counts.size === 2, 'both tries')
  assert.deepEqual(
    new Set(counts),
    new Set([
      ['webhook delivered', 1],
      ['webhook failed', 1],
    ]),
  )
  const [warning] = warnings
  assert.deepEqual(
    [warnings.length, warning!.target, warning!.channel, warning!.reason],
    [1, bad.id, 'webhook', 'nobody there'],
  )
  assert.ok(warning!.delivery && warning!.incident)
})
