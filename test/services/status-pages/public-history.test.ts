/** Feeds and months must not slow down as history grows: an index answers each of their queries. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompiledQuery } from 'kysely'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import {
  findFirstIncident,
  listPublicIncidents,
  readRecentPast,
} from '../../../src/services/status-pages/public-history.ts'
import { readPublicStatus } from '../../../src/services/status-pages/public-status.ts'
import { createSiblingSession, withSession } from '../../../src/store/platform/session.ts'
import type { Store } from '../../../src/store/platform/store.ts'
import { createPublicPage } from '../../support/api/public-page.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { MONDAY } from '../../support/time/clock.ts'

const LARGE = 'incidents|incident_updates|maintenance_windows|maintenance_monitors|maintenance_groups|groups|monitors'

/** The rows of a bulk statement do not count as a table. */
const isScan = (dialect: string, step: string): boolean =>
  dialect === 'sqlite'
    ? /^SCAN (?!k\b|listed|above|links|CONSTANT|json_each VIRTUAL)/.test(step)
    : new RegExp(`Seq Scan on (${LARGE})`).test(step)

/** A store that records its queries. */
function watched(store: Store): { store: Store; asked: CompiledQuery[] } {
  const asked: CompiledQuery[] = []
  const db = withSession(store.db.withoutPlugins(), createSiblingSession(store.db.session))
  const executor = db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  executor.executeQuery = (query) => {
    asked.push(query as CompiledQuery)
    return execute(query)
  }
  return { store: { ...store, db }, asked }
}

async function explain(store: Store, { sql, parameters }: CompiledQuery): Promise<string[]> {
  const [first] = parameters as [{ rows?: unknown[][] } | undefined]
  const bound = first?.rows ? first.rows[0]! : parameters
  return store.transact(async (tx) => {
    if (store.dialect === 'postgres') await tx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'))
    const how = store.dialect === 'sqlite' ? 'explain query plan' : 'explain'
    const { rows } = await tx.executeQuery<Record<string, string>>(CompiledQuery.raw(`${how} ${sql}`, [...bound]))
    return rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? '')
  })
}

for (const dialect of DIALECTS)
  test(`${dialect}: every query of feeds and months uses an index`, async (t) => {
    const app = await createPublicPage(t, dialect)
    await app.failAndRecover()
    await app.report({ source: 'manual', title: 'Slow', affected_monitor_ids: [app.apiId] })
    const { store } = app.context
    const page = await readPublicStatus(app.context, 'example')
    const { store: listening, asked } = watched(store)
    const context = { store: listening }

    const past = await readRecentPast(context, page!)
    assert.deepEqual(
      past.incidents.map(({ title }) => title),
      ['Slow', 'Shop is disrupted'],
    )
    assert.equal((await listPublicIncidents(context, page!, { from: MONDAY, to: MONDAY + DAY_MS })).length, 2)
    assert.equal(await findFirstIncident(context, page!), MONDAY)
    assert.ok(asked.length <= 10, `${asked.length} queries`)
    for (const query of asked) {
      const plan = await explain(store, query)
      const scans = plan.filter((step) => isScan(dialect, step))
      assert.deepEqual(scans, [], `${query.sql}\n${plan.join('\n')}`)
    }
    const begun = asked.find(({ sql }) => /started_at >= k\.from_at/.test(sql))!
    assert.match((await explain(store, begun)).join('\n'), /incidents_begun/)
  })

test('a feed lists the newest fifty incidents and every open incident', async (t) => {
  const app = await createPublicPage(t, 'sqlite')
  const title = (index: number) => `Incident ${index}`
  for (let index = 0; index < 60; index++) {
    const startedAt = new Date(MONDAY - (60 - index) * DAY_MS).toISOString()
    const { id } = await app.report({
      source: 'manual',
      title: title(index),
      check_id: app.shopId,
      started_at: startedAt,
    })
    if (index > 0) await app.send('POST', `/${id}/status`, { status: 'resolved' })
  }
  const page = await readPublicStatus(app.context, 'example')
  const { incidents } = await readRecentPast(app.context, page!)
  assert.deepEqual(
    incidents.map((incident) => incident.title),
    [...Array.from({ length: 50 }, (_, index) => title(59 - index)), title(0)],
  )
})
