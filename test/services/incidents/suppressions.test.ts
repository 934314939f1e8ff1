import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import {
  acknowledgeIncident,
  addIncidentNote,
  changeIncidentStatus,
  removeIncident,
  reportIncident,
} from '../../../src/services/incidents/incident-actions.ts'
import { changeMonitors } from '../../../src/services/monitors/monitor-bulk.ts'
import type { MonitorContext } from '../../../src/services/monitors/monitor-context.ts'
import { pauseMonitor, removeMonitor, updateMonitor } from '../../../src/services/monitors/monitors.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { createDependencySite, type DependencySite, SCOPE } from '../../support/factories/dependency-site.ts'

type Pair = DependencySite<'router' | 'shop'>

/** Creates a shop behind a router, both of which are down. */
async function makeOutage(t: Cleanup, dialect: DialectName): Promise<Pair & { shopIncident: string }> {
  const site = await createDependencySite(t, dialect, 'router', 'shop')
  await site.addDependency('shop', 'router')
  await site.check({ router: 'down', shop: 'down' })
  site.advance(MINUTE_MS)
  return { ...site, shopIncident: (await site.getIncident('shop')).id }
}

const monitorContext = ({ context }: Pair): MonitorContext => ({
  ...context,
  egress: createEgressPolicy({ mode: 'any' }),
  activeRegions: () => [],
})

const OVER = 'No alert was sent: alerts were held while the dependency "router" was down'

/** The ways in which a monitor stops being a dependency. */
const ENDS: [what: string, end: (site: Pair) => Promise<unknown>, words: RegExp][] = [
  [
    'paused',
    (site) => pauseMonitor(monitorContext(site), SCOPE, 'alice-router-0'),
    /the dependency is no longer checked/,
  ],
  [
    'paused with others',
    (site) => changeMonitors(monitorContext(site), SCOPE, { operation: 'pause', from: ['active'] }, ['alice-router-0']),
    /the dependency is no longer checked/,
  ],
  [
    'deleted',
    (site) => removeMonitor(monitorContext(site), SCOPE, 'alice-router-0'),
    /the monitor no longer depends on it/,
  ],
  [
    'depended on no longer',
    (site) => updateMonitor(monitorContext(site), SCOPE, 'alice-shop-0', () => ({ dependsOnMonitorIds: [] })),
    /the monitor no longer depends on it/,
  ],
]

for (const dialect of DIALECTS) {
  for (const [what, end, words] of ENDS)
    test(`${dialect}: a dependency that is ${what} holds no alerts from that moment`, async (t) => {
      const site = await makeOutage(t, dialect)
      await end(site)
      site.advance(10)
      assert.equal((await site.reviewSuppressions()).count, 1, 'due at once')
      assert.deepEqual(await site.listSuppressions(), ['shop clearing router'])
      site.advance(10 * SECOND_MS)
      await site.check({ shop: 'down' })
      await site.reviewSuppressions()
      assert.equal((await site.listNotifications()).at(-1), 'opened shop')
      assert.match((await site.listIncidentUpdates('shop')).at(-1)!, words)
    })

  test(`${dialect}: user actions on a suppressed incident send no alert, and resolving it ends the suppression`, async (t) => {
    const site = await makeOutage(t, dialect)
    const { context, shopIncident: id } = site
    await addIncidentNote(context, SCOPE, id, { message: 'Looking', isPublic: false })
    await changeIncidentStatus(context, SCOPE, id, { status: 'resolved', note: 'It is the router' })
    assert.deepEqual(await site.listNotifications(), ['opened router'])
    assert.deepEqual((await site.listIncidentUpdates('shop')).slice(2), ['comment_added', 'resolved', OVER])
    assert.deepEqual(await site.listSuppressions(), [])
    await changeIncidentStatus(context, SCOPE, id, { status: 'open', note: null })
    assert.deepEqual(
      await site.listNotifications(),
      ['opened router', 'reopened shop'],
      'a reopening by a user sends an alert',
    )
  })

  test(`${dialect}: an incident acknowledged while suppressed sends only the acknowledgement`, async (t) => {
    const site = await makeOutage(t, dialect)
    await acknowledgeIncident(site.context, SCOPE, site.shopIncident)
    assert.deepEqual(
      [await site.listNotifications(), await site.listSuppressions()],
      [['opened router'], ['shop down router']],
    )
    await site.check({ router: 'up' })
    site.advance(SECOND_MS)
    await site.check({ shop: 'down' })
    await site.reviewSuppressions()
    assert.deepEqual((await site.listNotifications()).slice(1), ['resolved router', 'acknowledged shop'])
    site.advance(MINUTE_MS)
    await site.check({ shop: 'up' })
    assert.equal((await site.listNotifications()).at(-1), 'resolved shop')
  })

  test(`${dialect}: deleting an incident or its monitor ends the suppression`, async (t) => {
    const first = await makeOutage(t, dialect)
    await removeIncident(first.context, SCOPE, first.shopIncident)
    assert.deepEqual(await first.listSuppressions(), [])
    const second = await makeOutage(t, dialect)
    await removeMonitor(monitorContext(second), SCOPE, 'alice-shop-0')
    assert.deepEqual([await second.listSuppressions(), await second.listNotifications()], [[], ['opened router']])
  })

  test(`${dialect}: a manual incident sends its alert at once`, async (t) => {
    const site = await makeOutage(t, dialect)
    await reportIncident(site.context, SCOPE, {
      severity: 'major',
      type: 'timeout',
      errorMessage: 'Slow',
      title: 'Shop',
      checkId: 'alice-shop-0',
      source: null,
      publicTitle: null,
      statusPageUpdate: null,
      affectedRegions: [],
      affectedMonitorIds: [],
      failureCount: 1,
      startedAt: null,
    })
    assert.deepEqual(await site.listNotifications(), ['opened router', 'opened shop'])
  })

  test(`${dialect}: an incident that opens and resolves within one batch leaves no suppression`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    await site.addDependency('shop', 'router')
    await site.check({ router: 'down' })
    site.advance(MINUTE_MS)
    await site.checkRepeatedly('shop', 'down', 'up')
    assert.deepEqual([await site.listNotifications(), await site.listSuppressions()], [['opened router'], []])
    assert.deepEqual(await site.listIncidentUpdates('shop'), ['created', 'resolved', OVER])
  })

  test(`${dialect}: a monitor that flaps behind a down dependency records both, and alerts when the suppression is over`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    await site.addDependency('shop', 'router')
    await site.check({ router: 'down' })
    site.advance(MINUTE_MS)
    await site.checkRepeatedly('shop', 'down', 'up', 'down', 'up', 'down', 'up', 'down')
    const entries = await site.listIncidentUpdates('shop')
    assert.match(entries.at(-2)!, /flapping/)
    assert.equal(entries.at(-1), 'Alerts are held: the dependency "router" is down')
    assert.deepEqual(await site.listNotifications(), ['opened router'])
    site.advance(SECOND_MS)
    await site.check({ router: 'up' })
    site.advance(SECOND_MS)
    await site.check({ shop: 'up' })
    for (let minute = 0; minute < 4; minute++) {
      site.advance(MINUTE_MS)
      await site.reviewSuppressions()
    }
    assert.deepEqual((await site.listNotifications()).slice(1), ['resolved router'], 'the monitor is up for the moment')
    await site.check({ shop: 'down' })
    await site.reviewSuppressions()
    assert.deepEqual((await site.listNotifications()).slice(2), ['opened shop'])
  })

  test(`${dialect}: a batch without dependencies costs one extra query, and a batch without changes costs none`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    const asked: string[] = []
    const executor = site.context.store.db.getExecutor()
    const count = async (found: Parameters<Pair['check']>[0]) => {
      asked.length = 0
      site.advance(MINUTE_MS)
      await site.check(found)
      return asked.filter((query) => /monitor_dependencies|incident_holds/.test(query)).length
    }
    const provide = executor.provideConnection.bind(executor)
    executor.provideConnection = (consumer) =>
      provide((connection) => {
        const execute = connection.executeQuery.bind(connection)
        const counting: typeof connection = Object.create(connection, {
          executeQuery: {
            value: (query: Parameters<typeof execute>[0]) => {
              asked.push(query.sql)
              return execute(query)
            },
          },
        })
        return consumer(counting)
      })
    assert.equal(await count({ router: 'up', shop: 'up' }), 1, 'unknown to up: looks for waiting monitors')
    assert.equal(await count({ router: 'up', shop: 'up' }), 0)
    assert.equal(await count({ router: 'down', shop: 'down' }), 2, 'and looks for their dependencies')
  })
}
