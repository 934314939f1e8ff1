import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markUnknown, saveRuntimeStatuses } from '../../../src/store/evaluation/monitor-status.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { readColumns } from '../../support/database/tables.ts'

const NOW = Date.UTC(2026, 0, 10, 12)

for (const dialect of DIALECTS) {
  test(`${dialect}: a status that another transaction changed is not changed again`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    const [key] = (await insertMonitors(store, 1, { at: NOW, runtime_status: 'up', status_since: NOW })) as [number]
    const save = (status: string, from: string, fromSince: number) =>
      store.transact((tx) =>
        saveRuntimeStatuses(
          tx,
          [{ monitorKey: key, status, since: NOW + 1 }],
          new Map([[key, { runtimeStatus: from, statusSince: fromSince }]]),
        ),
      )
    assert.equal(await save('degraded', 'unknown', NOW), false, 'another status')
    assert.equal(await save('degraded', 'up', NOW - 1), false, 'the same status, which began at another time')
    assert.equal(await save('degraded', 'up', NOW), true)
    assert.equal(await save('down', 'up', NOW), false, 'the status of a moment ago')
    const stale = { monitorKey: key, status: 'up', since: NOW + 1, freshUntil: NOW + 2, at: NOW + 2 }
    const marked = await store.transact((tx) => markUnknown(tx, [stale], NOW + 3))
    assert.equal(marked.size, 0, 'a status that replaced the stale one at the same time')
    const rows = await readColumns(store.db, 'monitors', ['runtime_status', 'status_since'])
    assert.deepEqual(rows, [{ runtime_status: 'degraded', status_since: NOW + 1 }])
  })
}
