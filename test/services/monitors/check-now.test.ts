import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { checkNow } from '../../../src/services/monitors/check-now.ts'
import type { MonitorContext } from '../../../src/services/monitors/monitor-context.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { LOCAL_REGION } from '../../support/api/app.ts'
import { needsPostgres } from '../../support/database/stores.ts'
import { createAliceScope, createDownResult, createMonitorDraft } from '../../support/factories/monitors.ts'
import { createPeople } from '../../support/factories/people.ts'
import { pollUntilSettled, TestProbe } from '../../support/factories/probes.ts'
import { startServers } from '../../support/targets/servers.ts'
import { MONDAY } from '../../support/time/clock.ts'
import { waitUntil } from '../../support/time/until.ts'

/** Opens two servers with a probe each that share one region, and a monitor that is assigned to the second probe. */
async function openRegion(t: TestContext) {
  const { apps, clock } = await startServers(t)
  const [here, there] = apps
  const { alice } = await createPeople(here.context, here.tokens)
  const context: MonitorContext = {
    ...here.context,
    egress: createEgressPolicy({ mode: 'any' }),
    activeRegions: () => [LOCAL_REGION],
  }
  const probes = [new TestProbe(here.context), new TestProbe(there.context)] as const
  for (const probe of probes) await probe.register()
  const [, holder] = probes
  const scope = createAliceScope()
  const owned = { projectId: alice.projectId, actor: { ...scope.actor, ...alice } }
  let monitor = await createMonitor(context, owned, createMonitorDraft())
  for (;;) {
    await pollUntilSettled(probes)
    if (holder.held.has(monitor.key)) break
    monitor = await createMonitor(context, owned, createMonitorDraft())
  }
  there.context.woken.length = 0
  return { context, there, clock, holder, monitor }
}

test(
  'a failure found by an on-demand check at one server reaches the assigned probe at the other server',
  needsPostgres,
  async (t) => {
    const { context, there, clock, holder, monitor } = await openRegion(t)
    clock.set(MONDAY + 60_000)
    const failure = createDownResult(monitor.key, clock.now())
    await checkNow(context, async () => failure, monitor)
    await waitUntil(() => there.context.woken.includes('assignments elsewhere'), 'the wake-up')
    const { changed } = await holder.poll()
    assert.deepEqual(
      changed.map(({ monitorKey, counters, checkedAt }) => [monitorKey, counters.failures, checkedAt]),
      [[monitor.key, 1, clock.now() + 1]],
    )
  },
)

test('an on-demand check that passes without doubt wakes no probe', needsPostgres, async (t) => {
  const { context, clock, holder, monitor } = await openRegion(t)
  const pass: CheckResult = {
    ...createDownResult(monitor.key, clock.now()),
    status: 'up',
    errorType: null,
    errorMessage: null,
  }
  await checkNow(context, async () => pass, monitor)
  assert.deepEqual((await holder.poll()).changed, [])
})
