import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { MINUTE_MS, SECOND_MS } from '../../src/core/platform/time/time.ts'
import type { Assignment, CheckResult } from '../../src/core/probes/protocol.ts'
import { startHoldWatch } from '../../src/engine/hold-watch.ts'
import { endDueSilences, silenceMonitors } from '../../src/services/incidents/silences.ts'
import { snoozeIncident } from '../../src/services/incidents/snoozes.ts'
import { checkDependency } from '../../src/services/monitors/check-now.ts'
import { type Cleanup, DIALECTS } from '../support/database/stores.ts'
import { insertRows, readRows } from '../support/database/tables.ts'
import { createDependencySite, createResult, type DependencySite, SCOPE } from '../support/factories/dependency-site.ts'
import { toActiveRegion } from '../support/factories/monitors.ts'
import { waitUntil } from '../support/time/until.ts'

type Pair = DependencySite<'router' | 'shop'>

const log = { error: ({ err }: { err?: unknown }) => assert.fail(String(err)) }

/**
 * Starts a server whose probe reports this status.
 *
 * @param asked monitors that it checked, in order
 */
function serve(t: Cleanup, { context }: Pair, finds: () => 'up' | 'down', asked: number[]) {
  const run = async ({ monitorKey }: Assignment): Promise<CheckResult> => {
    asked.push(monitorKey)
    return createResult(monitorKey, finds(), context.now())
  }
  const checking = {
    ...context,
    egress: createEgressPolicy({ mode: 'any' }),
    activeRegions: () => [toActiveRegion('local')],
  }
  const watch = startHoldWatch({ context, check: (key) => checkDependency(checking, run, key), log })
  t.after(() => watch.stop())
  return watch
}

async function createUndecidedAlert(t: Cleanup, dialect: (typeof DIALECTS)[number]): Promise<Pair> {
  const site = await createDependencySite(t, dialect, 'router', 'shop')
  await site.addDependency('shop', 'router')
  await site.check({ router: 'up', shop: 'up' })
  site.advance(30 * SECOND_MS)
  await site.check({ shop: 'down' })
  site.advance(10)
  return site
}

for (const dialect of DIALECTS) {
  test(`${dialect}: an undecided alert is sent when the immediate check of its dependency reports up`, async (t) => {
    const site = await createUndecidedAlert(t, dialect)
    const asked: number[] = []
    const watch = serve(t, site, () => 'up', asked)
    await waitUntil(async () => (await site.listNotifications()).length === 1)
    await watch.stop()
    assert.deepEqual(
      [await site.listNotifications(), asked, await site.listSuppressions()],
      [['opened shop'], [site.keys.router], []],
    )
  })

  test(`${dialect}: an undecided alert is suppressed when its dependency is down, until the watch releases it`, async (t) => {
    const site = await createUndecidedAlert(t, dialect)
    const asked: number[] = []
    const watch = serve(t, site, () => 'down', asked)
    await waitUntil(async () => (await site.listSuppressions())[0] === 'shop down router')
    assert.deepEqual([await site.listNotifications(), asked], [['opened router'], [site.keys.router]])
    // A review between the two checks would wait some seconds for the next one, and the clock is fixed
    await watch.stop()
    site.advance(SECOND_MS)
    await site.check({ router: 'up' })
    site.advance(SECOND_MS)
    await site.check({ shop: 'down' })
    const next = serve(t, site, () => 'up', asked)
    await waitUntil(async () => (await site.listNotifications()).length === 3)
    await next.stop()
    assert.equal((await site.listNotifications()).at(-1), 'opened shop')
  })

  test(`${dialect}: two servers without a probe send a released alert once`, async (t) => {
    const site = await createUndecidedAlert(t, dialect)
    const watches = [1, 2].map(() => startHoldWatch({ context: site.context, check: null, log }))
    t.after(() => Promise.all(watches.map((watch) => watch.stop())))
    await site.check({ router: 'up' })
    site.advance(5 * SECOND_MS)
    for (const watch of watches) watch.wake()
    await waitUntil(async () => (await site.listSuppressions()).length === 0)
    await Promise.all(watches.map((watch) => watch.stop()))
    assert.deepEqual(await site.listNotifications(), ['opened shop'])
  })

  test(`${dialect}: two servers end a silence once, and send each held alert once`, async (t) => {
    const site = await createDependencySite(t, dialect, 'shop', 'cam')
    const until = site.context.now() + MINUTE_MS
    await silenceMonitors(site.context, SCOPE, ['alice-shop-0', 'alice-cam-0'], { until, note: null })
    await site.check({ shop: 'down', cam: 'down' })
    const watches = [1, 2].map(() => startHoldWatch({ context: site.context, check: null, log }))
    t.after(() => Promise.all(watches.map((watch) => watch.stop())))
    site.advance(MINUTE_MS)
    for (const watch of watches) watch.wake()
    await waitUntil(async () => (await site.listNotifications()).length === 2)
    await Promise.all(watches.map((watch) => watch.stop()))
    assert.deepEqual((await site.listNotifications()).sort(), ['opened cam', 'opened shop'])
    for (const name of ['shop', 'cam'] as const) {
      const entries = await site.listIncidentUpdates(name)
      assert.equal(entries.filter((entry) => entry === 'Silence ended').length, 1)
    }
    assert.ok(site.context.woken.includes('deliveries'))
  })

  test(`${dialect}: the end of a snooze sends a reminder once with two servers`, async (t) => {
    const site = await createDependencySite(t, dialect, 'shop')
    await site.check({ shop: 'down' })
    const { id } = await site.getIncident('shop')
    await snoozeIncident(site.context, SCOPE, id, site.context.now() + MINUTE_MS)
    const watches = [1, 2].map(() => startHoldWatch({ context: site.context, check: null, log }))
    t.after(() => Promise.all(watches.map((watch) => watch.stop())))
    site.advance(MINUTE_MS)
    for (const watch of watches) watch.wake()
    await waitUntil(async () => (await site.listNotifications()).length === 2)
    await Promise.all(watches.map((watch) => watch.stop()))
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'reminder shop'])
  })

  test(`${dialect}: after an interruption only dependencies are reviewed until queued results have arrived`, async (t) => {
    const site = await createUndecidedAlert(t, dialect)
    const { context } = site
    const readSilences = () => readRows(context.store.db, 'silences')
    const until = context.now() + 2 * MINUTE_MS
    await site.check({ router: 'up' })
    await silenceMonitors(context, SCOPE, ['alice-router-0'], { until, note: null })
    site.advance(3 * MINUTE_MS)
    const continuity = { getInterruptedAt: context.now, unsettledMs: () => 20 * SECOND_MS }
    const watch = startHoldWatch({ context, check: null, continuity, log })
    await waitUntil(async () => (await site.listSuppressions()).length === 0)
    await watch.stop()
    assert.deepEqual([await site.listNotifications(), (await readSilences()).length], [['opened shop'], 1])
    const settled = startHoldWatch({ context, check: null, log })
    await waitUntil(async () => (await readSilences()).length === 0)
    await settled.stop()
  })

  test(`${dialect}: a review that always fails delays no other`, async (t) => {
    const site = await createDependencySite(t, dialect, 'shop', 'cam')
    const { context, keys } = site
    const until = context.now() + MINUTE_MS
    await silenceMonitors(context, SCOPE, ['alice-shop-0'], { until, note: null })
    await site.check({ shop: 'down', cam: 'up' })
    const flap = { monitor_key: keys.cam, since: 0, stable_at: until, interval_ms: MINUTE_MS }
    await insertRows(context.store.db, 'flaps', flap)
    site.advance(MINUTE_MS)
    await endDueSilences(context, 1)
    const newId = () => {
      throw new Error('no ids')
    }
    const failures: unknown[] = []
    const failureLog = { error: ({ err }: { err?: unknown }) => failures.push(err) }
    const watch = startHoldWatch({ context: { ...context, newId }, check: null, log: failureLog })
    await waitUntil(async () => failures.length > 0 && (await readRows(context.store.db, 'flaps')).length === 0)
    await watch.stop()
    assert.match(String(failures[0]), /no ids/)
    assert.deepEqual(await site.listNotifications(), [])
  })
}
