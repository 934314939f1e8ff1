import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SslMonitoring } from '../../../src/core/monitors/monitor.ts'
import type { AssignmentsRequest, AssignmentsResponse } from '../../../src/core/probes/protocol.ts'
import { NO_COUNTERS } from '../../../src/core/results/state.ts'
import { type CheckStatus, NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { pauseMonitor, removeMonitor, resumeMonitor, updateMonitor } from '../../../src/services/monitors/monitors.ts'
import { pullAssignments } from '../../../src/services/probes/assignments.ts'
import { makeResult } from '../../probe/make.ts'
import { setRevision } from '../../support/database/monitor-rows.ts'
import { insertMonitors } from '../../support/database/rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { insertRows } from '../../support/database/tables.ts'
import { createMonitorDraft, createMonitorFixture, type MonitorFixture } from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

const keysOf = (answer: AssignmentsResponse): number[] => answer.changed.map(({ monitorKey }) => monitorKey)

/** Pulls as a probe does: each time from the revision of the last answer. */
function probeOf({ context }: MonitorFixture, region = 'local') {
  let revision = 0
  return async (): Promise<[changed: number[], removed: number[]]> => {
    const answer = await pullAssignments(context, { regionCode: region, probeId: null }, { since: revision })
    assert.ok(answer.revision >= revision)
    revision = answer.revision
    return [keysOf(answer), answer.removed]
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: an assignment contains everything a probe needs, with secrets in clear`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const settings = { method: 'POST', headers: { Authorization: 'Bearer secret' } }
    const { key, id } = await createMonitor(desk.context, desk.scope, createMonitorDraft({ settings }))
    const answer = await pullAssignments(desk.context, { regionCode: 'local', probeId: null }, { since: 0 })
    assert.deepEqual(answer.changed, [
      {
        monitorKey: key,
        monitorId: id,
        type: 'HTTP',
        target: 'https://www.example.com/',
        intervalSeconds: 300,
        timeoutMs: 10_000,
        failureThreshold: 2,
        recoveryThreshold: 2,
        settings,
        counters: NO_COUNTERS,
      },
    ])
    assert.deepEqual([answer.removed, answer.more], [[], false])
  })

  test(`${dialect}: certificate options that affect checks reach the probe, and so do their changes`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const pull = probeOf(desk)
    const { key, id } = await createMonitor(desk.context, desk.scope, createMonitorDraft({ sslMonitoring: {} }))
    await pull()
    const terms = async () =>
      (await pullAssignments(desk.context, { regionCode: 'local', probeId: null }, { since: 0 })).changed[0]?.tls
    const watch = (change: Partial<SslMonitoring>) =>
      updateMonitor(desk.context, desk.scope, id, () => ({ sslMonitoring: change }))
    assert.equal(await terms(), undefined)
    await watch({ expiryWarningDays: [3] })
    assert.deepEqual(await pull(), [[], []], 'warning thresholds do not concern probes')
    await watch({ ignoreSelfSigned: true })
    assert.deepEqual([await pull(), await terms()], [[[key], []], { acceptSelfSigned: true }])
    await watch({ enabled: false })
    assert.deepEqual([await pull(), await terms()], [[[key], []], undefined])
  })

  test(`${dialect}: a restarted probe continues with the counters of its region`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { key, id } = await createMonitor(
      desk.context,
      desk.scope,
      createMonitorDraft({ failureThreshold: 3, regions: ['eu-1', 'us-1'] }),
    )
    const failing = {
      monitorKey: key,
      kind: 'check' as const,
      scheduledAt: MONDAY,
      startedAt: MONDAY,
      status: 'down' as const,
      responseTimeMs: 1,
      statusCode: null,
      errorType: 'timeout' as const,
      errorMessage: 'no answer',
      timings: NO_TIMINGS,
      remoteAddress: null,
    }
    await recordResults(desk.context, 'eu-1', [failing])
    const counters = async (region: string) =>
      (await pullAssignments(desk.context, { regionCode: region, probeId: null }, { since: 0 })).changed[0]?.counters
    assert.deepEqual(await counters('eu-1'), { opinion: 'unknown', failures: 1, passes: 0, slow: 0 })
    assert.deepEqual(await counters('us-1'), NO_COUNTERS)
    await pauseMonitor(desk.context, desk.scope, id)
    await resumeMonitor(desk.context, desk.scope, id)
    assert.deepEqual(await counters('eu-1'), NO_COUNTERS, 'counters start again after a resume')
  })

  test(`${dialect}: an assignment states when its region last checked the monitor with a result that counts`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { key, id } = await createMonitor(desk.context, desk.scope, createMonitorDraft({ failureThreshold: 2 }))
    const checkedAt = async () =>
      (await pullAssignments(desk.context, { regionCode: 'local', probeId: null }, { since: 0 })).changed[0]?.checkedAt
    const record = async (status: CheckStatus, at: number) => {
      await recordResults(desk.context, 'local', [makeResult(key, { scheduledAt: at, startedAt: at, status })])
      return checkedAt()
    }
    assert.equal(await checkedAt(), undefined, 'it was never checked')
    assert.equal(await record('up', MONDAY), MONDAY + 12)
    assert.equal(await record('inconclusive', MONDAY + 1_000), MONDAY + 12)
    assert.equal(await record('down', MONDAY + 2_000), MONDAY + 2_012)
    assert.equal(await record('inconclusive', MONDAY + 3_000), MONDAY + 12, 'the failure is withdrawn')
    await record('down', MONDAY + 4_000)
    assert.equal(await record('down', MONDAY + 5_000), MONDAY + 5_012)
    await pauseMonitor(desk.context, desk.scope, id)
    await resumeMonitor(desk.context, desk.scope, id)
    assert.equal(await checkedAt(), undefined, 'its counters begin again')
  })

  test(`${dialect}: a probe receives monitors added, changed, paused, resumed and deleted since its last pull`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { context, scope } = desk
    const pull = probeOf(desk)
    assert.deepEqual(await pull(), [[], []])
    const { id, key } = await createMonitor(context, scope, createMonitorDraft())
    const other = await createMonitor(context, scope, createMonitorDraft())
    assert.deepEqual(await pull(), [[key, other.key], []])
    assert.deepEqual(await pull(), [[], []])
    await updateMonitor(context, scope, id, () => ({ timeoutMs: 2_000 }))
    assert.deepEqual(await pull(), [[key], []])
    await updateMonitor(context, scope, id, () => ({ name: 'nothing to a probe' }))
    assert.deepEqual(await pull(), [[], []])
    await pauseMonitor(context, scope, id)
    assert.deepEqual(await pull(), [[], [key]])
    await resumeMonitor(context, scope, id)
    assert.deepEqual(await pull(), [[key], []])
    await updateMonitor(context, scope, id, () => ({ status: 'disabled' }))
    await removeMonitor(context, scope, other.id)
    assert.deepEqual(await pull(), [[], [key, other.key]])
    assert.deepEqual(
      keysOf(await pullAssignments(context, { regionCode: 'local', probeId: null }, { since: 0 })),
      [],
      'from the beginning there is nothing',
    )
  })

  test(`${dialect}: pinned monitors go to their regions, other monitors to the default region`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { context, scope } = desk
    const [local, eu, us] = [probeOf(desk), probeOf(desk, 'eu-1'), probeOf(desk, 'us-1')]
    const { key: automatic } = await createMonitor(context, scope, createMonitorDraft())
    const { key: pinned, id } = await createMonitor(context, scope, createMonitorDraft({ regions: ['eu-1', 'us-1'] }))
    assert.deepEqual(await local(), [[automatic], []])
    assert.deepEqual(await eu(), [[pinned], []])
    assert.deepEqual(await us(), [[pinned], []])
    await updateMonitor(context, scope, id, () => ({ regions: ['us-1'] }))
    assert.deepEqual(await eu(), [[], [pinned]])
    assert.deepEqual(await us(), [[pinned], []])
    await updateMonitor(context, scope, id, () => ({ regions: [] }))
    assert.deepEqual(await us(), [[], [pinned]])
    assert.deepEqual((await local())[0], [pinned])
  })

  test(`${dialect}: a region whose code is part of another code gets no assignments of the other region`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    await createMonitor(desk.context, desk.scope, createMonitorDraft({ regions: ['eu-1'] }))
    await insertRows(
      desk.context.store.db,
      'regions',
      ['eu', 'u-1'].map((code) => ({ code, name: code, is_default: 0 as const, created_at: 0 })),
    )
    for (const code of ['eu', 'u-1'])
      assert.deepEqual(
        keysOf(await pullAssignments(desk.context, { regionCode: code, probeId: null }, { since: 0 })),
        [],
      )
    await assert.rejects(
      pullAssignments(desk.context, { regionCode: 'mars', probeId: null }, { since: 0 }),
      /no region "mars"/,
    )
  })

  test(`${dialect}: assignments that exceed one answer arrive in several, without duplicates or gaps`, async (t) => {
    const { context } = await createMonitorFixture(t, dialect)
    const keys: number[] = []
    for (let revision = 1; revision <= 7; revision++)
      keys.push(...(await insertMonitors(context.store, 1, { prefix: `r${revision}`, revision })))
    await setRevision(context.store.db, 9)
    const seen: number[] = []
    const revisions: number[] = []
    for (let since = 0, more = true; more; ) {
      const answer = await pullAssignments(context, { regionCode: 'local', probeId: null, pageSize: 3 }, { since })
      seen.push(...keysOf(answer))
      revisions.push(answer.revision)
      since = answer.revision
      more = answer.more ?? false
    }
    assert.deepEqual([seen, revisions], [keys, [3, 6, 9]])
  })

  test(`${dialect}: monitors with large settings arrive a few at a time, in a list and as changes`, async (t) => {
    const { context } = await createMonitorFixture(t, dialect)
    const settings = JSON.stringify({ method: 'POST', body: 'x'.repeat(3 * 1024 * 1024) })
    const keys: number[] = []
    for (let revision = 1; revision <= 5; revision++)
      keys.push(...(await insertMonitors(context.store, 1, { prefix: `r${revision}`, revision, settings })))
    await setRevision(context.store.db, 5)
    for (const listUntil of [5, undefined]) {
      const seen: number[][] = []
      let request: AssignmentsRequest = { since: 0, ...(listUntil !== undefined && { listUntil }) }
      for (let more = true; more; ) {
        const answer = await pullAssignments(context, { regionCode: 'local', probeId: null }, request)
        seen.push(keysOf(answer))
        request = { ...request, since: answer.revision }
        more = answer.more ?? false
      }
      assert.deepEqual(seen, [keys.slice(0, 2), keys.slice(2, 4), keys.slice(4)])
    }
  })

  test(`${dialect}: monitors that share a revision are always in one answer`, async (t) => {
    const { context } = await createMonitorFixture(t, dialect)
    const keys = [
      ...(await insertMonitors(context.store, 5, { prefix: 'one', revision: 1 })),
      ...(await insertMonitors(context.store, 1, { prefix: 'two', revision: 2 })),
    ]
    await setRevision(context.store.db, 2)
    const first = await pullAssignments(context, { regionCode: 'local', probeId: null, pageSize: 2 }, { since: 0 })
    assert.deepEqual([keysOf(first), first.revision, first.more], [keys.slice(0, 5), 1, true])
    assert.deepEqual(
      keysOf(await pullAssignments(context, { regionCode: 'local', probeId: null, pageSize: 2 }, { since: 1 })),
      keys.slice(5),
    )
  })

  test(`${dialect}: a probe with a revision newer than the database gets the revision of the database`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    await createMonitor(desk.context, desk.scope, createMonitorDraft())
    const answer = await pullAssignments(desk.context, { regionCode: 'local', probeId: null }, { since: 1_000 })
    assert.deepEqual(answer, { revision: 1, changed: [], removed: [], more: false })
  })
}
