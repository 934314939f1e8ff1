import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '../../../src/core/platform/time/time.ts'
import { listStale } from '../../../src/store/evaluation/monitor-status.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'

const NOW = Date.UTC(2026, 0, 10, 12)

for (const dialect of DIALECTS)
  test(`${dialect}: a walk in pages returns every stale monitor once and no fresh one`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    const keys = await insertMonitors(store, 9, { at: NOW - HOUR_MS, runtime_status: 'up' })
    const isSilent = (key: number) => key % 3 === 0
    await store.transact(async (tx) => {
      for (const key of keys)
        for (const region of [1, 2])
          await tx
            .insertInto('check_states')
            .values({
              monitor_key: key,
              region,
              opinion: 'up',
              failures: 0,
              passes: 1,
              slow: 0,
              last_scheduled_at: NOW,
              last_check_at: NOW,
              last_success_at: NOW,
              last_failure_at: null,
              // While one region has a fresh report, the monitor is not stale
              fresh_until: isSilent(key) || region === 1 ? NOW - region : NOW + 1,
              error_type: null,
              error_message: null,
              open_hour: NOW,
              version: 1,
            })
            .execute()
      await tx.deleteFrom('monitors').where('key', '=', keys[3]!).execute()
    })
    const found: number[] = []
    const pages: (number | null)[] = []
    for (let after: number | null = 0; after !== null; pages.push(after)) {
      const { stale, next } = await listStale(store.db, after, 2, NOW)
      for (const { monitorKey, freshUntil } of stale) {
        assert.equal(freshUntil, NOW - 1)
        found.push(monitorKey)
      }
      after = next
    }
    assert.deepEqual(found, keys.filter(isSilent))
    assert.deepEqual(pages, [2, 4, 6, 8, null])
    assert.deepEqual(await listStale(store.db, 100, 2, NOW), { stale: [], next: null })
  })
