import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '../../../src/core/platform/time/time.ts'
import {
  confirmSubscription,
  MAX_SUBSCRIBERS,
  requestSubscription,
} from '../../../src/services/status-pages/subscribers.ts'
import { countSubscribers } from '../../../src/store/status-pages/subscribers.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { insertRows } from '../../support/database/tables.ts'
import { createSubscriberFixture } from '../../support/factories/subscribers.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: unconfirmed sign-ups expire within the hour, and confirmed subscribers stay`, async (t) => {
    const room = await createSubscriberFixture(t, dialect)
    const { context, clock, page } = room
    const { db } = context.store
    const asked = await requestSubscription(context, page.id, 'early@example.test')
    await confirmSubscription(context, asked!.subscriber.id)
    const at = clock.now()
    const rows = Array.from({ length: MAX_SUBSCRIBERS }, (_, n) => ({
      id: `flood-${n}`,
      page_id: page.id,
      email: `flood-${n}@example.test`,
      confirmed_at: null,
      asked_at: at + n,
      created_at: at + n,
      mail_due_at: null,
      mail_attempts: 0,
    }))
    await context.store.transact(async (tx) => {
      for (let from = 0; from < rows.length; from += 1_000)
        await insertRows(tx, 'status_subscribers', rows.slice(from, from + 1_000))
    })
    await assert.rejects(requestSubscription(context, page.id, 'ann@example.test'), { code: 'CONFLICT' })

    clock.set(at + HOUR_MS)
    assert.ok(await requestSubscription(context, page.id, 'ann@example.test'))
    assert.equal(await countSubscribers(db, page.id, false), MAX_SUBSCRIBERS, 'one request had expired')
    clock.set(at + 2 * HOUR_MS)
    assert.ok(await requestSubscription(context, page.id, 'bob@example.test'))
    assert.equal(await countSubscribers(db, page.id, false), MAX_SUBSCRIBERS - 99)
    assert.equal(await countSubscribers(db, page.id, true), 1)
  })
}
