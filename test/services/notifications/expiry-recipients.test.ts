import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { deleteOldSubjects } from '../../../src/services/expiry/expiries.ts'
import { changeIncidentStatus } from '../../../src/services/incidents/incident-actions.ts'
import { pauseMonitor, removeMonitor, resumeMonitor } from '../../../src/services/monitors/monitors.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { countRows, readColumns } from '../../support/database/tables.ts'
import { createExpiringCertificate, createExpiryFixture } from '../../support/factories/expiries.ts'
import { MONDAY } from '../../support/time/clock.ts'

/** Opens a shop and a blog with one certificate: target a belongs to both, target b only to the blog. */
async function openShared(t: Cleanup, dialect: DialectName) {
  const desk = await createExpiryFixture(t, dialect)
  const [a, b] = [await desk.listen('a'), await desk.listen('b')]
  const shop = await desk.create({ notificationTargetIds: [a], notes: 'Call the shop team.' })
  const blog = await desk.create({ notificationTargetIds: [a, b], name: 'Blog' })
  /** Presents the same certificate at both monitors. */
  const showBoth = async (...args: Parameters<typeof createExpiringCertificate>) => {
    await desk.recordCertificate(shop, createExpiringCertificate(...args))
    await desk.recordCertificate(blog, createExpiringCertificate(...args))
  }
  const incidentOf = async (key: number) => (await desk.incidents()).findLast(({ monitor }) => monitor?.key === key)!
  /** Notifications of the target, with the monitor name and the message. */
  const words = async (target: string) =>
    (await desk.listNotifications(target)).map((line) =>
      line.replace(/^(\w+\.\w+): The certificate of "(\w+)" /, '$1 $2 '),
    )
  return { ...desk, a, b, shop, blog, showBoth, incidentOf, words }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a certificate on two hosts notifies a target once at each threshold and at the end`, async (t) => {
    const { context, showBoth, evaluateDue, evaluateOnDay, words, incidents, a, b } = await openShared(t, dialect)
    await showBoth(20)
    await evaluateDue()
    await evaluateOnDay(6)
    assert.deepEqual(
      (await incidents()).map(({ title }) => title),
      ['The certificate of "Shop" expires in 14 days', 'The certificate of "Blog" expires in 14 days'],
    )
    await showBoth(365, 'B')
    await evaluateDue()
    assert.deepEqual(
      (await incidents()).map(({ status }) => status),
      ['resolved', 'resolved'],
    )
    const of = (name: string) => [
      `certificate.expiring ${name} expires in 20 days`,
      `certificate.expiring ${name} expires in 14 days`,
      `incident.resolved ${name} expires in 14 days`,
    ]
    assert.deepEqual([await words(a), await words(b)], [of('Shop'), of('Blog')])
    const payloads = await readColumns(context.store.db, 'deliveries', ['payload'])
    const notes = payloads
      .map(({ payload }) => JSON.parse(payload).data.monitor)
      .map(({ name, notes }) => [name, notes])
    assert.ok(notes.every(([name, text]) => text === (name === 'Shop' ? 'Call the shop team.' : undefined)))
  })

  test(`${dialect}: notifications do not depend on the number of transactions or on the order of renewals`, async (t) => {
    const { recordCertificate, shop, blog, evaluateDue, words, a, b, context } = await openShared(t, dialect)
    await recordCertificate(shop, createExpiringCertificate(10))
    await evaluateDue()
    await recordCertificate(blog, createExpiringCertificate(10))
    await evaluateDue()
    context.setTime(MONDAY + MINUTE_MS)
    await recordCertificate(blog, createExpiringCertificate(365, 'B'))
    await evaluateDue()
    context.setTime(MONDAY + 2 * MINUTE_MS)
    await recordCertificate(shop, createExpiringCertificate(365, 'B'))
    await evaluateDue()
    assert.deepEqual(await words(a), [
      'certificate.expiring Shop expires in 10 days',
      'incident.resolved Blog expires in 10 days',
    ])
    assert.deepEqual(await words(b), [
      'certificate.expiring Blog expires in 10 days',
      'incident.resolved Blog expires in 10 days',
    ])
  })

  test(`${dialect}: a deletion resolves the incident of one monitor only for targets notified through that monitor, and a pause none`, async (t) => {
    const { context, scope, shop, blog, showBoth, evaluateDue, evaluateOnDay, words, a, b } = await openShared(
      t,
      dialect,
    )
    await showBoth(20)
    await evaluateDue()
    await removeMonitor(context, scope, blog.id)
    const blogs = ['certificate.expiring Blog expires in 20 days', 'incident.resolved Blog expires in 20 days']
    assert.deepEqual([await words(a), await words(b)], [['certificate.expiring Shop expires in 20 days'], blogs])
    await pauseMonitor(context, scope, shop.id)
    await resumeMonitor(context, scope, shop.id)
    await evaluateDue()
    assert.deepEqual(await words(a), ['certificate.expiring Shop expires in 20 days'])
    await evaluateOnDay(6)
    assert.equal((await words(a)).at(-1), 'certificate.expiring Shop expires in 14 days')
  })

  test(`${dialect}: a manually resolved incident stays resolved until the next threshold, and a reopened one can end again`, async (t) => {
    const { context, scope, shop, showBoth, evaluateDue, evaluateOnDay, words, a, incidentOf } = await openShared(
      t,
      dialect,
    )
    await showBoth(20)
    await evaluateDue()
    const { id } = await incidentOf(shop.key)
    await changeIncidentStatus(context, scope, id, { status: 'resolved', note: 'ordered' })
    await changeIncidentStatus(context, scope, id, { status: 'open', note: null })
    await changeIncidentStatus(context, scope, id, { status: 'resolved', note: 'ordered' })
    await evaluateOnDay(1)
    const before = [
      'certificate.expiring Shop expires in 20 days',
      'incident.resolved Shop expires in 20 days',
      'incident.reopened Shop expires in 20 days',
      'incident.resolved Shop expires in 20 days',
    ]
    assert.deepEqual(await words(a), before)
    await evaluateOnDay(6)
    assert.deepEqual(await words(a), [...before, 'certificate.expiring Shop expires in 14 days'])
    assert.notEqual((await incidentOf(shop.key)).id, id)
  })

  test(`${dialect}: notified subjects older than 400 days are deleted in batches`, async (t) => {
    const { context, db, showBoth, evaluateDue } = await openShared(t, dialect)
    await showBoth(20)
    await evaluateDue()
    const count = () => countRows(db, 'notified_subjects')
    assert.equal(await count(), 2)
    context.setTime(MONDAY + 399 * DAY_MS)
    assert.equal(await deleteOldSubjects(context, 1), 0)
    context.setTime(MONDAY + 401 * DAY_MS)
    assert.deepEqual([await deleteOldSubjects(context, 1), await count()], [1, 1])
    assert.deepEqual([await deleteOldSubjects(context, 5), await count()], [1, 0])
  })
}
