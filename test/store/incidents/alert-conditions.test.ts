import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { getAlertConditions } from '../../../src/store/incidents/alert-conditions.ts'
import { saveFlaps } from '../../../src/store/incidents/flaps.ts'
import { saveSilences } from '../../../src/store/incidents/silences.ts'
import { saveSpans } from '../../../src/store/maintenance/maintenance-spans.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { MONDAY } from '../../support/time/clock.ts'

const END = MONDAY + MINUTE_MS
const SPAN = { monitorKey: 1, windowId: 'w', startsAt: MONDAY, endsAt: END }
const SILENCE = { monitorKey: 1, by: { id: 'alice', name: 'alice' }, since: MONDAY, until: END, note: null }
const NONE = { isInMaintenance: false, isFlapping: false, silence: null }

for (const dialect of DIALECTS)
  test(`${dialect}: maintenance, flapping and silence of one monitor are read together`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    await insertMonitors(store, 2)
    assert.deepEqual(await getAlertConditions(store.db, 1, MONDAY), NONE)
    await store.transact((tx) => saveSpans(tx, { inserted: [SPAN], moved: [], deleted: [] }))
    assert.deepEqual(await getAlertConditions(store.db, 1, MONDAY), { ...NONE, isInMaintenance: true })
    await store.transact((tx) => saveSilences(tx, [SILENCE]))
    await store.transact((tx) =>
      saveFlaps(tx, [{ monitorKey: 1, since: MONDAY, stableAt: END, intervalMs: MINUTE_MS }]),
    )
    const all = { isInMaintenance: true, isFlapping: true, silence: SILENCE }
    assert.deepEqual(await getAlertConditions(store.db, 1, END - 1), all)
    assert.deepEqual(await getAlertConditions(store.db, 1, END), { ...NONE, isFlapping: true })
    assert.deepEqual(await getAlertConditions(store.db, 2, MONDAY), NONE)
  })
