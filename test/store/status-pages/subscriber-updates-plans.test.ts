// @slow: fills a database to explain its queries
/** Query plans of the subscriber outbox: an index answers every query, at any number of subscribers and pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CompiledQuery, sql } from 'kysely'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import type { Store, Tx } from '../../../src/store/platform/store.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { createSubscriberFixture } from '../../support/factories/subscribers.ts'

const TABLES =
  'status_subscribers|subscriber_updates|subscriber_emails|notified_incidents|status_page_components|status_pages'

/** Whether a step scans one of our tables. `k` is the bulk table, and walking an index in its order is not a scan. */
const isScan = (dialect: string, step: string): boolean =>
  dialect === 'sqlite'
    ? /^SCAN (?!k\b|CONSTANT)(?!.* USING .*INDEX)/.test(step)
    : new RegExp(`Seq Scan on (${TABLES})`).test(step)

for (const dialect of DIALECTS)
  test(`${dialect}: every query from the status change to the email walks an index`, async (t) => {
    const room = await createSubscriberFixture(t, dialect)
    await room.subscribe('ann@example.test')
    const { store } = room.context
    const asked = listen(store)
    await room.setCondition(room.shop, 'down', 'up')
    room.clock.advance(MINUTE_MS)
    await room.deliverDue()
    const ours = asked.filter(
      ({ sql: text }) => /^(select|delete|update|with)/.test(text) && new RegExp(TABLES).test(text),
    )
    const seen = new Map(ours.map((query) => [query.sql, query]))
    assert.ok(seen.size > 15, `${seen.size} statements`)
    for (const query of seen.values()) {
      const plan = await explain(store, query)
      assert.deepEqual(
        plan.filter((step) => isScan(dialect, step)),
        [],
        `${query.sql}\n${plan.join('\n')}`,
      )
    }
  })
/** Collects every statement that reaches the database from now on. */
function listen(store: Store): CompiledQuery[] {
  const asked: CompiledQuery[] = []
  const { transact } = store
  store.transact = (work) =>
    transact((tx: Tx) => {
      const executor = tx.getExecutor()
      const execute = executor.executeQuery.bind(executor)
      executor.executeQuery = (query) => {
        asked.push(query as CompiledQuery)
        return execute(query)
      }
      return work(tx)
    })
  return asked
}

async function explain(store: Store, query: CompiledQuery): Promise<string[]> {
  const [first] = query.parameters as [{ rows?: unknown[][] } | undefined]
  const parameters = first?.rows ? first.rows[0]! : query.parameters
  return store.transact(async (tx) => {
    if (store.dialect === 'postgres') await sql`set local enable_seqscan = off`.execute(tx)
    const prefix = store.dialect === 'sqlite' ? 'explain query plan' : 'explain'
    const { rows } = await tx.executeQuery<Record<string, string>>({
      ...query,
      sql: `${prefix} ${query.sql}`,
      parameters,
    })
    return rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? '')
  })
}
