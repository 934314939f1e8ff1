import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markStaleMonitors } from '../../../src/services/evaluation/stale-monitors.ts'
import { publishResults, publishStatusChanges } from '../../../src/services/live/live-publisher.ts'
import type { Tx } from '../../../src/store/platform/store.ts'
import { insertCheckState, readRegionKey } from '../../support/database/monitor-rows.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { createTestContext } from '../../support/factories/context.ts'

const change = (monitorKey: number, kind: 'runtime' | 'config') => ({
  id: `${monitorKey} ${kind}`,
  monitorKey,
  kind,
  from: 'up',
  to: 'down',
  reason: 'because',
  actorId: null,
  at: 5,
})

for (const dialect of DIALECTS) {
  test(`${dialect}: a monitor that becomes stale is published in its own project`, async (t) => {
    const store = await openTestStore(t, dialect)
    for (const name of ['alice', 'bob']) await insertWorkspace(store, name)
    const [key] = await insertMonitors(store, 1, { runtime_status: 'up' })
    const context = createTestContext(store, 5_000)
    const region = await readRegionKey(store.db, 'local')
    await insertCheckState(store.db, { monitor_key: key!, region, fresh_until: 1_000 })
    const { watch: alice } = context.live.subscribe('alice', () => {}, null)
    const { watch: bob } = context.live.subscribe('bob', () => {}, null)
    await markStaleMonitors(context, 0)
    assert.match(
      alice.read(1e6)!,
      /event: monitor\.status\ndata: \{"monitor_id":"[^"]+","from_status":"up","to_status":"unknown"/,
    )
    assert.equal(bob.read(1e6), '')
  })

  test(`${dialect}: events are published after the commit, and a rollback publishes none`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    const [key] = await insertMonitors(store, 1)
    const context = createTestContext(store)
    const { watch } = context.live.subscribe('alice', () => {}, null)
    const publishChanges = async (tx: Tx) => {
      await publishStatusChanges(tx, context, [change(key!, 'config'), change(key!, 'runtime')])
      assert.equal(watch.read(1e6), '')
    }
    await assert.rejects(
      store.transact(async (tx) => {
        await publishChanges(tx)
        throw new Error('no')
      }),
    )
    assert.equal(watch.read(1e6), '')
    await store.transact(publishChanges)
    assert.equal(watch.read(1e6)!.match(/event: /g)!.length, 1, 'only the runtime status of the two')
  })
}

test('a reader that subscribes while results are being written receives them', async (t) => {
  const store = await openTestStore(t, 'sqlite')
  await insertWorkspace(store)
  const [key] = await insertMonitors(store, 1)
  const context = createTestContext(store)
  let read: () => string | null = () => null
  await store.transact(async (tx) => {
    const result = {
      monitorKey: key!,
      regionKey: 1,
      kind: 'check' as const,
      scheduledAt: 5,
      status: 'up' as const,
      errorType: null,
      errorMessage: null,
      onGrid: true,
      latenessMs: 1,
      responseTimeMs: 5,
      timings: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null },
      statusCode: 200,
      remoteAddress: null,
    }
    const monitors = new Map([[key!, { id: 'monitor', projectId: 'alice' }]])
    publishResults(tx, context, { region: 'local', results: [result], monitors, confirmationOf: () => null })
    const { watch } = context.live.subscribe('alice', () => {}, null)
    read = () => watch.read(1e6)
  })
  assert.match(read()!, /event: monitor\.result/)
})
