import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import type { SeenCertificate } from '../../../src/core/results/certificate.ts'
import { getNextExpiryDueAt } from '../../../src/services/expiry/expiries.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { createExpiringCertificate, createExpiryFixture, SELF_SIGNED } from '../../support/factories/expiries.ts'
import { MONDAY } from '../../support/time/clock.ts'

const BAD = createExpiringCertificate(300, 'A', { errors: [SELF_SIGNED] })
const GOOD = createExpiringCertificate(200, 'B')
const UNVERIFIED = { method: 'GET', slowThresholdMs: null, ipVersion: 'auto', verifyTls: false }

/** Opens a shop whose checks run every five minutes and do not verify its certificate. */
async function openUnverified(t: Cleanup, dialect: DialectName, over: object = {}) {
  const desk = await createExpiryFixture(t, dialect)
  const monitor = await desk.create({
    settings: UNVERIFIED,
    notificationTargetIds: [await desk.listen('a')],
    ...over,
  })
  /** Records a check at this number of minutes after Monday and evaluates at once. */
  const at = async (minutes: number, certificate?: SeenCertificate, region?: string) => {
    desk.context.setTime(MONDAY + minutes * MINUTE_MS)
    if (certificate) await desk.recordCertificate(monitor, certificate, region)
    await desk.evaluateDue()
  }
  const words = async () =>
    (await desk.listNotifications()).map((line) => line.replace(' The certificate of "Shop"', ''))
  return { ...desk, monitor, at, words }
}

const OPENED = 'incident.opened: is not valid'
const RESOLVED = 'incident.resolved: is not valid'

for (const dialect of DIALECTS) {
  test(`${dialect}: a bad certificate that stays for one more check sends an alert, and a good certificate resolves it`, async (t) => {
    const { at, words, incidents, context } = await openUnverified(t, dialect)
    await at(0, BAD)
    assert.deepEqual([await words(), await getNextExpiryDueAt(context)], [[], MONDAY + 5 * MINUTE_MS + 10_000])
    await at(5.5)
    const [open] = await incidents()
    assert.deepEqual(
      [open?.status, open?.severity, open?.type, open?.affectedRegions, open?.errorMessage],
      [
        'open',
        'major',
        'ssl_error',
        ['local'],
        'it signs itself. www.example.com:443 presents CN=www.example.com, issued by C=US, O=Some Authority, CN=R1, ' +
          'which is valid until 2026-11-01 00:00:00 UTC',
      ],
    )
    await at(600, BAD) // reported again, as once a day
    await at(700, GOOD)
    assert.deepEqual(await words(), [OPENED, RESOLVED])
  })

  test(`${dialect}: a bad certificate seen twice alerts at once, and one seen only once never alerts`, async (t) => {
    const { at, words } = await openUnverified(t, dialect)
    await at(0, GOOD)
    await at(10, BAD)
    await at(11, GOOD)
    await at(60)
    await at(300)
    assert.deepEqual(await words(), [])
    await at(301, BAD)
    await at(302, GOOD)
    await at(303, BAD)
    await at(304, BAD)
    assert.deepEqual(await words(), [OPENED])
  })

  test(`${dialect}: alternating nodes do not make the incident flap, whichever node is seen last`, async (t) => {
    const { at, words } = await openUnverified(t, dialect)
    await at(-10_000, GOOD)
    for (let minute = 0; minute < 300; minute += 5) await at(minute, minute % 15 === 0 ? BAD : GOOD)
    assert.deepEqual(await words(), [OPENED])
    await at(300, GOOD)
    await at(300 + 101)
    assert.deepEqual(await words(), [OPENED, RESOLVED])
  })

  test(`${dialect}: a good certificate in one region does not clear a bad certificate in another region`, async (t) => {
    const { at, words, incidents } = await openUnverified(t, dialect)
    await at(0, BAD, 'eu-1')
    await at(1, GOOD, 'us-1')
    await at(6)
    assert.deepEqual(await words(), [OPENED])
    await at(900, GOOD, 'us-1')
    await at(1_000, BAD, 'eu-1')
    assert.deepEqual([await words(), (await incidents())[0]?.affectedRegions], [[OPENED], ['eu-1']])
    await at(1_100, GOOD, 'eu-1')
    await at(1_201)
    assert.deepEqual(await words(), [OPENED, RESOLVED])
  })

  test(`${dialect}: observations of a region without new results expire after two days`, async (t) => {
    const { at, words } = await openUnverified(t, dialect)
    await at(0, BAD, 'eu-1')
    await at(1, GOOD, 'us-1')
    await at(6)
    for (const hours of [20, 40, 47]) await at(hours * 60, GOOD, 'us-1')
    assert.deepEqual(await words(), [OPENED])
    await at(48 * 60 + 1)
    assert.deepEqual(await words(), [OPENED, RESOLVED])
  })

  test(`${dialect}: a renewal that reaches the nodes one after another is one renewal`, async (t) => {
    const { at, words } = await openUnverified(t, dialect)
    const [old, fresh] = [createExpiringCertificate(20), createExpiringCertificate(380, 'B')]
    await at(-60, old)
    for (let minute = 0; minute < 30; minute += 5) await at(minute, minute % 10 === 0 ? fresh : old)
    await at(30, fresh)
    await at(200)
    assert.deepEqual(await words(), [
      'certificate.expiring: expires in 20 days',
      'incident.resolved: expires in 20 days',
    ])
  })

  test(`${dialect}: a node that keeps the old certificate is reported some time after the other nodes were renewed`, async (t) => {
    const { at, words } = await openUnverified(t, dialect)
    const [old, fresh] = [createExpiringCertificate(20), createExpiringCertificate(380, 'B')]
    await at(0, old)
    await at(60, fresh)
    for (let minute = 65; minute < 300; minute += 5) await at(minute, minute % 10 === 5 ? old : fresh)
    assert.deepEqual(await words(), [
      'certificate.expiring: expires in 20 days',
      'incident.resolved: expires in 20 days',
      'certificate.expiring: expires in 19 days',
    ])
  })

  test(`${dialect}: a certificate opens no second incident when checks already fail for it or validity is not monitored`, async (t) => {
    const expired = createExpiringCertificate(-1, 'A', {
      errors: [{ code: 'CERT_HAS_EXPIRED', message: 'certificate has expired' }],
    })
    for (const over of [
      { settings: { ...UNVERIFIED, verifyTls: true } },
      { sslMonitoring: { checkValidity: false, checkExpiry: false } },
      { type: 'TCP' as const, target: 'www.example.com', settings: { port: 443, protocol: 'https' } },
    ]) {
      const { at, words } = await openUnverified(t, dialect, over)
      await at(0, BAD)
      await at(30)
      await at(60, expired)
      await at(120)
      assert.deepEqual(await words(), [], JSON.stringify(over))
    }
    const { at, words } = await openUnverified(t, dialect, { sslMonitoring: { ignoreSelfSigned: true } })
    await at(0, BAD)
    await at(60)
    assert.deepEqual(await words(), [])
    await at(61, expired)
    assert.deepEqual(await words(), ['certificate.expiring: has expired'])
  })

  test(`${dialect}: a bad certificate near its expiry has one incident, and the more serious warning wins`, async (t) => {
    const { at, words, incidents, evaluateOnDay } = await openUnverified(t, dialect)
    await at(0, createExpiringCertificate(40))
    await evaluateOnDay(12)
    const both = createExpiringCertificate(40, 'A', { errors: [SELF_SIGNED] })
    await at(13 * 24 * 60, both)
    await at(13 * 24 * 60 + 6)
    await evaluateOnDay(26)
    await at(27 * 24 * 60, createExpiringCertificate(40))
    const said = [
      'certificate.expiring: expires in 28 days',
      'incident.updated: is not valid',
      'incident.updated: is not valid',
      'certificate.expiring: expires in 13 days',
    ]
    assert.deepEqual(await words(), said)
    const [only, ...others] = await incidents()
    assert.deepEqual([others, only?.severity], [[], 'warning'])
  })

  test(`${dialect}: observations are deleted when they no longer affect the evaluation`, async (t) => {
    const { at, db, context, monitor } = await openUnverified(t, dialect)
    for (let minute = 0; minute < 400; minute += 5) await at(minute, minute % 10 === 0 ? BAD : GOOD)
    const kept = await readRows(db, 'certificate_observations')
    assert.ok(kept.length <= 100 / 5 + 2, `${kept.length} rows`)
    await at(2_000)
    assert.ok(context.now() > MONDAY + DAY_MS + HOUR_MS)
    const left = await readRows(db, 'certificate_observations')
    assert.deepEqual(
      left.map(({ monitor_key, seen_at }) => [monitor_key, seen_at]),
      [[monitor.key, MONDAY + 395 * MINUTE_MS]],
    )
  })
}
