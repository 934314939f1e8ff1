import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import type { SeenCertificate } from '../../../src/core/results/certificate.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { changeMonitors } from '../../../src/services/monitors/monitor-bulk.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { removeMonitor, updateMonitor } from '../../../src/services/monitors/monitors.ts'
import { findCertificate } from '../../../src/store/expiry/certificates.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { createMonitorDraft, createMonitorFixture } from '../../support/factories/monitors.ts'
import { createSeenCertificate } from '../../support/targets/tls-site.ts'
import { MONDAY } from '../../support/time/clock.ts'

const FIRST = createSeenCertificate()
const RENEWED = createSeenCertificate({ fingerprint256: Array(32).fill('B2').join(':'), validTo: Date.UTC(2026, 3, 1) })
const DOUBTED = createSeenCertificate({ errors: [{ code: 'CERT_HAS_EXPIRED', message: 'certificate expired' }] })

async function watch(t: Cleanup, dialect: (typeof DIALECTS)[number]) {
  const { context, scope } = await createMonitorFixture(t, dialect)
  const make = (over = {}) => createMonitor(context, scope, createMonitorDraft(over))
  const monitor = await make()
  const { db } = context.store
  const resultAt = (offset: number, certificate?: SeenCertificate, monitorKey = monitor.key): CheckResult => ({
    monitorKey,
    kind: 'check',
    scheduledAt: MONDAY + offset,
    startedAt: MONDAY + offset,
    status: 'up',
    responseTimeMs: 20,
    statusCode: 200,
    errorType: null,
    errorMessage: null,
    timings: NO_TIMINGS,
    remoteAddress: '192.0.2.1',
    ...(certificate && { certificate }),
  })
  return {
    context,
    scope,
    db,
    make,
    monitor,
    resultAt,
    record: (results: CheckResult[], region = 'local') => recordResults(context, region, results),
    known: () => findCertificate(db, monitor.key),
    rows: () => readRows(db, 'certificates', {}, ['monitor_key']),
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a certificate is stored with its first and last observation until another certificate replaces it`, async (t) => {
    const { record, resultAt, known, rows } = await watch(t, dialect)
    assert.equal(await known(), null)
    await record([resultAt(0, FIRST)])
    const seen = { region: 'local', firstSeenAt: MONDAY }
    assert.deepEqual(await known(), { certificate: FIRST, ...seen, lastSeenAt: MONDAY })
    await record([resultAt(DAY_MS, DOUBTED)], 'eu-1')
    assert.deepEqual(await known(), { certificate: DOUBTED, ...seen, region: 'eu-1', lastSeenAt: MONDAY + DAY_MS })
    const at = MONDAY + 2 * DAY_MS
    await record([resultAt(2 * DAY_MS, RENEWED)])
    assert.deepEqual(await known(), { certificate: RENEWED, region: 'local', firstSeenAt: at, lastSeenAt: at })
    const [row] = await rows()
    assert.deepEqual(
      [row?.fingerprint, row?.valid_to, row?.endpoint],
      [RENEWED.fingerprint256, RENEWED.validTo, 'www.example.com:443'],
    )
  })

  test(`${dialect}: the last certificate of a batch is stored, and a late one replaces nothing`, async (t) => {
    const { record, resultAt, known, make, monitor, rows } = await watch(t, dialect)
    const other = await make()
    const later = [resultAt(HOUR_MS, RENEWED), resultAt(HOUR_MS, FIRST, other.key)]
    await record([...later, resultAt(0, FIRST), resultAt(HOUR_MS + MINUTE_MS)])
    assert.deepEqual((await known())?.certificate, RENEWED)
    assert.equal((await rows()).length, 2)
    await record([resultAt(MINUTE_MS, FIRST)])
    assert.deepEqual([(await known())?.certificate, (await known())?.lastSeenAt], [RENEWED, MONDAY + HOUR_MS])
    assert.notEqual(other.key, monitor.key)
  })

  test(`${dialect}: the certificate is not part of the results, and results without a certificate write nothing`, async (t) => {
    const { record, resultAt, db, rows } = await watch(t, dialect)
    await record([resultAt(0, FIRST)])
    await record([resultAt(MINUTE_MS)])
    const details = (await readRows(db, 'results', {}, ['scheduled_at'])).map(({ detail }) =>
      Buffer.from(detail).toString('hex'),
    )
    assert.equal(details.length, 2)
    assert.equal(details[0], details[1])
    assert.deepEqual(
      (await rows()).map((row) => row.last_seen_at),
      [MONDAY],
    )
  })

  test(`${dialect}: deleting a monitor, singly or in bulk, deletes its certificate`, async (t) => {
    const { context, scope, record, resultAt, make, monitor, rows } = await watch(t, dialect)
    const others = [await make(), await make()]
    await record([resultAt(0, FIRST), ...others.map(({ key }) => resultAt(0, FIRST, key))])
    assert.equal((await rows()).length, 3)
    await removeMonitor(context, scope, monitor.id)
    assert.deepEqual(
      (await rows()).map((row) => row.monitor_key),
      others.map(({ key }) => key),
    )
    await changeMonitors(
      context,
      scope,
      { operation: 'delete' },
      others.map(({ id }) => id),
    )
    assert.deepEqual(await rows(), [])
    await record([resultAt(HOUR_MS, FIRST)])
    assert.deepEqual(await rows(), [], 'a result after the deletion')
  })

  test(`${dialect}: turning certificate monitoring off for a port deletes its certificate`, async (t) => {
    const { context, scope, db, make, record, resultAt } = await watch(t, dialect)
    const settings = { port: 443, protocol: 'generic' }
    const tcp = await make({ type: 'TCP', target: 'www.example.com', settings, sslMonitoring: {} })
    const known = () => findCertificate(db, tcp.key)
    await record([resultAt(0, FIRST, tcp.key)])
    const rewatch = (change: object) => updateMonitor(context, scope, tcp.id, () => ({ sslMonitoring: change }))
    await rewatch({ checkValidity: false, ignoreSelfSigned: true })
    assert.deepEqual((await known())?.certificate, FIRST)
    await rewatch({ enabled: false })
    assert.equal(await known(), null)
  })

  test(`${dialect}: another host or port deletes the certificate, another path or a pause does not`, async (t) => {
    const { context, scope, record, resultAt, monitor, known } = await watch(t, dialect)
    const retarget = (target: string) => updateMonitor(context, scope, monitor.id, () => ({ target }))
    for (const target of ['https://www.example.com:444/', 'https://example.com/', 'http://www.example.com/']) {
      await retarget('https://www.example.com/')
      await record([resultAt(0, FIRST)])
      await updateMonitor(context, scope, monitor.id, () => ({ status: 'paused' }))
      await updateMonitor(context, scope, monitor.id, () => ({ status: 'active', name: 'Other' }))
      await retarget('https://www.example.com/login')
      assert.notEqual(await known(), null, target)
      await retarget(target)
      assert.equal(await known(), null, target)
    }
  })
}
