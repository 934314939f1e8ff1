import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../src/core/platform/time/time.ts'
import { startPlainLoop } from '../../src/engine/loops.ts'
import { DIALECTS } from '../support/database/stores.ts'
import { openWorks } from '../support/factories/maintenance.ts'
import { MONDAY } from '../support/time/clock.ts'
import { until } from '../support/time/until.ts'

const log = { error: ({ err }: { err?: unknown }) => assert.fail(String((err as Error)?.stack)) }

for (const dialect of DIALECTS) {
  test(`${dialect}: maintenance begins, ends, and what fails after it is told, while the server runs`, async (t) => {
    const works = await openWorks(t, dialect)
    await works.plan()
    await works.check(1, 'up')
    works.context.at(MONDAY + 59 * MINUTE_MS)
    const watch = startPlainLoop('maintenance watch', { context: works.context, log })
    const told = async (expected: string) => {
      watch.wake()
      return (await works.told()).includes(expected)
    }
    await until(async () => (await works.spans()).length === 1)
    works.context.at(MONDAY + 60 * MINUTE_MS)
    await until(() => told('maintenance.started 60'))
    await works.check(119, 'down')
    works.context.at(MONDAY + 120 * MINUTE_MS)
    await until(() => told('incident.opened 120'))
    await until(() => told('maintenance.ended 120'))
    await watch.stop()
  })

  test(`${dialect}: flapping ends while the server runs`, async (t) => {
    const works = await openWorks(t, dialect)
    for (let minute = 1; minute <= 7; minute++) await works.check(minute, minute % 2 === 0 ? 'down' : 'up')
    const watch = startPlainLoop('flap watch', { context: works.context, log })
    for (let minute = 8; minute <= 12; minute++) await works.check(minute, 'up')
    works.context.at(MONDAY + 13 * MINUTE_MS)
    await until(async () => {
      watch.wake()
      return (await works.told()).at(-1) === 'incident.resolved 13'
    })
    await watch.stop()
  })
}
