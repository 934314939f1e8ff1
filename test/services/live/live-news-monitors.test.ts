import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { createMaintenanceFixture, type MaintenanceFixture } from '../../support/factories/maintenance.ts'
import { MONDAY } from '../../support/time/clock.ts'

/** Counts the `monitor.updated` events that a client received since the last call. */
function listen({ context, scope }: MaintenanceFixture): () => number {
  const { watch } = context.live.subscribe(scope.projectId, () => {}, null)
  return () => watch.read(1e6)!.match(/event: monitor\.updated/g)?.length ?? 0
}

for (const dialect of DIALECTS) {
  test(`${dialect}: clients are notified when a monitor starts and stops flapping, not of each change between`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    const updates = listen(works)
    await works.recordChecks(1, 'up')
    for (let minute = 2; minute <= 5; minute++) await works.recordChecks(minute, minute % 2 === 0 ? 'down' : 'up')
    assert.equal(updates(), 0)
    await works.recordChecks(6, 'down')
    assert.equal(updates(), 1, 'the fifth change')
    await works.recordChecks(7, 'up')
    await works.recordChecks(8, 'down')
    assert.equal(updates(), 0)
    for (let minute = 9; minute <= 14; minute++) await works.recordChecks(minute, 'up')
    await works.advanceTo(15)
    assert.equal(updates(), 1)
  })

  test(`${dialect}: clients are notified when maintenance begins and ends, for every monitor in it`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect, 3)
    const updates = listen(works)
    await works.planWindow({ monitorIds: ['alice-monitor-0', 'alice-monitor-2'] })
    await works.advanceTo(49)
    assert.equal(updates(), 0)
    await works.advanceTo(60)
    assert.ok(updates() >= 2, 'it begins')
    await works.advanceTo(119)
    assert.equal(updates(), 0)
    await works.advanceTo(121)
    assert.equal(updates(), 2)
    assert.ok(works.context.now() >= MONDAY + 120 * MINUTE_MS)
  })
}
