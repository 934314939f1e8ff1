/** Several servers on one PostgreSQL, each with its own store and API, connected as in a real cluster. */
import { joinCluster } from '../../../src/bin/cluster.ts'
import { openStore } from '../../../src/store/platform/store.ts'
import { saveRegion } from '../../../src/store/probes/regions.ts'
import { serveApp, type TestApp } from '../api/app.ts'
import { type Cleanup, createMigratedDatabaseUrl, LONG_TIMEOUTS } from '../database/stores.ts'
import { createTestContext, type TestContext } from '../factories/context.ts'
import { createTestClock, MONDAY, type TestClock } from '../time/clock.ts'
import { waitUntil } from '../time/until.ts'

export interface Servers {
  apps: [TestApp, TestApp]
  clock: TestClock
}

export async function startServers(t: Cleanup): Promise<Servers> {
  const ends: (() => Promise<unknown>)[] = []
  t.after(async () => {
    for (const end of ends.reverse()) await end()
  })
  const url = await createMigratedDatabaseUrl(t)
  const clock = createTestClock(MONDAY)
  const join = async (): Promise<TestApp> => {
    const store = openStore({ url, ...LONG_TIMEOUTS })
    ends.push(() => store.close())
    const context: TestContext = {
      ...createTestContext(store, MONDAY),
      now: clock.now,
      elapsed: clock.now,
      setTime: clock.set,
    }
    const connected = Promise.withResolvers<void>()
    const log = { info: () => connected.resolve(), warn: () => {} }
    const config = { databaseUrl: url, databaseListenUrl: null }
    const others = joinCluster(context, config, (what) => context.woken.push(`${what} elsewhere`), log)
    ends.push(() => others.close())
    const app = await serveApp({ after: (end) => ends.push(async () => end()) }, context, clock, {}, {})
    await connected.promise
    return { ...app, context: { ...context, wake: others.wake } }
  }
  const apps: [TestApp, TestApp] = [await join(), await join()]
  await apps[0].context.store.transact((tx) => saveRegion(tx, { code: 'local', name: 'Here', isDefault: true }, 0))
  await connectServers(apps)
  return { apps, clock }
}

/** Waits until messages of each server reach the other. */
async function connectServers(apps: readonly TestApp[]): Promise<void> {
  for (const [index, { context }] of apps.entries()) {
    const { woken } = apps[1 - index]!.context
    await waitUntil(() => {
      context.wake('deliveries')
      return woken.includes('deliveries elsewhere')
    }, 'a message to the other server')
  }
  for (const { context } of apps) context.woken.length = 0
}
