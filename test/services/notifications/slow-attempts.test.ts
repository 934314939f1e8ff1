/** Attempts that take minutes, for example at a mail server that checks its recipients. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SendAttempt } from '../../../src/channels/send-attempt.ts'
import type { Outcome } from '../../../src/core/notifications/delivery.ts'
import { SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { startCourier } from '../../../src/engine/courier.ts'
import { LEASE_MS } from '../../../src/services/notifications/claims.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { readDelivery } from '../../support/database/notification-rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { createOutboxFixture } from '../../support/factories/outbox.ts'
import { waitUntil } from '../../support/time/until.ts'

const T0 = Date.UTC(2026, 0, 31)

async function prepare(t: Cleanup, dialect: DialectName, monitors = 1) {
  const store = await openTestStore(t, dialect)
  const context = createTestContext(store, T0)
  const outbox = await createOutboxFixture(store, context, monitors)
  const answer = Promise.withResolvers<Outcome>()
  const tried: string[] = []
  /** Targets with this name answer at the end of the test. */
  const attempt: SendAttempt = ({ name }) => {
    tried.push(name)
    return name.startsWith('slow') ? answer.promise : Promise.resolve({ delivered: true })
  }
  const log = { error: (details: object) => assert.fail(JSON.stringify(details)) }
  const start = (serverId = context.serverId) => startCourier({ context: { ...context, serverId }, attempt, log })
  return { store, context, answer, tried, start, ...outbox }
}

for (const dialect of DIALECTS)
  test(`${dialect}: the claim of a running attempt is extended, so that no other server repeats the message`, async (t) => {
    const { store, context, answer, tried, start, createTarget, setCondition } = await prepare(t, dialect)
    await createTarget('slow', 'http://127.0.0.1:1')
    await setCondition('down', 'up')
    const courier = start()
    await waitUntil(() => tried.length === 1, 'the attempt')
    const read = () => readDelivery(store.db, { target_id: 'target-slow' })
    for (let seconds = 30; seconds <= 300; seconds += 30) {
      context.setTime(T0 + seconds * SECOND_MS)
      courier.wake()
      await waitUntil(async () => (await read()).next_attempt_at === context.now() + LEASE_MS, 'the longer claim')
      await start('other').stop()
    }
    answer.resolve({ delivered: true })
    await courier.stop()
    assert.deepEqual([tried.length, (await read()).status], [1, 'delivered'])
  })

test('slow attempts of an organization hold up its other receivers for 15 s at most', async (t) => {
  const { answer, tried, start, createTarget, setCondition } = await prepare(t, 'sqlite', 4)
  for (let n = 0; n < 16; n++) await createTarget(`slow-${n}`, 'http://127.0.0.1:1')
  await createTarget('unrelated', 'http://127.0.0.1:1')
  await setCondition('down', 'up')
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const courier = start()
  const until = async (condition: () => boolean) => {
    while (!condition()) {
      t.mock.timers.tick(1)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await until(() => tried.filter((name) => name.startsWith('slow')).length === 64)
  t.mock.timers.tick(15 * SECOND_MS)
  await until(() => tried.includes('unrelated'))
  assert.equal(tried.filter((name) => name.startsWith('slow')).length, 64)
  t.mock.timers.reset()
  answer.resolve({ delivered: true })
  await courier.stop()
})
