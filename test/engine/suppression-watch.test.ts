import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { SECOND_MS } from '../../src/core/platform/time/time.ts'
import type { Assignment, CheckResult } from '../../src/core/probes/protocol.ts'
import { startSuppressionWatch } from '../../src/engine/suppression-watch.ts'
import { checkDependency } from '../../src/services/monitors/check-dependency.ts'
import { type Cleanup, DIALECTS } from '../support/database/stores.ts'
import { createDependencySite, createResult, type DependencySite } from '../support/factories/dependency-site.ts'
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
  const watch = startSuppressionWatch({ context, check: (key) => checkDependency(checking, run, key), log })
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
    const watches = [1, 2].map(() => startSuppressionWatch({ context: site.context, check: null, log }))
    t.after(() => Promise.all(watches.map((watch) => watch.stop())))
    await site.check({ router: 'up' })
    site.advance(5 * SECOND_MS)
    for (const watch of watches) watch.wake()
    await waitUntil(async () => (await site.listSuppressions()).length === 0)
    await Promise.all(watches.map((watch) => watch.stop()))
    assert.deepEqual(await site.listNotifications(), ['opened shop'])
  })
}
