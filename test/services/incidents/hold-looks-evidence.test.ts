/** What tells that something has not come back with what it depends on, and what does not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/results.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { makeSite, resultOf } from '../../support/factories/dependency-site.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: a check that began before the parent was back, and one that said nothing, end no wait`, async (t) => {
    const site = await makeSite(t, dialect, 'router', 'shop')
    await site.depend('shop', 'router')
    await site.check({ router: 'down', shop: 'down' })
    site.pass(MINUTE_MS)
    await site.check({ router: 'up' })
    site.pass(2 * SECOND_MS)
    const { context, keys } = site
    const now = context.now()
    const failed = resultOf(keys.shop, 'down', now)
    const slowly = { ...failed, scheduledAt: now - 10_000, startedAt: now - 10_000, responseTimeMs: 9_990 }
    await recordResults(context, 'local', [slowly])
    await site.look()
    assert.deepEqual(await site.holds(), ['shop clearing router'])
    site.pass(5 * SECOND_MS)
    const silent = resultOf(keys.shop, 'down', context.now())
    await recordResults(context, 'local', [{ ...silent, status: 'inconclusive', errorType: null }])
    await site.look()
    assert.deepEqual(await site.told(), ['opened router', 'resolved router'])
    site.pass(5 * SECOND_MS)
    await site.check({ shop: 'down' })
    await site.look()
    assert.deepEqual((await site.told()).slice(2), ['opened shop'])
  })

  test(`${dialect}: after hours in which no server ran, what was waited for is waited for anew`, async (t) => {
    const site = await makeSite(t, dialect, 'router', 'shop')
    await site.depend('shop', 'router')
    await site.check({ router: 'down', shop: 'down' })
    site.pass(MINUTE_MS)
    await site.check({ router: 'up' })
    await site.look()
    site.pass(120 * MINUTE_MS)
    await site.look()
    assert.deepEqual(await site.holds(), ['shop clearing router'])
    site.pass(SECOND_MS)
    await site.check({ router: 'up', shop: 'up' })
    assert.deepEqual(await site.told(), ['opened router', 'resolved router'])
  })
}
