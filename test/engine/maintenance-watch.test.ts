import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../src/core/platform/time/time.ts'
import { startPlainLoop } from '../../src/engine/loops.ts'
import { DIALECTS } from '../support/database/stores.ts'
import { createMaintenanceFixture } from '../support/factories/maintenance.ts'
import { MONDAY } from '../support/time/clock.ts'
import { waitUntil } from '../support/time/until.ts'

const log = { error: ({ err }: { err?: unknown }) => assert.fail(String((err as Error)?.stack)) }

for (const dialect of DIALECTS) {
  test(`${dialect}: maintenance begins, ends, and what fails after it is told, while the server runs`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await works.planWindow()
    await works.recordChecks(1, 'up')
    works.context.setTime(MONDAY + 59 * MINUTE_MS)
    const watch = startPlainLoop('maintenance watch', { context: works.context, log })
    const told = async (expected: string) => {
      watch.wake()
      return (await works.listNotifications()).includes(expected)
    }
    await waitUntil(async () => (await works.listSpans()).length === 1)
    works.context.setTime(MONDAY + 60 * MINUTE_MS)
    await waitUntil(() => told('maintenance.started 60'))
    await works.recordChecks(119, 'down')
    works.context.setTime(MONDAY + 120 * MINUTE_MS)
    await waitUntil(() => told('incident.opened 120'))
    await waitUntil(() => told('maintenance.ended 120'))
    await watch.stop()
  })

  test(`${dialect}: flapping ends while the server runs`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    for (let minute = 1; minute <= 7; minute++) await works.recordChecks(minute, minute % 2 === 0 ? 'down' : 'up')
    const watch = startPlainLoop('flap watch', { context: works.context, log })
    for (let minute = 8; minute <= 12; minute++) await works.recordChecks(minute, 'up')
    works.context.setTime(MONDAY + 13 * MINUTE_MS)
    await waitUntil(async () => {
      watch.wake()
      return (await works.listNotifications()).at(-1) === 'incident.resolved 13'
    })
    await watch.stop()
  })
}
