import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HISTORY_LENGTH } from '../../../src/core/expiry/certificate-expiry.ts'
import { DAY_MS, HOUR_MS } from '../../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import type { SeenCertificate } from '../../../src/core/results/certificate.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { removeMonitor, updateMonitor } from '../../../src/services/monitors/monitors.ts'
import { listSpans } from '../../../src/store/expiry/certificates.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { createMonitorDraft, createMonitorFixture } from '../../support/factories/monitors.ts'
import { createSeenCertificate } from '../../support/targets/tls-site.ts'
import { MONDAY } from '../../support/time/clock.ts'

/** A certificate that differs from other certificates by its letter. */
const lettered = (letter: string): SeenCertificate =>
  createSeenCertificate({ fingerprint256: Array(32).fill(`A${letter}`).join(':'), issuer: `CN=R${letter}` })

async function watch(t: Cleanup, dialect: (typeof DIALECTS)[number]) {
  const { context, scope } = await createMonitorFixture(t, dialect)
  const { key, id } = await createMonitor(context, scope, createMonitorDraft())
  const seeAt = (at: number, letter: string, over: Partial<SeenCertificate> = {}): CheckResult => ({
    monitorKey: key,
    kind: 'check',
    scheduledAt: at,
    startedAt: at,
    status: 'up',
    responseTimeMs: 20,
    statusCode: 200,
    errorType: null,
    errorMessage: null,
    timings: NO_TIMINGS,
    remoteAddress: '192.0.2.1',
    certificate: { ...lettered(letter), ...over },
  })
  const record = (results: CheckResult[]) => recordResults(context, 'local', results)
  const spans = async (endpoint = 'www.example.com:443') =>
    (await listSpans(context.store.db, key, endpoint)).map(({ issuer, firstSeenAt, lastSeenAt }) => [
      issuer.slice(-1),
      (firstSeenAt - MONDAY) / HOUR_MS,
      (lastSeenAt - MONDAY) / HOUR_MS,
    ])
  return {
    context,
    scope,
    id,
    seeAt,
    record,
    spans,
    rows: () => readRows(context.store.db, 'certificate_spans'),
  }
}

const hour = (hours: number): number => MONDAY + hours * HOUR_MS

for (const dialect of DIALECTS) {
  test(`${dialect}: a renewal keeps the previous certificate in the history`, async (t) => {
    const { seeAt, record, spans } = await watch(t, dialect)
    await record([seeAt(hour(0), '1')])
    await record([seeAt(hour(24), '1')])
    await record([seeAt(hour(30), '2')])
    assert.deepEqual(await spans(), [
      ['2', 30, 30],
      ['1', 0, 24],
    ])
  })

  test(`${dialect}: nodes that present their certificates in turn have one entry each, in one batch or in several`, async (t) => {
    const { seeAt, record, spans } = await watch(t, dialect)
    await record([1, 2, 3, 4, 5].map((at) => seeAt(hour(at), at % 2 === 0 ? '2' : '1')))
    for (const at of [6, 7, 8]) await record([seeAt(hour(at), at % 2 === 0 ? '2' : '1')])
    assert.deepEqual(await spans(), [
      ['2', 2, 8],
      ['1', 1, 7],
    ])
  })

  test(`${dialect}: a late observation is merged at its time, and a repeated observation adds nothing`, async (t) => {
    const { seeAt, record, spans } = await watch(t, dialect)
    await record([seeAt(hour(30), '2')])
    const late = [seeAt(hour(0), '1'), seeAt(hour(20), '2')]
    for (let times = 0; times < 2; times++) await record(late)
    assert.deepEqual(await spans(), [
      ['2', 20, 30],
      ['1', 0, 0],
    ])
  })

  test(`${dialect}: the last ten certificates are kept in any order of arrival`, async (t) => {
    const { seeAt, record, spans, rows } = await watch(t, dialect)
    const letters = '0123456789ABCD'.split('')
    const order = [...letters.keys()].toSorted((a, b) => ((a * 5) % 14) - ((b * 5) % 14))
    for (const at of order) await record([seeAt(hour(at), letters[at]!)])
    assert.deepEqual(
      (await spans()).map(([letter]) => letter),
      letters.toReversed().slice(0, HISTORY_LENGTH),
    )
    assert.equal((await rows()).length, HISTORY_LENGTH)
  })

  test(`${dialect}: another host or the deletion of the monitor clears the history`, async (t) => {
    const { context, scope, id, seeAt, record, spans, rows } = await watch(t, dialect)
    await record([seeAt(hour(0), '1')])
    await updateMonitor(context, scope, id, () => ({ target: 'https://other.example.com/' }))
    assert.deepEqual(await rows(), [])
    await record([seeAt(hour(1), '1'), seeAt(hour(2), '2', { endpoint: 'other.example.com:443' })])
    assert.deepEqual(
      await spans('other.example.com:443'),
      [['2', 2, 2]],
      'the certificate from a check that was still in flight is ignored',
    )
    await removeMonitor(context, scope, id)
    assert.deepEqual(await rows(), [])
    await record([seeAt(MONDAY + DAY_MS, '1')])
    assert.deepEqual(await rows(), [])
  })
}
