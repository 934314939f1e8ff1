import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import { silenceMonitors } from '../../../src/services/incidents/silences.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { reviewSilences } from '../../support/factories/dependency-site.ts'
import { createExpiringCertificate, createExpiryFixture } from '../../support/factories/expiries.ts'
import { MONDAY } from '../../support/time/clock.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: a silence holds warnings about an expiry, and its end sends the last one`, async (t) => {
    const desk = await createExpiryFixture(t, dialect)
    const target = await desk.listen('ops')
    const shop = await desk.create({ notificationTargetIds: [target] })
    const until = MONDAY + 7 * DAY_MS
    await silenceMonitors(desk.context, desk.scope, [shop.id], { until, note: null })
    await desk.recordCertificate(shop, createExpiringCertificate(20))
    await desk.evaluateDue()
    await desk.evaluateOnDay(6)
    assert.deepEqual(await desk.listNotifications(target), [])
    desk.context.setTime(until)
    await reviewSilences(desk.context)
    const sent = await desk.listNotifications(target)
    assert.equal(sent.length, 1, sent.join('\n'))
    assert.match(sent[0]!, /^certificate\.expiring: .* expires in 14 days/)
    await desk.recordCertificate(shop, createExpiringCertificate(365, 'B'))
    await desk.evaluateDue()
    assert.match((await desk.listNotifications(target)).at(-1)!, /^incident\.resolved/, 'the warning was recorded')
  })
}
