import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../src/core/platform/time/time.ts'
import { startPlainLoop } from '../../src/engine/loops.ts'
import { DIALECTS } from '../support/database/stores.ts'
import { insertRows, readRows } from '../support/database/tables.ts'
import { createExpiringCertificate, createExpiryFixture } from '../support/factories/expiries.ts'
import { MONDAY } from '../support/time/clock.ts'
import { waitUntil } from '../support/time/until.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: concurrent servers send each due warning once, in pages, and sleep until the next threshold`, async (t) => {
    const { context, create, listen, recordCertificate, listNotifications } = await createExpiryFixture(t, dialect)
    const target = await listen('a')
    for (let index = 0; index < 5; index++) {
      const monitor = await create({ notificationTargetIds: [target], name: `Shop ${index}` })
      await recordCertificate(monitor, createExpiringCertificate(20, String.fromCharCode(65 + index)))
    }
    const errors: string[] = []
    const log = { error: (details: { err?: unknown }) => void errors.push(String(details.err)) }
    const servers = [1, 2].map(() => startPlainLoop('expiry watch', { context, log, batch: 2 }))
    const wake = () => servers.forEach((server) => void server.wake())
    await waitUntil(async () => (await listNotifications()).length === 5, 'the first warnings')
    context.setTime(MONDAY + 13 * DAY_MS) // Two thresholds at once
    wake()
    await waitUntil(async () => (await listNotifications()).length === 10, 'the next ones')
    wake()
    await Promise.all(servers.map((server) => server.stop()))
    assert.deepEqual(
      [(await listNotifications()).length, new Set(await listNotifications()).size, errors],
      [10, 10, []],
    )
  })

  test(`${dialect}: old notified subjects are deleted`, async (t) => {
    const { context, db } = await createExpiryFixture(t, dialect)
    const row = { target_id: 'a', subject: 'certificate A', incident_id: 'i', ended_at: null }
    await context.store.transact(async (tx) => {
      for (const [warning, notified_at] of [
        ['7', MONDAY - 401 * DAY_MS],
        ['1', MONDAY],
      ] as const)
        await insertRows(tx, 'notified_subjects', { ...row, warning, notified_at })
    })
    const log = { error: (_: object, message: string) => assert.fail(message) }
    const loop = startPlainLoop('expiry watch', { context, log })
    const listWarnings = async () => (await readRows(db, 'notified_subjects')).map(({ warning }) => warning)
    await waitUntil(async () => (await listWarnings()).length === 1, 'the cleanup')
    await loop.stop()
    assert.deepEqual(await listWarnings(), ['1'])
  })
}
