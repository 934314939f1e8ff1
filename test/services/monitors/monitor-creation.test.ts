import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_PLANS } from '../../../src/core/accounts/plan.ts'
import { createInvalid } from '../../../src/core/platform/errors.ts'
import { changeMonitors } from '../../../src/services/monitors/monitor-bulk.ts'
import { createMonitor, createMonitors } from '../../../src/services/monitors/monitor-creation.ts'
import { restoreMonitors } from '../../../src/services/monitors/monitor-restore.ts'
import { pauseMonitor, removeMonitor, resumeMonitor } from '../../../src/services/monitors/monitors.ts'
import { countActive } from '../../../src/store/monitors/monitors.ts'
import { readRevision } from '../../../src/store/probes/regions.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { countRows, deleteRows } from '../../support/database/tables.ts'
import { createAliceScope, createMonitorDraft, createMonitorFixture } from '../../support/factories/monitors.ts'

const maxMonitors = DEFAULT_PLANS.free.activeMonitors
const drafts = (count: number) => Array.from({ length: count }, (_, n) => createMonitorDraft({ name: `Site ${n}` }))

for (const dialect of DIALECTS) {
  test(`${dialect}: the kept number of active monitors equals their count after every kind of change`, async (t) => {
    const { context, scope } = await createMonitorFixture(t, dialect)
    const { db } = context.store
    const agree = async (expected: number) => {
      assert.equal(await countActive(db, 'alice'), expected)
      assert.equal(await countRows(db, 'monitors', { status: 'active', deleted_at: null }), expected)
    }
    const made = await createMonitors(context, scope, [...drafts(3), createMonitorDraft({ status: 'paused' })], {
      isAtomic: false,
      usesDefaults: true,
    })
    await agree(3)
    const [first, second, third, paused] = made.map(({ monitorId }) => monitorId!) as [string, string, string, string]
    await pauseMonitor(context, scope, first)
    await resumeMonitor(context, scope, paused)
    await agree(3)
    await removeMonitor(context, scope, second)
    await agree(2)
    await restoreMonitors(context, scope, [second])
    await agree(3)
    await changeMonitors(context, scope, { operation: 'pause', from: ['active'] }, [second, third])
    await agree(1)
    await context.store.transact((tx) => deleteRows(tx, 'monitors', { id: paused }))
    await agree(0)
  })

  test(`${dialect}: of many monitors the valid ones are created up to the limit of the plan`, async (t) => {
    const { context } = await createMonitorFixture(t, dialect)
    const scope = createAliceScope('free')
    const wanted = [
      createInvalid({ field: 'type', message: 'is required' }),
      createMonitorDraft({ name: 'Bad', target: 'ftp://example.com/' }),
      ...drafts(maxMonitors + 3),
    ]
    const outcomes = await createMonitors(context, scope, wanted, { isAtomic: false, usesDefaults: true })
    assert.deepEqual(
      outcomes.map(({ error, outcome }) => error?.code ?? outcome),
      [
        'VALIDATION_ERROR',
        'VALIDATION_ERROR',
        ...Array(maxMonitors).fill('succeeded'),
        ...Array(3).fill('MONITOR_LIMIT_REACHED'),
      ],
    )
    assert.deepEqual(outcomes[1]!.error!.details, { field: 'target', ...(outcomes[1]!.error!.details as object) })
    assert.equal(await countRows(context.store.db, 'monitors'), maxMonitors)
    assert.equal(await countRows(context.store.db, 'audit_log', { action: 'monitor.created' }), maxMonitors)
  })

  test(`${dialect}: an atomic creation creates all monitors, or none when one is refused`, async (t) => {
    const { context, scope } = await createMonitorFixture(t, dialect)
    const bad = createMonitorDraft({ name: 'Bad', target: 'ftp://example.com/' })
    const refused = await createMonitors(context, scope, [...drafts(150), bad], { isAtomic: true, usesDefaults: true })
    assert.deepEqual(
      refused.map(({ outcome, monitorId }) => [outcome, monitorId]),
      [...Array(150).fill(['skipped', null]), ['failed', null]],
    )
    assert.equal(await countRows(context.store.db, 'monitors'), 0)
    assert.equal(await countActive(context.store.db, 'alice'), 0)
    const created = await createMonitors(context, scope, drafts(150), { isAtomic: true, usesDefaults: true })
    assert.ok(created.every(({ outcome }) => outcome === 'succeeded'))
    assert.equal(await countRows(context.store.db, 'monitors'), 150)
  })

  test(`${dialect}: concurrent creations never exceed the limit of the plan`, async (t) => {
    const { context } = await createMonitorFixture(t, dialect)
    const scope = createAliceScope('free')
    await createMonitors(context, scope, drafts(maxMonitors - 2), { isAtomic: false, usesDefaults: true })
    const attempts = Array.from({ length: 8 }, () =>
      createMonitor(context, scope, createMonitorDraft()).then(
        () => 'created',
        ({ code }) => code,
      ),
    )
    const outcomes = await Promise.all(attempts)
    assert.equal(outcomes.filter((outcome) => outcome === 'created').length, 2)
    assert.equal(await countRows(context.store.db, 'monitors'), maxMonitors)
  })

  test(`${dialect}: concurrent creations share a transaction, and a refused monitor affects no other`, async (t) => {
    const { context, scope } = await createMonitorFixture(t, dialect)
    const before = await readRevision(context.store.db)
    const names = ['One', 'Two', 'Bad', 'Three']
    const attempts = await Promise.allSettled(
      names.map((name) => {
        const target = name === 'Bad' ? 'ftp://example.com/' : `https://${name}.example.com/`
        return createMonitor(context, scope, createMonitorDraft({ name, target }))
      }),
    )
    assert.deepEqual(
      attempts.map((attempt) => (attempt.status === 'fulfilled' ? attempt.value.name : attempt.reason.code)),
      ['One', 'Two', 'VALIDATION_ERROR', 'Three'],
    )
    assert.equal(await countRows(context.store.db, 'monitors'), 3)
    assert.equal(await readRevision(context.store.db), before + 1)
  })

  test(`${dialect}: a refused monitor leaves the revision unchanged`, async (t) => {
    const { context, scope } = await createMonitorFixture(t, dialect)
    const before = await readRevision(context.store.db)
    await assert.rejects(createMonitor(context, scope, createMonitorDraft({ target: 'ftp://example.com/' })))
    assert.equal(await readRevision(context.store.db), before)
  })
}
