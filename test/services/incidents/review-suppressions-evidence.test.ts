/** Which results show that a monitor has not recovered with its dependency, and which do not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { createDependencySite, createResult } from '../../support/factories/dependency-site.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: an older check or an inconclusive check does not end the wait after a dependency recovers`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    await site.addDependency('shop', 'router')
    await site.check({ router: 'down', shop: 'down' })
    site.advance(MINUTE_MS)
    await site.check({ router: 'up' })
    site.advance(2 * SECOND_MS)
    const { context, keys } = site
    const now = context.now()
    const failed = createResult(keys.shop, 'down', now)
    const slowly = { ...failed, scheduledAt: now - 10_000, startedAt: now - 10_000, responseTimeMs: 9_990 }
    await recordResults(context, 'local', [slowly])
    await site.reviewSuppressions()
    assert.deepEqual(await site.listSuppressions(), ['shop clearing router'])
    site.advance(5 * SECOND_MS)
    const silent = createResult(keys.shop, 'down', context.now())
    await recordResults(context, 'local', [{ ...silent, status: 'inconclusive', errorType: null }])
    await site.reviewSuppressions()
    assert.deepEqual(await site.listNotifications(), ['opened router', 'resolved router'])
    site.advance(5 * SECOND_MS)
    await site.check({ shop: 'down' })
    await site.reviewSuppressions()
    assert.deepEqual((await site.listNotifications()).slice(2), ['opened shop'])
  })

  test(`${dialect}: suppressed incidents wait again after hours without a server`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    await site.addDependency('shop', 'router')
    await site.check({ router: 'down', shop: 'down' })
    site.advance(MINUTE_MS)
    await site.check({ router: 'up' })
    await site.reviewSuppressions()
    site.advance(120 * MINUTE_MS)
    await site.reviewSuppressions()
    assert.deepEqual(await site.listSuppressions(), ['shop clearing router'])
    site.advance(SECOND_MS)
    await site.check({ router: 'up', shop: 'up' })
    assert.deepEqual(await site.listNotifications(), ['opened router', 'resolved router'])
  })
}
