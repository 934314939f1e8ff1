import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIncidentApi } from '../../support/api/incident-api.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { readOutbox, updateDeliveries } from '../../support/database/notification-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { createKeyHeaders, createPerson } from '../../support/factories/people.ts'
import { MONDAY } from '../../support/time/clock.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: the notification log is newest first, paged and filtered, without other organizations`, async (t) => {
    const { send, alice, createTarget, report, context, clock } = await createIncidentApi(t, dialect)
    await createTarget('ops', { is_default: true })
    await report()
    const { id } = await report()
    for (let i = 0; i < 11; i++) {
      clock.advance(1_000)
      await send('POST', `/${id}/updates`, { message: `Note ${i}` })
    }
    const rows = (await readOutbox(context.store.db, { incident_id: id })).toReversed()
    await context.store.transact((tx) =>
      updateDeliveries(
        tx,
        { status: 'failed', error_message: 'the receiver answered 500', retry_count: 5, last_retry_at: MONDAY },
        { id: rows[0]!.id },
      ),
    )
    const read = async (query: string) => {
      const { status, body } = await send('GET', `/${id}/notifications${query}`, undefined, alice.session)
      assert.equal(status, 200, JSON.stringify(body))
      return body.data
    }
    const first = await read('')
    assert.deepEqual(
      first.notifications.map((notification: { id: string }) => notification.id),
      rows.slice(0, 10).map((row) => row.id),
    )
    const numbers = { page: 1, pageSize: 10, total: 12, totalPages: 2, hasNext: true, hasPrevious: false }
    assert.deepEqual(first.pagination, numbers)
    const at = new Date(MONDAY + 11_000).toISOString()
    assert.deepEqual(first.notifications[0], {
      id: rows[0]!.id,
      incident_id: id,
      event_type: 'incident.updated',
      escalation_step: null,
      escalation_sent_by: null,
      reminder_number: null,
      update_message: 'Note 10',
      channel: 'webhook',
      recipient: 'https://ops.example.test/',
      message_id: rows[0]!.id,
      fallback_for_target_id: null,
      status: 'failed',
      delivered_at: null,
      error_message: 'the receiver answered 500',
      retry_count: 5,
      max_retries: 5,
      last_retry_at: new Date(MONDAY).toISOString(),
      next_attempt_at: null,
      created_at: at,
      updated_at: at,
    })
    const second = await read('?page=2')
    assert.equal(second.notifications.length, 2)
    assert.deepEqual(second.pagination, { ...numbers, page: 2, hasNext: false, hasPrevious: true })
    assert.equal((await read('?pageSize=100')).notifications.length, 12)
    assert.equal((await read('?status=failed')).pagination.total, 1)
    assert.equal((await read('?status=pending&pageSize=1')).pagination.total, 11)
    assert.equal((await read('?channel=webhook')).pagination.total, 12)
    const none = { page: 1, pageSize: 10, total: 0, totalPages: 0, hasNext: false, hasPrevious: false }
    assert.deepEqual(await read('?channel=email'), { notifications: [], pagination: none })
    assert.deepEqual((await read('?page=9')).notifications, [])
  })
}

test('the notification log requires a session and validates its filters', async (t) => {
  const { send, context, tokens, alice, charlie, key, report } = await createIncidentApi(t, 'sqlite')
  const { id } = await report()
  const read = async (who: Record<string, string>, query = '') =>
    describeResponse(await send('GET', `/${id}/notifications${query}`, undefined, who))
  const viewer = await createPerson(context, tokens, alice, 'viewer')
  assert.equal(await read(viewer.session), '200')
  assert.equal(await read(key), '403 JWT_REQUIRED')
  assert.equal(await read(await createKeyHeaders(context, alice, 'read')), '403 JWT_REQUIRED')
  assert.equal(await read(charlie.session), '404 RESOURCE_NOT_FOUND')
  for (const [query, field] of [
    ['page=0', 'page'],
    ['pageSize=0', 'pageSize'],
    ['pageSize=101', 'pageSize'],
    ['pageSize=ten', 'pageSize'],
    ['status=sent', 'status'],
    ['channel=pigeon', 'channel'],
  ])
    assert.equal(await read(alice.session, `?${query}`), `400 VALIDATION_ERROR ${field}`)
})
