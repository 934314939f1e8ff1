import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeEgressPolicy } from '../../src/core/platform/egress.ts'
import { SECOND_MS } from '../../src/core/platform/time/time.ts'
import type { Assignment, CheckResult } from '../../src/core/probes/protocol.ts'
import { startHoldWatch } from '../../src/engine/hold-watch.ts'
import { checkParent } from '../../src/services/monitors/parent-looks.ts'
import { type Cleanup, DIALECTS } from '../support/database/stores.ts'
import { makeSite, resultOf, type Site } from '../support/factories/dependency-site.ts'
import { activeRegion } from '../support/factories/monitors.ts'
import { until } from '../support/time/until.ts'

type Pair = Site<'router' | 'shop'>

const log = { error: ({ err }: { err?: unknown }) => assert.fail(String(err)) }

/** A server with a probe that finds this. @param asked monitors it was asked to check, in order */
function serve(t: Cleanup, { context }: Pair, finds: () => 'up' | 'down', asked: number[]) {
  const run = async ({ monitorKey }: Assignment): Promise<CheckResult> => {
    asked.push(monitorKey)
    return resultOf(monitorKey, finds(), context.now())
  }
  const checking = {
    ...context,
    egress: makeEgressPolicy({ mode: 'any' }),
    activeRegions: () => [activeRegion('local')],
  }
  const watch = startHoldWatch({ context, check: (key) => checkParent(checking, run, key), log })
  t.after(() => watch.stop())
  return watch
}

async function makeDoubt(t: Cleanup, dialect: (typeof DIALECTS)[number]): Promise<Pair> {
  const site = await makeSite(t, dialect, 'router', 'shop')
  await site.depend('shop', 'router')
  await site.check({ router: 'up', shop: 'up' })
  site.pass(30 * SECOND_MS)
  await site.check({ shop: 'down' })
  site.pass(10)
  return site
}

for (const dialect of DIALECTS) {
  test(`${dialect}: what an alert waits for is checked at once: up, and the alert goes out`, async (t) => {
    const site = await makeDoubt(t, dialect)
    const asked: number[] = []
    const watch = serve(t, site, () => 'up', asked)
    await until(async () => (await site.told()).length === 1)
    await watch.stop()
    assert.deepEqual([await site.told(), asked, await site.holds()], [['opened shop'], [site.keys.router], []])
  })

  test(`${dialect}: down, and it is held, until the watch finds that it may go`, async (t) => {
    const site = await makeDoubt(t, dialect)
    const asked: number[] = []
    const watch = serve(t, site, () => 'down', asked)
    await until(async () => (await site.holds())[0] === 'shop down router')
    assert.deepEqual([await site.told(), asked], [['opened router'], [site.keys.router]])
    // A look between the two checks would wait some seconds for the next one, and the clock stands still
    await watch.stop()
    site.pass(SECOND_MS)
    await site.check({ router: 'up' })
    site.pass(SECOND_MS)
    await site.check({ shop: 'down' })
    const next = serve(t, site, () => 'up', asked)
    await until(async () => (await site.told()).length === 3)
    await next.stop()
    assert.equal((await site.told()).at(-1), 'opened shop')
  })

  test(`${dialect}: two servers tell it once, and without a probe the next turn of the other does`, async (t) => {
    const site = await makeDoubt(t, dialect)
    const watches = [1, 2].map(() => startHoldWatch({ context: site.context, check: null, log }))
    t.after(() => Promise.all(watches.map((watch) => watch.stop())))
    await site.check({ router: 'up' })
    site.pass(5 * SECOND_MS)
    for (const watch of watches) watch.wake()
    await until(async () => (await site.holds()).length === 0)
    await Promise.all(watches.map((watch) => watch.stop()))
    assert.deepEqual(await site.told(), ['opened shop'])
  })
}
