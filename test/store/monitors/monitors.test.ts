import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { listMonitors, type MonitorFilter, type MonitorSort } from '../../../src/store/monitors/monitor-list.ts'
import { saveTargets } from '../../../src/store/monitors/monitor-targets.ts'
import {
  countActive,
  findMonitor,
  findMonitorVersions,
  incrementRevision,
} from '../../../src/store/monitors/monitors.ts'
import { listTags, saveTags } from '../../../src/store/monitors/tags.ts'
import { toFoldedCase } from '../../../src/store/platform/queries/fold-case.ts'
import { createSiblingSession, withSession } from '../../../src/store/platform/session.ts'
import type { Store } from '../../../src/store/platform/store.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'

/** Monitors of the workspace `alice`, each newer than the previous one. */
async function insertNamed(store: Store, monitors: { name: string; [column: string]: unknown }[]): Promise<number[]> {
  const keys: number[] = []
  for (const [index, { name, target = 'http://127.0.0.1/', ...rest }] of monitors.entries()) {
    const alert_group = { name_folded: toFoldedCase(name), target_folded: toFoldedCase(String(target)) }
    const row = { name, target: String(target), ...alert_group, created_at: index, ...rest }
    keys.push(...(await insertMonitors(store, 1, { prefix: `m${index}`, ...row })))
  }
  return keys
}

const listPage = async (store: Store, filter: MonitorFilter, page: Parameters<typeof listMonitors>[3]) => {
  const { monitors, total } = await listMonitors(store.db, 'alice', filter, page)
  const keys = monitors.map(({ key }) => key)
  const found = await findMonitorVersions(store.db, keys)
  return { total, names: keys.map((key) => found.get(key)!.monitor.name) }
}

const names = async (store: Store, filter: MonitorFilter = {}, sort: MonitorSort = 'name'): Promise<string[]> =>
  (await listPage(store, filter, { sort, limit: 100, offset: 0 })).names

for (const dialect of DIALECTS) {
  test(`${dialect}: a search matches part of a name or target in any case and alphabet`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    await insertNamed(store, [
      { name: 'Überwachung' },
      { name: 'СЕРВЕР' },
      { name: 'Cafe\u0301' },
      { name: 'plain', target: 'https://EXAMPLE.com/Straße' },
    ])
    assert.deepEqual(await names(store, { search: 'überW' }), ['Überwachung'])
    assert.deepEqual(await names(store, { search: 'сервер' }), ['СЕРВЕР'])
    assert.deepEqual(await names(store, { search: 'CAFÉ' }), ['Cafe\u0301'])
    assert.deepEqual(await names(store, { search: 'example.COM/STRAße' }), ['plain'])
    assert.deepEqual(await names(store, { search: 'nowhere' }), [])
  })

  test(`${dialect}: percent signs, underscores and backslashes in a search match literally`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    await insertNamed(store, [{ name: '100%' }, { name: 'a_b' }, { name: 'axb' }, { name: 'c\\d' }, { name: '~e' }])
    assert.deepEqual(await names(store, { search: '%' }), ['100%'])
    assert.deepEqual(await names(store, { search: 'a_b' }), ['a_b'])
    assert.deepEqual(await names(store, { search: '\\' }), ['c\\d'])
    assert.deepEqual(await names(store, { search: '~' }), ['~e'])
  })

  test(`${dialect}: names sort case-insensitively, and every sort breaks ties in the same way`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    await insertNamed(store, [
      { name: 'beta', runtime_status: 'up' },
      { name: 'Alpha', runtime_status: 'down' },
      { name: 'a-b', runtime_status: 'up' },
      { name: 'Ärger', runtime_status: 'degraded' },
      { name: 'alpha', runtime_status: 'down' },
    ])
    assert.deepEqual(await names(store), ['a-b', 'Alpha', 'alpha', 'beta', 'Ärger'])
    assert.deepEqual(await names(store, {}, 'created_at'), ['beta', 'Alpha', 'a-b', 'Ärger', 'alpha'])
    assert.deepEqual(await names(store, {}, '-created_at'), ['alpha', 'Ärger', 'a-b', 'Alpha', 'beta'])
    assert.deepEqual(await names(store, {}, 'runtime_status'), ['Ärger', 'alpha', 'Alpha', 'a-b', 'beta'])
  })

  test(`${dialect}: filters combine, the total counts matches, and deleted monitors are left out`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    await insertWorkspace(store, 'charlie')
    const group = '0198c0de-0000-7000-8000-000000000001'
    const keys = await insertNamed(store, [
      { name: 'a', type: 'KEYWORD', status: 'paused', runtime_status: 'paused', group_id: group },
      { name: 'b', type: 'KEYWORD' },
      { name: 'c', status: 'paused', runtime_status: 'paused' },
      { name: 'gone', type: 'KEYWORD', deleted_at: 1 },
    ])
    await insertMonitors(store, 1, { workspace: 'charlie', prefix: 'other', type: 'KEYWORD' })
    await store.transact(async (tx) => {
      for (const key of keys) await saveTags(tx, [{ monitorKey: key, tags: ['prod', `only-${key}`] }])
    })
    assert.deepEqual(await names(store, { type: 'KEYWORD' }), ['a', 'b'])
    assert.deepEqual(await names(store, { status: 'paused' }), ['a', 'c'])
    assert.deepEqual(await names(store, { runtimeStatus: 'paused', type: 'HTTP' }), ['c'])
    assert.deepEqual(await names(store, { groupId: group }), ['a'])
    assert.deepEqual(await names(store, { tag: 'prod' }), ['a', 'b', 'c'])
    assert.deepEqual(await names(store, { tag: `only-${keys[1]}`, search: 'B' }), ['b'])
    const page = await listPage(store, { tag: 'prod' }, { sort: 'name', limit: 1, offset: 1 })
    assert.deepEqual(page, { total: 3, names: ['b'] })
  })

  test(`${dialect}: a monitor keeps its targets in the given order`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    const [key] = await insertMonitors(store, 1)
    assert.deepEqual((await findMonitor(store.db, 'alice', 'alice-monitor-0'))?.notificationTargetIds, [])
    await store.transact((tx) => saveTargets(tx, [{ monitorKey: key!, targetIds: ['c', 'a', 'b'] }]))
    assert.deepEqual((await findMonitor(store.db, 'alice', 'alice-monitor-0'))?.notificationTargetIds, ['c', 'a', 'b'])
    assert.equal(await findMonitor(store.db, 'charlie', 'alice-monitor-0'), null)
  })

  test(`${dialect}: a page of monitors takes the same number of queries at any length`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    const count = async (): Promise<number> => {
      await store.transact(incrementRevision) // As every insert of a monitor does
      let queries = 0
      const counting = store.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          queries++
          return result
        },
      })
      await listMonitors(
        withSession(counting, createSiblingSession(store.db.session)),
        'alice',
        {},
        { sort: 'name', limit: 100, offset: 0 },
      )
      return queries
    }
    await insertMonitors(store, 1)
    const one = await count()
    await insertMonitors(store, 20, { prefix: 'more' })
    assert.deepEqual([one, await count()], [3, 3])
  })

  test(`${dialect}: tag counts ignore deleted monitors, and tags sort case-insensitively`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    const keys = await insertNamed(store, [{ name: 'a' }, { name: 'b' }, { name: 'gone', deleted_at: 1 }])
    await store.transact(async (tx) => {
      await saveTags(tx, [{ monitorKey: keys[0]!, tags: ['web', 'API', 'api'] }])
      await saveTags(tx, [{ monitorKey: keys[1]!, tags: ['old'] }])
      await saveTags(tx, [{ monitorKey: keys[1]!, tags: ['web', 'web'] }])
      await saveTags(tx, [{ monitorKey: keys[2]!, tags: ['web', 'forgotten'] }])
    })
    assert.deepEqual(await listTags(store.db, 'alice'), [
      { name: 'API', monitorCount: 1 },
      { name: 'api', monitorCount: 1 },
      { name: 'web', monitorCount: 2 },
    ])
    assert.deepEqual(await listTags(store.db, 'charlie'), [])
  })

  test(`${dialect}: the count includes only active monitors that are not deleted`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    await insertMonitors(store, 3)
    await insertMonitors(store, 2, { prefix: 'paused', status: 'paused' })
    await insertMonitors(store, 2, { prefix: 'disabled', status: 'disabled' })
    await insertMonitors(store, 2, { prefix: 'gone', deleted_at: 1 })
    assert.equal(await countActive(store.db, 'alice'), 3)
  })

  test(`${dialect}: revisions are issued in sequence, and a rolled-back revision is issued again`, async (t) => {
    const store = await openTestStore(t, dialect)
    assert.equal(await store.transact(incrementRevision), 1)
    const broken = store.transact(async (tx) => {
      await incrementRevision(tx)
      throw new Error('changed my mind')
    })
    await assert.rejects(broken)
    const many = await Promise.all(Array.from({ length: 8 }, () => store.transact(incrementRevision)))
    assert.deepEqual(
      many.toSorted((a, b) => a - b),
      [2, 3, 4, 5, 6, 7, 8, 9],
    )
  })
}

test('every sort order of the list has an index', async (t) => {
  const store = await openTestStore(t, 'sqlite')
  for (const order of [
    'name_folded, id',
    'created_at, id',
    'created_at desc, id desc',
    'runtime_status, created_at desc, id desc',
  ]) {
    const query = `select id from monitors where deleted_at is null and project_id = 'p' order by ${order} limit 50`
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(store.db)
    const plan = rows.map((row) => row.detail).join('; ')
    assert.match(plan, /^SEARCH monitors USING (COVERING )?INDEX \w+ \(project_id=\?\)$/, `${order}: ${plan}`)
  }
})
