/** Cost of a change in a large group: it depends on neither the number of members nor the size of their rows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompiledQuery } from 'kysely'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { reviewDueGroups } from '../../../src/services/evaluation/group-states.ts'
import { createGroup } from '../../../src/services/monitors/groups.ts'
import { listGroupHistory } from '../../../src/store/monitors/group-history.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import type { Store, Tx } from '../../../src/store/platform/store.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { insertRows, readRows } from '../../support/database/tables.ts'
import { createDependencySite, SCOPE } from '../../support/factories/dependency-site.ts'

interface Asked {
  query: CompiledQuery
  rows: number
}

/** Collects every statement of transactions from now on, with the number of rows that it returned. */
function listen(store: Store): Asked[] {
  const asked: Asked[] = []
  const { transact } = store
  store.transact = (work) =>
    transact((tx: Tx) => {
      const executor = tx.getExecutor()
      const execute = executor.executeQuery.bind(executor)
      executor.executeQuery = async (query) => {
        const result = await execute(query)
        asked.push({ query, rows: result.rows.length })
        return result as never
      }
      return work(tx)
    })
  return asked
}

/** Creates a group in which `a` changes, in a group above it. */
async function makeLargeGroup(t: Cleanup, dialect: DialectName, members: number) {
  const site = await createDependencySite(t, dialect, 'a')
  const { context } = site
  const empty = { description: '', escalationPolicyId: null }
  const add = (name: string, parentGroupId: string | null) =>
    createGroup(context, SCOPE, { ...empty, name, parentGroupId, condition: { mode: 'any' } })
  const above = (await add('All', null)).group.id
  const { id } = (await add('Shop', above)).group
  await site.updateMonitor('a', { group_id: id })
  const { key: _, ...row } = (await readRows(context.store.db, 'monitors'))[0]!
  const rows = Array.from({ length: members - 1 }, (_, n) => ({
    ...row,
    id: `member-${n}`,
    runtime_status: 'up' as const,
  }))
  await context.store.transact(async (tx) => {
    for (let from = 0; from < rows.length; from += 500) await insertRows(tx, 'monitors', rows.slice(from, from + 500))
  })
  await site.check({ a: 'up' })
  await reviewDueGroups(context)
  site.advance(MINUTE_MS)
  return { ...site, id }
}

const describeCost = (asked: readonly Asked[]) => ({
  statements: asked.length,
  rows: asked.reduce((sum, { rows }) => sum + rows, 0),
})

for (const dialect of DIALECTS)
  test(`${dialect}: a change in a group of 5,000 reads as many rows as in a group of two`, async (t) => {
    const costs: object[] = []
    for (const members of [2, 5_000]) {
      const site = await makeLargeGroup(t, dialect, members)
      const { db } = site.context.store
      const asked = listen(site.context.store)
      await site.check({ a: 'down' })
      costs.push(describeCost(asked))
      const { entries } = await listGroupHistory(db, site.id, { limit: 1, offset: 0 })
      assert.match(entries[0]!.reason, new RegExp(`${members - 1} of ${members} members are up: a is down`))
      const ofMembers = asked.filter(({ query }) => /from "?monitors"? where "?group_id/.test(query.sql))
      assert.equal(ofMembers.length, 2, 'one count, and one list of the members that are down')
      if (dialect === 'sqlite')
        for (const { query } of ofMembers) {
          const rows = await explain(site.context.store, query)
          assert.match(rows.map(({ detail }) => detail).join('\n'), /monitors USING (COVERING )?INDEX monitors_counted/)
        }
    }
    assert.deepEqual(costs[1], costs[0])
  })

async function explain(store: Store, query: CompiledQuery): Promise<{ detail: string }[]> {
  const { rows } = await store.db.executeQuery<{ detail: string }>({
    ...query,
    sql: `explain query plan ${query.sql}`,
  })
  return rows
}
