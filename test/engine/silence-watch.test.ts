import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../src/core/platform/time/time.ts'
import { startPlainLoop } from '../../src/engine/loops.ts'
import { silenceMonitors } from '../../src/services/incidents/silences.ts'
import { DIALECTS } from '../support/database/stores.ts'
import { createDependencySite, SCOPE } from '../support/factories/dependency-site.ts'
import { waitUntil } from '../support/time/until.ts'

const log = { error: ({ err }: { err?: unknown }) => assert.fail(String(err)) }

for (const dialect of DIALECTS)
  test(`${dialect}: two servers end a silence once, and send each held alert once`, async (t) => {
    const site = await createDependencySite(t, dialect, 'shop', 'cam')
    const until = site.context.now() + MINUTE_MS
    await silenceMonitors(site.context, SCOPE, ['alice-shop-0', 'alice-cam-0'], { until, note: null })
    await site.check({ shop: 'down', cam: 'down' })
    const watches = [1, 2].map(() => startPlainLoop('silence watch', { context: site.context, log }))
    t.after(() => Promise.all(watches.map((watch) => watch.stop())))
    site.advance(MINUTE_MS)
    for (const watch of watches) watch.wake()
    await waitUntil(async () => (await site.listNotifications()).length === 2)
    await Promise.all(watches.map((watch) => watch.stop()))
    assert.deepEqual((await site.listNotifications()).sort(), ['opened cam', 'opened shop'])
    for (const name of ['shop', 'cam'] as const) {
      const entries = await site.listIncidentUpdates(name)
      assert.equal(entries.filter((entry) => entry === 'Silence ended').length, 1)
    }
    assert.ok(site.context.woken.includes('deliveries'))
  })
