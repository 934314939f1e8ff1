import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_CONTEXT } from '../../../src/core/incidents/evaluation.ts'
import type { RuntimeStatus } from '../../../src/core/monitors/monitor.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import type { EvaluationContexts } from '../../../src/services/incidents/evaluation-context.ts'
import { applyToIncidents, resolveSystemIncidents } from '../../../src/services/incidents/incidents.ts'
import { transactSystem } from '../../../src/services/platform/work.ts'
import { listIncidents } from '../../../src/store/incidents/incident-reads.ts'
import { listIncidentUpdates } from '../../../src/store/incidents/incident-updates.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { withSession } from '../../../src/store/platform/session.ts'
import { readDelivery, setTargetEnabled } from '../../support/database/notification-rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { updateRows } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { type Condition, createEvaluation } from '../../support/factories/incidents.ts'
import { createOutboxFixture } from '../../support/factories/outbox.ts'

const T0 = Date.UTC(2026, 0, 31)
const ALICE = { id: 'alice', name: 'alice' }

async function prepare(t: Cleanup, dialect: DialectName, monitors = 1) {
  const store = await openTestStore(t, dialect)
  const context = createTestContext(store, T0)
  const outbox = await createOutboxFixture(store, context, monitors)
  const incidents = async () => {
    const { incidents } = await listIncidents(store.db, 'alice', {}, { limit: 1_000, offset: 0 })
    return incidents.reverse()
  }
  return { store, context, ...outbox, incidents }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: an outage opens an incident and counts failures, and its recovery resolves it`, async (t) => {
    const { store, context, keys, setCondition, incidents } = await prepare(t, dialect)
    await setCondition('down', 'up')
    context.setTime(T0 + MINUTE_MS)
    await transactSystem(context, (work) =>
      applyToIncidents(work, [{ ...createEvaluation('down', T0), monitorKey: keys[0]!, failures: 1 }]),
    )
    const [open] = await incidents()
    assert.deepEqual(
      [open?.status, open?.failureCount, open?.title, open?.monitor?.id, open?.createdBy],
      ['open', 3, '"monitor-0" is down', 'alice-monitor-0', null],
    )
    context.setTime(T0 + 2 * MINUTE_MS)
    await setCondition('up', 'down')
    const [resolved] = await incidents()
    assert.deepEqual(
      [resolved?.id, resolved?.status, resolved?.resolvedAt, resolved?.resolvedBy, resolved?.resolutionNote],
      [open?.id, 'resolved', T0 + 2 * MINUTE_MS, null, 'up: because'],
    )
    const updates = await listIncidentUpdates(store.db, open!.id)
    assert.deepEqual(
      updates.map(({ kind, fromStatus, toStatus, userId, isPublic }) => [kind, fromStatus, toStatus, userId, isPublic]),
      [
        ['created', null, 'open', null, false],
        ['resolved', 'open', 'resolved', null, false],
      ],
    )
  })

  test(`${dialect}: a failure within three minutes of the resolution reopens the incident, a later one opens another`, async (t) => {
    const { context, keys, setCondition, incidents } = await prepare(t, dialect)
    await setCondition('down', 'up')
    await setCondition('up', 'down')
    context.setTime(T0 + 3 * MINUTE_MS)
    await setCondition('down', 'up')
    assert.deepEqual(
      (await incidents()).map(({ status, failureCount, resolvedAt }) => [status, failureCount, resolvedAt]),
      [['open', 4, null]],
    )
    await setCondition('up', 'down')
    const refused = createEvaluation('down', T0 + 3 * MINUTE_MS, { from: 'up', errorType: 'connection_error' })
    await transactSystem(context, (work) => applyToIncidents(work, [{ ...refused, monitorKey: keys[0]! }]))
    assert.deepEqual(
      (await incidents()).map(({ type, errorMessage }) => [type, errorMessage]),
      [['connection_error', 'connection_error it was']],
    )
    await setCondition('up', 'down')
    context.setTime(T0 + 7 * MINUTE_MS)
    await setCondition('down', 'up')
    assert.deepEqual(
      (await incidents()).map(({ status }) => status),
      ['resolved', 'open'],
    )
  })

  test(`${dialect}: entries of one incident keep their order within one millisecond`, async (t) => {
    const { store, setCondition, incidents } = await prepare(t, dialect)
    const words: [Condition, 'up' | 'down'][] = [
      ['down', 'up'],
      ['up', 'down'],
    ]
    for (let i = 0; i < 5; i++) for (const [to, from] of words) await setCondition(to, from)
    const [incident] = await incidents()
    const updates = await listIncidentUpdates(store.db, incident!.id)
    const expected = Array.from({ length: 10 }, (_, i) => (i % 2 === 1 ? 'resolved' : 'reopened'))
    assert.deepEqual(
      updates.map(({ kind }) => kind),
      ['created', ...expected.slice(1)],
    )
    assert.equal(new Set(updates.map(({ createdAt }) => createdAt)).size, 10)
  })

  test(`${dialect}: an incident created through the API counts as the open incident`, async (t) => {
    const { store, setCondition, incidents } = await prepare(t, dialect)
    await setCondition('down', 'up')
    await store.transact((tx) => updateRows(tx, 'incidents', { created_by: 'alice' }))
    await setCondition('down', 'unknown')
    assert.deepEqual(
      (await incidents()).map(({ createdBy, failureCount }) => [createdBy, failureCount]),
      [['alice', 3]],
    )
    await setCondition('up', 'down')
    assert.equal((await incidents())[0]?.status, 'resolved')
  })

  test(`${dialect}: evaluations do not change manual and deleted incidents`, async (t) => {
    const { store, setCondition, incidents, keys } = await prepare(t, dialect, 2)
    await setCondition('down', 'up')
    await store.transact(async (tx) => {
      await updateRows(tx, 'incidents', { source: 'manual', created_by: 'alice' }, { monitor_key: keys[0]! })
      await updateRows(tx, 'incidents', { deleted_at: T0, deleted_by: 'alice' }, { monitor_key: keys[1]! })
    })
    await setCondition('up', 'down')
    assert.deepEqual(
      (await incidents()).map(({ source, status }) => [source, status]),
      [['manual', 'open']],
    )
    await setCondition('down', 'up')
    assert.equal((await incidents()).length, 3)
  })

  test(`${dialect}: every update is queued to each enabled target of its monitor in the same transaction`, async (t) => {
    const { store, context, keys, createTarget, setCondition, listDeliveries, incidents } = await prepare(t, dialect, 2)
    const [first, second] = keys as [number, number]
    await createTarget('ops', 'https://ops.example.test/hook', [first])
    const off = await createTarget('off', 'https://off.example.test/hook', [first])
    await store.transact((tx) => setTargetEnabled(tx, false, off.id))
    await assert.rejects(
      transactSystem(context, async (work) => {
        await applyToIncidents(work, [{ ...createEvaluation('down', T0, { from: 'up' }), monitorKey: first }])
        throw new Error('rolled back')
      }),
    )
    assert.deepEqual([await listDeliveries(), await incidents()], [[], []])
    await setCondition('down', 'up', [first, second])
    const row = await readDelivery(store.db)
    assert.equal((await listDeliveries()).length, 1)
    assert.deepEqual(
      [row?.target_id, row?.channel, row?.recipient, row?.status, row?.max_retries, row?.next_attempt_at],
      ['target-ops', 'webhook', 'https://ops.example.test/hook', 'pending', 5, T0],
    )
    const event = JSON.parse(row!.payload)
    assert.equal(event.type, 'incident.opened')
    assert.deepEqual(
      [event.data.monitor.id, event.data.incident.id, event.data.incident.status],
      ['alice-monitor-0', row?.incident_id, 'open'],
    )
  })

  test(`${dialect}: deleting a monitor resolves its open incidents in the name of the user`, async (t) => {
    const { store, context, keys, createTarget, setCondition, listDeliveries, incidents } = await prepare(t, dialect, 2)
    await createTarget('ops', 'https://ops.example.test/hook')
    await setCondition('slow', 'up')
    await setCondition('down', 'degraded')
    const [key] = keys as [number]
    await transactSystem(context, (work) => resolveSystemIncidents(work, [{ key }], 'The monitor was deleted', 'alice'))
    const mine = (await incidents()).filter(({ monitor }) => monitor?.key === key)
    assert.deepEqual(
      mine.map(({ status, resolutionNote, resolvedBy }) => [status, resolutionNote, resolvedBy]),
      Array(2).fill(['resolved', 'The monitor was deleted', ALICE]),
    )
    const resolved = (await listDeliveries()).filter((row) => row.event_type === 'incident.resolved')
    assert.equal(resolved.length, 2)
    const row = await readDelivery(store.db, { id: resolved[0]!.id })
    assert.equal(JSON.parse(row!.payload).data.incident.resolved_by_name, 'alice')
    await transactSystem(context, (work) => resolveSystemIncidents(work, [{ key }], 'again', null))
    assert.equal((await listDeliveries()).length, 6)
  })

  test(`${dialect}: two servers that open, count and resolve at once agree on one incident`, async (t) => {
    const { context, keys, createTarget, setCondition, listDeliveries, incidents } = await prepare(t, dialect, 20)
    await createTarget('ops', 'https://ops.example.test/hook')
    const together = (condition: Condition, from: 'up' | 'down') =>
      Promise.all([setCondition(condition, from), setCondition(condition, from, keys.toReversed())])
    await together('down', 'up')
    assert.equal((await incidents()).length, 20)
    assert.equal((await listDeliveries()).length, 20, 'the second server queues nothing')
    const counting = () =>
      transactSystem(context, (work) =>
        applyToIncidents(
          work,
          keys.map((monitorKey) => ({ ...createEvaluation('down', T0), monitorKey, failures: 1 })),
        ),
      )
    const before = (await incidents()).map(({ failureCount }) => failureCount)
    await Promise.all([counting(), counting(), counting()])
    assert.deepEqual(
      (await incidents()).map(({ failureCount }) => failureCount),
      before.map((count) => count + 3),
    )
    await together('up', 'down')
    assert.equal((await listDeliveries()).length, 40)
    context.setTime(T0 + MINUTE_MS)
    await together('down', 'up')
    assert.deepEqual([(await incidents()).length, (await listDeliveries()).length], [20, 60])
  })

  test(`${dialect}: a mass outage costs a handful of queries, and the first passes of monitors cost one`, async (t) => {
    const { context, keys, createTarget } = await prepare(t, dialect, 90)
    await createTarget('ops', 'https://ops.example.test/hook')
    const followed = async (condition: Condition, from?: RuntimeStatus, contexts?: EvaluationContexts) => {
      let queries = 0
      await transactSystem(context, async (work) => {
        const { tx } = work
        const counted = tx.withPlugin({
          transformQuery: ({ node }) => node,
          transformResult: async ({ result }) => {
            queries++
            return result
          },
        }) as typeof tx
        const turns = keys.map((monitorKey) => ({
          ...createEvaluation(condition, T0, from ? { from } : {}),
          monitorKey,
        }))
        await applyToIncidents({ ...work, tx: withSession(counted, tx.session) }, turns, contexts)
      })
      return queries
    }
    const known = new Map(keys.map((key) => [key, NO_CONTEXT]))
    assert.equal(await followed('up', 'unknown', known), 1)
    const queries = [await followed('down', 'up'), await followed('down'), await followed('up', 'down')]
    assert.ok(
      queries.every((count) => count > 0 && count <= 16),
      String(queries),
    )
  })
}
