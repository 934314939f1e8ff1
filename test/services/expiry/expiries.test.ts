import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { evaluateExpiries, getNextExpiryDueAt } from '../../../src/services/expiry/expiries.ts'
import { acknowledgeIncident } from '../../../src/services/incidents/incident-actions.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { createExpiringCertificate, createExpiryFixture } from '../../support/factories/expiries.ts'
import { MONDAY } from '../../support/time/clock.ts'

const EXPIRING = 'certificate.expiring: The certificate of "Shop"'

for (const dialect of DIALECTS) {
  test(`${dialect}: an authority that expires before the certificate sends its own alerts, until the path is without it`, async (t) => {
    const desk = await createExpiryFixture(t, dialect)
    const monitor = await desk.create({ notificationTargetIds: [await desk.listen('a')] })
    const [authority, successor] = [40, 900].map((days) => createExpiringCertificate(days, `R${days}`))
    const leafUnder = (above: typeof authority) =>
      createExpiringCertificate(300, 'A', { chain: [authority!], authorities: [above!] })
    await desk.recordCertificate(monitor, leafUnder(authority))
    await desk.evaluateDue()
    assert.equal(await getNextExpiryDueAt(desk.context), MONDAY + 10 * DAY_MS)
    for (const day of [10, 26]) await desk.evaluateOnDay(day)
    await desk.recordCertificate(monitor, leafUnder(successor))
    await desk.evaluateDue()
    assert.deepEqual(await desk.listNotifications(), [
      `${EXPIRING} depends on an authority that expires in 30 days`,
      `${EXPIRING} depends on an authority that expires in 14 days`,
      'incident.resolved: The certificate of "Shop" depends on an authority that expires in 14 days',
    ])
  })

  test(`${dialect}: each threshold sends one alert, and so does the expiry`, async (t) => {
    const {
      create,
      listen,
      recordCertificate,
      evaluateDue,
      evaluateOnDay,
      listNotifications,
      incidents,
      events,
      context,
    } = await createExpiryFixture(t, dialect)
    const monitor = await create({ notificationTargetIds: [await listen('a')] })
    await recordCertificate(monitor, createExpiringCertificate(40))
    await evaluateDue()
    assert.deepEqual([await listNotifications(), await getNextExpiryDueAt(context)], [[], MONDAY + 10 * DAY_MS])
    for (const day of [9.9, 10, 10.1, 25, 26, 33, 38, 39, 39.9, 40, 41]) await evaluateOnDay(day)
    assert.deepEqual(await listNotifications(), [
      `${EXPIRING} expires in 30 days`,
      `${EXPIRING} expires in 14 days`,
      `${EXPIRING} expires in 7 days`,
      `${EXPIRING} expires in 1 day`,
      `${EXPIRING} has expired`,
    ])
    const [incident, ...others] = await incidents()
    assert.deepEqual(
      [others.length, incident?.status, incident?.type, incident?.family, incident?.severity, incident?.title],
      [0, 'open', 'ssl_error', 'certificate', 'major', 'The certificate of "Shop" has expired'],
    )
    assert.deepEqual(
      (await events()).map(({ data }) => [data.certificate?.warning_days, data.certificate?.days_remaining]),
      [
        [30, 30],
        [14, 14],
        [7, 7],
        [1, 1],
        [0, 0],
      ],
    )
    assert.ok(context.woken.includes('deliveries'))
  })

  test(`${dialect}: several thresholds crossed at once send one alert`, async (t) => {
    const { create, listen, recordCertificate, evaluateDue, evaluateOnDay, listNotifications } =
      await createExpiryFixture(t, dialect)
    const target = await listen('a')
    await recordCertificate(await create({ notificationTargetIds: [target] }), createExpiringCertificate(5))
    await evaluateDue()
    const other = await create({ notificationTargetIds: [target], name: 'Other' })
    await recordCertificate(other, createExpiringCertificate(60, 'B'))
    await evaluateOnDay(4.5) // no evaluation ran for days
    await evaluateOnDay(58)
    assert.deepEqual(await listNotifications(), [
      `${EXPIRING} expires in 5 days`,
      `${EXPIRING} expires in less than a day`,
      `${EXPIRING} has expired`,
      'certificate.expiring: The certificate of "Other" expires in 2 days',
    ])
  })

  test(`${dialect}: a certificate valid for six days sends warnings in its last two days`, async (t) => {
    const { create, listen, recordCertificate, evaluateDue, evaluateOnDay, listNotifications } =
      await createExpiryFixture(t, dialect)
    const monitor = await create({ notificationTargetIds: [await listen('a')] })
    await recordCertificate(monitor, createExpiringCertificate(6, 'A', { validFrom: MONDAY }))
    await evaluateDue()
    await evaluateOnDay(3.9)
    assert.deepEqual(await listNotifications(), [])
    for (const day of [4, 4.5, 5, 5.5]) await evaluateOnDay(day)
    assert.deepEqual(await listNotifications(), [`${EXPIRING} expires in 2 days`, `${EXPIRING} expires in 1 day`])
  })

  test(`${dialect}: a renewal resolves the incident, acknowledged or not, and states the new expiry`, async (t) => {
    const {
      create,
      listen,
      recordCertificate,
      evaluateDue,
      evaluateOnDay,
      listNotifications,
      incidents,
      context,
      scope,
    } = await createExpiryFixture(t, dialect)
    const monitor = await create({ notificationTargetIds: [await listen('a')] })
    await recordCertificate(monitor, createExpiringCertificate(20))
    await evaluateDue()
    await acknowledgeIncident(context, scope, (await incidents())[0]!.id)
    await evaluateOnDay(6)
    const [acknowledged] = await incidents()
    assert.deepEqual(
      [acknowledged?.status, acknowledged?.title],
      ['acknowledged', 'The certificate of "Shop" expires in 14 days'],
    )
    await recordCertificate(monitor, createExpiringCertificate(365, 'B'))
    await evaluateDue()
    const [resolved] = await incidents()
    assert.deepEqual(
      [resolved?.status, resolved?.resolvedBy, resolved?.resolutionNote],
      ['resolved', null, 'The certificate was renewed and is valid until 2027-01-05 00:00:00 UTC'],
    )
    assert.deepEqual(await listNotifications(), [
      `${EXPIRING} expires in 20 days`,
      'incident.acknowledged: The certificate of "Shop" expires in 20 days',
      `${EXPIRING} expires in 14 days`,
      'incident.resolved: The certificate of "Shop" expires in 14 days',
    ])
    await evaluateOnDay(20)
    assert.equal((await listNotifications()).length, 4)
  })

  test(`${dialect}: a renewal with a certificate near its expiry warns again in the same incident`, async (t) => {
    const { create, listen, recordCertificate, evaluateDue, listNotifications, incidents, context } =
      await createExpiryFixture(t, dialect)
    const monitor = await create({ notificationTargetIds: [await listen('a')] })
    await recordCertificate(monitor, createExpiringCertificate(5))
    await evaluateDue()
    context.setTime(MONDAY + MINUTE_MS)
    await recordCertificate(monitor, createExpiringCertificate(12, 'B'))
    await evaluateDue()
    assert.deepEqual(await listNotifications(), [`${EXPIRING} expires in 5 days`, `${EXPIRING} expires in 12 days`])
    assert.equal((await incidents()).length, 1)
  })

  test(`${dialect}: several servers that evaluate at once send one alert`, async (t) => {
    const { create, listen, recordCertificate, listNotifications, incidents, context } = await createExpiryFixture(
      t,
      dialect,
    )
    const target = await listen('a')
    for (let index = 0; index < 5; index++) {
      const monitor = await create({ notificationTargetIds: [target], name: `Shop ${index}` })
      await recordCertificate(monitor, createExpiringCertificate(10, String.fromCharCode(65 + index)))
    }
    await Promise.all([1, 2, 3].map(() => evaluateExpiries(context, 100)))
    while ((await evaluateExpiries(context, 2)) > 0);
    assert.deepEqual([(await listNotifications()).length, (await incidents()).length], [5, 5])
  })

  test(`${dialect}: a crash before the commit leaves the evaluation to be done once`, async (t) => {
    const { create, listen, recordCertificate, evaluateDue, listNotifications, incidents, context } =
      await createExpiryFixture(t, dialect)
    await recordCertificate(await create({ notificationTargetIds: [await listen('a')] }), createExpiringCertificate(10))
    const { store } = context
    const dying: typeof store.transact = (work) =>
      store.transact(async (tx) => {
        await work(tx)
        throw new Error('the power went off')
      })
    await assert.rejects(evaluateExpiries({ ...context, store: { ...store, transact: dying } }, 100), /power/)
    assert.deepEqual([await listNotifications(), await incidents()], [[], []])
    await evaluateDue()
    await evaluateDue()
    assert.deepEqual(await listNotifications(), [`${EXPIRING} expires in 10 days`])
  })

  test(`${dialect}: a certificate seen during an evaluation is evaluated again`, async (t) => {
    const { create, listen, recordCertificate, evaluateDue, listNotifications, context } = await createExpiryFixture(
      t,
      dialect,
    )
    const monitor = await create({ notificationTargetIds: [await listen('a')] })
    await recordCertificate(monitor, createExpiringCertificate(10))
    context.setTime(MONDAY + MINUTE_MS)
    await Promise.all([evaluateDue(), recordCertificate(monitor, createExpiringCertificate(300, 'B'))])
    await evaluateDue()
    const notified = await listNotifications()
    assert.ok(notified.length === 0 || notified.at(-1)?.startsWith('incident.resolved'), notified.join('\n'))
  })
}
