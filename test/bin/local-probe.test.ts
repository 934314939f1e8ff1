/** The threads of a server's probe check real targets and store their results. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Value } from 'typebox/value'
import { startLocalProbe } from '../../src/bin/local-probe.ts'
import { createLog } from '../../src/bin/log.ts'
import { startProbeWorker } from '../../src/bin/probe-worker.ts'
import { listThreads } from '../../src/core/probes/probe-threads.ts'
import { http } from '../../src/probers/http.ts'
import { createSeal } from '../../src/services/platform/sealing/seal.ts'
import { LocalProbeSession } from '../../src/services/probes/local-probe-session.ts'
import { listProbes } from '../../src/store/probes/probes.ts'
import { makeAssignment } from '../probe/make.ts'
import { setRevision } from '../support/database/monitor-rows.ts'
import { insertMonitors } from '../support/database/rows.ts'
import { createTestFolder } from '../support/database/stores.ts'
import { readRows } from '../support/database/tables.ts'
import { createMonitorFixture } from '../support/factories/monitors.ts'
import { probeId } from '../support/factories/probes.ts'
import { listen, replyWith } from '../support/targets/targets.ts'
import { waitUntil } from '../support/time/until.ts'

const MONITORS = 20
const settings = Value.Create(http.settings)

/** Starts a probe with two threads; every monitor is due each second. */
async function startThreads(t: TestContext) {
  const { context } = await createMonitorFixture(t, 'sqlite')
  context.setTime(Date.now())
  const clock = setInterval(() => context.setTime(Date.now()), 20)
  const site = await listen(t, replyWith('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
  const target = `${site.url}/`
  const monitor = { interval_seconds: 1, timeout_ms: 900, type: 'HTTP', target, settings: JSON.stringify(settings) }
  await insertMonitors(context.store, MONITORS, { ...monitor, revision: 1 })
  await setRevision(context.store.db, 1)
  const threadOptions = {
    region: 'local',
    probeId: probeId(991),
    name: 'here',
    version: '1.2.3',
    egress: { mode: 'any' as const },
    dnsServers: ['127.0.0.1:9'],
    caFile: null,
    dataDir: createTestFolder(t),
    thread: 1,
  }
  const firstWorker = startProbeWorker(threadOptions)
  const threads = listThreads(2).length
  const probe = startLocalProbe({
    firstWorker,
    threads,
    threadOptions,
    session: new LocalProbeSession(context, 'local', threads),
    seal: createSeal(new Uint8Array(32), 'test'),
    log: await createLog('silent', 'json'),
    isDatabaseAway: () => false,
  })
  t.after(async () => {
    await probe.stop()
    clearInterval(clock)
  })
  /** Waits until every monitor has a result that is due after `from`, Unix ms. */
  const waitForChecks = (from: number) =>
    waitUntil(async () => {
      const rows = await readRows(context.store.db, 'results')
      const checked = rows.filter((row) => row.scheduled_at > from).map((row) => row.monitor_key)
      return new Set(checked).size === MONITORS
    }, 'a check of every monitor')
  return { context, probe, firstWorker, waitForChecks, target }
}

test('two threads check all monitors as one probe, and one of them does so while the other restarts', async (t) => {
  const { context, probe, firstWorker, waitForChecks, target } = await startThreads(t)
  await probe.started
  await waitForChecks(0)
  const list = async () => (await listProbes(context.store.db)).map(({ id, isLive }) => [id, isLive])
  assert.deepEqual(await list(), [[probeId(991), true]])
  await firstWorker.worker.terminate()
  const orders = Array.from({ length: MONITORS }, (_, i) => makeAssignment(i + 1, { target, settings }))
  const results = await Promise.all(orders.map((order) => probe.runNow(order)))
  assert.ok(results.every(({ status }) => status === 'up'))
  await waitForChecks(Date.now())
  assert.deepEqual(await list(), [[probeId(991), true]])
  await probe.stop()
  assert.deepEqual(await list(), [[probeId(991), false]])
})
