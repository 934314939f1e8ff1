import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../src/core/platform/time/time.ts'
import { startPlainLoop } from '../../src/engine/loops.ts'
import { DIALECTS } from '../support/database/stores.ts'
import { createDependencySite } from '../support/factories/dependency-site.ts'
import { waitUntil } from '../support/time/until.ts'

const log = { error: ({ err }: { err?: unknown }) => assert.fail(String(err)) }

for (const dialect of DIALECTS)
  test(`${dialect}: two servers send each due reminder once, wake the courier, and continue`, async (t) => {
    const site = await createDependencySite(t, dialect, 'shop', 'cam')
    for (const name of ['shop', 'cam'] as const) await site.updateMonitor(name, { reminder_interval_minutes: 1 })
    await site.check({ shop: 'down', cam: 'down' })
    const watches = [1, 2].map(() => startPlainLoop('reminder watch', { context: site.context, log }))
    t.after(() => Promise.all(watches.map((watch) => watch.stop())))
    for (const round of [1, 2]) {
      site.advance(MINUTE_MS)
      for (const watch of watches) watch.wake()
      await waitUntil(async () => (await site.listNotifications()).length === 2 + 2 * round)
    }
    await Promise.all(watches.map((watch) => watch.stop()))
    assert.deepEqual((await site.listNotifications()).slice(2).sort(), [
      'reminder cam',
      'reminder cam',
      'reminder shop',
      'reminder shop',
    ])
    assert.ok(site.context.woken.includes('deliveries'))
  })
