import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { runRetentionStep } from '../../../src/services/retention/retention.ts'
import { requestSubscription } from '../../../src/services/status-pages/subscribers.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { createSubscriberFixture } from '../../support/factories/subscribers.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: an editor lists the subscribers of a page, newest first, and ends subscriptions`, async (t) => {
    const room = await createSubscriberFixture(t, dialect)
    const { alice, call, clock, context, key, page } = room
    const base = `/api/projects/${alice.projectId}/status-pages/${page.id}/subscribers`
    await room.subscribe('ann@example.test')
    clock.advance(MINUTE_MS)
    await requestSubscription(context, page.id, 'bob@example.test')
    const { subscribers, pagination } = (await call('GET', `${base}?limit=1`, { as: key })).body.data
    const [{ id, ...bob }] = subscribers
    assert.deepEqual(bob, {
      email: 'bob@example.test',
      status: 'pending',
      confirmed_at: null,
      created_at: '2026-01-05T00:01:00.000Z',
    })
    assert.deepEqual([pagination.total_count, pagination.has_more], [2, true])
    const [ann] = (await call('GET', `${base}?offset=1`, { as: key })).body.data.subscribers
    assert.deepEqual([ann.status, ann.confirmed_at], ['confirmed', '2026-01-05T00:00:00.000Z'])
    const other = await call('POST', base.replace(/\/[^/]+\/subscribers/, ''), { as: key, body: { name: 'Other' } })
    const elsewhere = base.replace(page.id, other.body.data.status_page.id)
    assert.equal(describeResponse(await call('DELETE', `${elsewhere}/${id}`, { as: key })), '404 RESOURCE_NOT_FOUND')
    assert.equal(describeResponse(await call('DELETE', `${base}/${id}`, { as: key })), '200')
    assert.equal(describeResponse(await call('DELETE', `${base}/${id}`, { as: key })), '404 RESOURCE_NOT_FOUND')
    const entries = await readRows(context.store.db, 'audit_log', { action: 'status_page.subscriber_removed' })
    assert.deepEqual(
      entries.map(({ changes }) => changes),
      ['{"subscriber":{"from":"bob@example.test"}}'],
    )
  })

  test(`${dialect}: an unconfirmed subscription is deleted after some days`, async (t) => {
    const room = await createSubscriberFixture(t, dialect)
    const { clock, context, page } = room
    await room.subscribe('ann@example.test')
    await requestSubscription(context, page.id, 'bob@example.test')
    const left = async () => {
      for (let step = await runRetentionStep(context); step.kind === 'step'; ) step = await runRetentionStep(context)
      return (await readRows(context.store.db, 'status_subscribers')).map((row) => row.email)
    }
    clock.advance(2 * DAY_MS)
    assert.equal((await left()).length, 2)
    clock.advance(2 * DAY_MS)
    assert.deepEqual(await left(), ['ann@example.test'])
  })

  test(`${dialect}: concurrent requests with one address create one subscriber`, async (t) => {
    const room = await createSubscriberFixture(t, dialect)
    const { context, page } = room
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => requestSubscription(context, page.id, 'ann@example.test')),
    )
    assert.equal(asked.filter((one) => one !== null).length, 1)
  })
}
