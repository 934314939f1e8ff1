import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import type { FailureResponse } from '../../../src/core/results/failure-response.ts'
import { MAX_GOOD_RESPONSES } from '../../../src/core/results/good-response.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { changeMonitors } from '../../../src/services/monitors/monitor-bulk.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { removeMonitor } from '../../../src/services/monitors/monitors.ts'
import { findFailureResponse } from '../../../src/services/results/result-reads.ts'
import { findLastGood, MAX_RESPONSES } from '../../../src/store/results/failure-responses.ts'
import { listResults } from '../../../src/store/results/results.ts'
import { readRegionKey } from '../../support/database/monitor-rows.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { createFailureResponse } from '../../support/factories/failure-response.ts'
import { createMonitorDraft, createMonitorFixture } from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

const PAGE = createFailureResponse()
const OTHER = createFailureResponse({ body: 'out of order' })

async function watch(t: Cleanup, dialect: (typeof DIALECTS)[number]) {
  const { context, scope } = await createMonitorFixture(t, dialect)
  const make = () => createMonitor(context, scope, createMonitorDraft())
  const monitor = await make()
  const { db } = context.store
  const failing = (offset: number, response?: FailureResponse, over: Partial<CheckResult> = {}): CheckResult => ({
    monitorKey: monitor.key,
    kind: 'check',
    scheduledAt: MONDAY + offset,
    startedAt: MONDAY + offset + 2.5,
    status: 'down',
    responseTimeMs: 20,
    statusCode: 503,
    errorType: 'status_code',
    errorMessage: 'status 503',
    timings: NO_TIMINGS,
    remoteAddress: '192.0.2.1',
    ...(response && { response }),
    ...over,
  })
  const passing = (offset: number): CheckResult =>
    failing(offset, undefined, { status: 'up', statusCode: 200, errorType: null, errorMessage: null })
  const record = (results: CheckResult[], region = 'local') => recordResults(context, region, results)
  /** Reads the response of the result at this time in the region with this code. */
  const answerTo = async (offset: number, code = 'local') => {
    const key = await readRegionKey(db, code)
    const at = { from: MONDAY + offset, to: MONDAY + offset + 1 }
    const [result] = await listResults(db, { monitorKey: monitor.key, regionKey: key, ...at })
    const found = await findFailureResponse(db, result!)
    return found && [found.response, found.seenAt - MONDAY]
  }
  const rows = () => readRows(db, 'failure_responses', {}, ['scheduled_at'])
  return { context, scope, db, make, monitor, failing, passing, record, answerTo, rows }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a response is stored unchanged with its result`, async (t) => {
    const { record, failing, answerTo } = await watch(t, dialect)
    const odd = createFailureResponse({
      headers: [
        ['X-Odd', '"quoted" \\ \u0000 é \u{1f525}'],
        ['X-Odd', ''],
      ],
      body: null,
      redirectedTo: 'https://www.example.com',
    })
    await record([failing(0, odd)])
    assert.deepEqual(await answerTo(0), [odd, 3])
  })

  test(`${dialect}: a batch pushed again changes nothing`, async (t) => {
    const { record, failing, rows } = await watch(t, dialect)
    await record([failing(0, PAGE)])
    const before = await rows()
    await record([failing(0, PAGE), failing(MINUTE_MS)])
    assert.deepEqual(await rows(), before)
    assert.equal(before.length, 1)
  })

  test(`${dialect}: later failures of the same run show the earlier response and its time`, async (t) => {
    const { record, failing, answerTo, rows } = await watch(t, dialect)
    await record([failing(0, PAGE), ...[1, 2, 59].map((minute) => failing(minute * MINUTE_MS))])
    await record([failing(HOUR_MS, PAGE), failing(HOUR_MS + MINUTE_MS), failing(HOUR_MS + 2 * MINUTE_MS, OTHER)])
    assert.deepEqual(await answerTo(59 * MINUTE_MS), [PAGE, 3])
    assert.deepEqual(await answerTo(HOUR_MS + MINUTE_MS), [PAGE, HOUR_MS + 3])
    assert.deepEqual(await answerTo(HOUR_MS + 2 * MINUTE_MS), [OTHER, HOUR_MS + 2 * MINUTE_MS + 3])
    assert.equal((await rows()).length, 3)
  })

  test(`${dialect}: a response from before a passing check is not shown for a later failure`, async (t) => {
    const { record, failing, passing, answerTo } = await watch(t, dialect)
    await record([failing(0, PAGE), passing(MINUTE_MS), failing(2 * MINUTE_MS)])
    assert.equal(await answerTo(2 * MINUTE_MS), null)
    assert.equal(await answerTo(MINUTE_MS), null)
    assert.deepEqual(await answerTo(0), [PAGE, 3])
  })

  test(`${dialect}: a response with another status, or from hours ago, is not shown`, async (t) => {
    const { record, failing, answerTo } = await watch(t, dialect)
    const none = { statusCode: null, errorType: 'timeout' } as const
    await record([failing(0, PAGE), failing(1, undefined, { statusCode: 500 }), failing(2, undefined, none)])
    await record([failing(2 * HOUR_MS)])
    for (const offset of [1, 2, 2 * HOUR_MS]) assert.equal(await answerTo(offset), null)
  })

  test(`${dialect}: an inconclusive check does not end the run`, async (t) => {
    const { record, failing, answerTo } = await watch(t, dialect)
    const unknown = { status: 'inconclusive', statusCode: null, errorType: null } as const
    await record([failing(0, PAGE), failing(MINUTE_MS, undefined, unknown), failing(2 * MINUTE_MS)])
    assert.deepEqual(await answerTo(2 * MINUTE_MS), [PAGE, 3])
  })

  test(`${dialect}: every region has its own responses`, async (t) => {
    const { record, failing, passing, answerTo } = await watch(t, dialect)
    await record([failing(0, PAGE), failing(2 * MINUTE_MS)])
    await record([failing(0, OTHER), failing(2 * MINUTE_MS)], 'eu-1')
    await record([passing(MINUTE_MS)], 'eu-1')
    assert.deepEqual(await answerTo(2 * MINUTE_MS), [PAGE, 3])
    assert.equal(await answerTo(2 * MINUTE_MS, 'eu-1'), null)
    assert.deepEqual(await answerTo(0, 'eu-1'), [OTHER, 3])
  })

  test(`${dialect}: the newest responses of each monitor and region are kept`, async (t) => {
    const { record, failing, make, rows, monitor } = await watch(t, dialect)
    const other = await make()
    const times = Array.from({ length: MAX_RESPONSES + 5 }, (_, at) => at)
    await record([failing(0, PAGE)], 'eu-1')
    await record([failing(0, PAGE, { monitorKey: other.key })])
    for (const some of [times.slice(50), times.slice(0, 50)]) await record(some.map((at) => failing(at, PAGE)))
    const kept = await rows()
    const own = kept.filter((row) => row.monitor_key === monitor.key)
    const regions = Map.groupBy(own, (row) => row.region)
    assert.deepEqual([...regions.values()].map((some) => some.length).sort(), [1, MAX_RESPONSES])
    assert.equal(kept.length, MAX_RESPONSES + 2)
    assert.equal(own.at(-1)?.scheduled_at, MONDAY + MAX_RESPONSES + 4)
  })

  test(`${dialect}: the last seven good responses are kept beside the failed ones, and explain no failed check`, async (t) => {
    const { record, failing, passing, answerTo, rows, monitor, db } = await watch(t, dialect)
    await record([failing(0, PAGE)])
    for (let minute = 1; minute <= MAX_GOOD_RESPONSES + 2; minute++)
      await record([{ ...passing(minute * MINUTE_MS), response: createFailureResponse({ body: `good ${minute}` }) }])
    await record([failing(HOUR_MS)])
    assert.equal(await answerTo(HOUR_MS), null)
    assert.deepEqual(await answerTo(0), [PAGE, 3])
    const good = (await rows()).filter((row) => row.is_good === 1)
    assert.deepEqual([good.length, (await rows()).length], [MAX_GOOD_RESPONSES, MAX_GOOD_RESPONSES + 1])
    const key = { monitorKey: monitor.key }
    assert.equal((await findLastGood(db, key, MONDAY + 5 * MINUTE_MS))?.response.body, 'good 4')
    assert.equal(await findLastGood(db, { ...key, regionKey: 99 }, MONDAY + HOUR_MS), null)
  })

  test(`${dialect}: deleting a monitor, singly or in bulk, deletes its responses`, async (t) => {
    const { context, scope, record, failing, make, monitor, rows } = await watch(t, dialect)
    const other = await make()
    await record([failing(0, PAGE), failing(0, PAGE, { monitorKey: other.key })])
    await removeMonitor(context, scope, monitor.id)
    assert.deepEqual(
      (await rows()).map((row) => row.monitor_key),
      [other.key],
    )
    await changeMonitors(context, scope, { operation: 'delete' }, [other.id])
    await record([failing(HOUR_MS, PAGE)])
    assert.deepEqual(await rows(), [])
  })
}
