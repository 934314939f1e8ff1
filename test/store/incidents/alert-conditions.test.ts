import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { getAlertConditions } from '../../../src/store/incidents/alert-conditions.ts'
import { saveFlaps } from '../../../src/store/incidents/flaps.ts'
import { saveSilences } from '../../../src/store/incidents/silences.ts'
import { saveSpans } from '../../../src/store/maintenance/maintenance-spans.ts'
import { insertCheckState } from '../../support/database/monitor-rows.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { MONDAY } from '../../support/time/clock.ts'

const END = MONDAY + MINUTE_MS
const SPAN = { monitorKey: 1, windowId: 'w', startsAt: MONDAY, endsAt: END }
const SILENCE = { monitorKey: 1, by: { id: 'alice', name: 'alice' }, since: MONDAY, until: END, note: null }
const NONE = { isInMaintenance: false, isFlapping: false, isInDoubt: false, silence: null }

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
    const all = { ...NONE, isInMaintenance: true, isFlapping: true, silence: SILENCE }
    assert.deepEqual(await getAlertConditions(store.db, 1, END - 1), all)
    assert.deepEqual(await getAlertConditions(store.db, 1, END), { ...NONE, isFlapping: true })
    assert.deepEqual(await getAlertConditions(store.db, 2, MONDAY), NONE)
  })

/** Check states of four monitors, and whether each is in doubt. */
const STATES = [
  { opinion: 'up', failures: 0, passes: 1, isInDoubt: false },
  { opinion: 'up', failures: 1, passes: 0, isInDoubt: true },
  { opinion: 'down', failures: 3, passes: 0, isInDoubt: false },
  { opinion: 'down', failures: 0, passes: 1, isInDoubt: true },
] as const

for (const dialect of DIALECTS)
  test(`${dialect}: a monitor is in doubt when a check contradicts the opinion of its region`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    await insertMonitors(store, STATES.length)
    for (const [index, { isInDoubt, ...state }] of STATES.entries()) {
      await insertCheckState(store.db, { monitor_key: index + 1, region: 1, fresh_until: MONDAY, ...state })
      assert.equal((await getAlertConditions(store.db, index + 1, MONDAY)).isInDoubt, isInDoubt)
    }
  })
