import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../src/core/platform/time/time.ts'
import { startHoldWatch } from '../../src/engine/hold-watch.ts'
import { startPlainLoop } from '../../src/engine/loops.ts'
import { DIALECTS } from '../support/database/stores.ts'
import { createMaintenanceFixture } from '../support/factories/maintenance.ts'
import { MONDAY } from '../support/time/clock.ts'
import { waitUntil } from '../support/time/until.ts'

const log = { error: ({ err }: { err?: unknown }) => assert.fail(String((err as Error)?.stack)) }

for (const dialect of DIALECTS) {
  test(`${dialect}: the watch notifies of the start and end of maintenance, and of an incident that continues after it`, async (t) => {
    const fixture = await createMaintenanceFixture(t, dialect)
    await fixture.planWindow()
    await fixture.recordChecks(1, 'up')
    fixture.context.setTime(MONDAY + 59 * MINUTE_MS)
    const watches = [
      startPlainLoop('maintenance watch', { context: fixture.context, log }),
      startHoldWatch({ context: fixture.context, check: null, log }),
    ]
    const isNotified = async (expected: string) => {
      for (const watch of watches) watch.wake()
      return (await fixture.listNotifications()).includes(expected)
    }
    await waitUntil(async () => (await fixture.listSpans()).length === 1)
    fixture.context.setTime(MONDAY + 60 * MINUTE_MS)
    await waitUntil(() => isNotified('maintenance.started 60'))
    await fixture.recordChecks(119, 'down')
    fixture.context.setTime(MONDAY + 120 * MINUTE_MS)
    await waitUntil(() => isNotified('incident.opened 120'))
    await waitUntil(() => isNotified('maintenance.ended 120'))
    await Promise.all(watches.map((watch) => watch.stop()))
  })

  test(`${dialect}: the watch ends flapping while the server runs`, async (t) => {
    const fixture = await createMaintenanceFixture(t, dialect)
    for (let minute = 1; minute <= 7; minute++) await fixture.recordChecks(minute, minute % 2 === 0 ? 'down' : 'up')
    const watch = startHoldWatch({ context: fixture.context, check: null, log })
    for (let minute = 8; minute <= 12; minute++) await fixture.recordChecks(minute, 'up')
    fixture.context.setTime(MONDAY + 13 * MINUTE_MS)
    await waitUntil(async () => {
      watch.wake()
      return (await fixture.listNotifications()).at(-1) === 'incident.resolved 13'
    })
    await watch.stop()
  })
}
