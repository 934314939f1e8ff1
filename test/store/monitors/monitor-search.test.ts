import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from '../../../src/store/migrations/migrate.ts'
import {
  findCandidates,
  listMonitors,
  MONITOR_SORTS,
  type MonitorFilter,
} from '../../../src/store/monitors/monitor-list.ts'
import { incrementRevision } from '../../../src/store/monitors/monitors.ts'
import { toFoldedCase } from '../../../src/store/platform/queries/fold-case.ts'
import { openStore, type Reader, type Store, type StoreLocation, type Tx } from '../../../src/store/platform/store.ts'
import { createEmptyLocation, restoreBackup, takeBackup } from '../../support/database/backups.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { type Cleanup, createTestFilePath, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { createSeededRandom } from '../../support/factories/random.ts'

/** More monitors than a project that is read without the index. */
const MONITORS = 240

/** Few, so that texts share trigrams. Some are wildcards, quotes, longer than a UTF-16 unit, or change their length. */
const ALPHABET = [
  'a',
  'A',
  'b',
  'ü',
  'Ü',
  'u\u0308',
  'İ',
  'ß',
  '日',
  '😀',
  '%',
  '_',
  '~',
  '"',
  "'",
  '\\',
  '*',
  ' ',
  '-',
  '1',
]

function createWords(seed: number): { word(longest: number): string; below(count: number): number } {
  const random = createSeededRandom(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const word = (longest: number): string =>
    Array.from({ length: 1 + below(longest) }, () => ALPHABET[below(ALPHABET.length)]).join('')
  return { word, below }
}

const setTexts = async (tx: Tx, key: number, name: string, target: string): Promise<void> => {
  const folded = { name_folded: toFoldedCase(name), target_folded: toFoldedCase(target) }
  await tx
    .updateTable('monitors')
    .set({ name, target, ...folded })
    .where('key', '=', key)
    .execute()
}

/** Compares every monitor of the project with the text. */
async function searchAll(db: Reader, projectId: string, search: string): Promise<number[]> {
  const text = toFoldedCase(search)
  const rows = await db
    .selectFrom('monitors')
    .select(['key', 'name_folded', 'target_folded'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .execute()
  const matches = rows.filter((row) => row.name_folded.includes(text) || row.target_folded.includes(text))
  return matches.map(({ key }) => key).sort((a, b) => a - b)
}

/** Reads the list page by page. */
async function readPages({ db }: Store, projectId: string, filter: MonitorFilter, limit: number): Promise<number[]> {
  const keys: number[] = []
  for (let offset = 0; ; offset += limit) {
    const sort = MONITOR_SORTS[keys.length % MONITOR_SORTS.length]!
    const { monitors, total } = await listMonitors(db, projectId, filter, { sort: 'created_at', limit, offset })
    const other = await listMonitors(db, projectId, filter, { sort, limit: 1_000, offset: 0 })
    assert.equal(other.total, total)
    assert.equal(other.monitors.length, total)
    keys.push(...monitors.map(({ key }) => key))
    if (monitors.length < limit) {
      assert.equal(keys.length, total)
      return keys.sort((a, b) => a - b)
    }
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a search finds exactly the monitors whose name or target contains the text`, async (t) => {
    const store = await openTestStore(t, dialect)
    const { word, below } = createWords(7)
    for (const name of ['alice', 'bob']) await insertWorkspace(store, name)
    const keys = await insertMonitors(store, MONITORS)
    keys.push(...(await insertMonitors(store, MONITORS, { workspace: 'bob' })))
    const change = () =>
      store.transact(async (tx) => {
        await incrementRevision(tx)
        for (const key of keys) {
          const action = below(6)
          if (action < 3) await setTexts(tx, key, word(12), word(30))
          else if (action === 3)
            await tx.updateTable('monitors').set({ deleted_at: 1 }).where('key', '=', key).execute()
          else if (action === 4)
            await tx.updateTable('monitors').set({ deleted_at: null }).where('key', '=', key).execute()
          else if (below(20) === 0) await tx.deleteFrom('monitors').where('key', '=', key).execute()
        }
      })
    let found = 0
    for (let round = 0; round < 3; round++) {
      await change()
      for (let count = 0; count < 30; count++) {
        const search = word(5)
        const expected = await searchAll(store.db, 'alice', search)
        found += expected.length
        assert.deepEqual(await readPages(store, 'alice', { search }, 20 + below(60)), expected, JSON.stringify(search))
      }
    }
    assert.ok(found > 300, `${found} matches`)
  })

  test(`${dialect}: a search of a large project applies the other filters, too`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    const keys = await insertMonitors(store, MONITORS)
    const special = keys.slice(50, 54)
    await store.transact(async (tx) => {
      for (const key of special) await setTexts(tx, key, 'Shop', 'https://example.com/')
      const set = (key: number, change: object) =>
        tx.updateTable('monitors').set(change).where('key', '=', key).execute()
      await set(special[0]!, { type: 'TCP' })
      await set(special[1]!, { status: 'paused' })
      await set(special[2]!, { runtime_status: 'down' })
      await set(special[3]!, { group_id: 'web' })
      await tx.insertInto('monitor_tags').values({ monitor_key: special[0]!, tag: 'eu' }).execute()
    })
    const find = (filter: MonitorFilter) => readPages(store, 'alice', { search: 'shop', ...filter }, 3)
    assert.deepEqual(await find({}), special)
    assert.deepEqual(await find({ type: 'TCP' }), [special[0]])
    assert.deepEqual(await find({ status: 'paused' }), [special[1]])
    assert.deepEqual(await find({ runtimeStatus: 'down' }), [special[2]])
    assert.deepEqual(await find({ groupId: 'web' }), [special[3]])
    assert.deepEqual(await find({ tag: 'eu' }), [special[0]])
    assert.deepEqual(await find({ tag: 'eu', type: 'HTTP' }), [])
  })
}

function openAt(t: Cleanup, place: StoreLocation): Store {
  const store = openStore(place)
  t.after(() => store.close())
  return store
}

/** Keys of the entries that the index has for `shop`. */
const findShops = async (store: Store): Promise<number[]> =>
  JSON.parse((await findCandidates(store.db, 'alice', 'shop'))!)

test('the index of a search reads only the monitors with a rare text, and none that is deleted', async (t) => {
  const store = await openTestStore(t, 'sqlite')
  await insertWorkspace(store)
  const [first, second] = (await insertMonitors(store, MONITORS)) as [number, number]
  await store.transact((tx) => setTexts(tx, first, 'Shop', 'https://example.com/'))
  assert.deepEqual(await findShops(store), [first])
  await store.transact((tx) => setTexts(tx, second, 'plain', 'https://shop.example.com/'))
  assert.deepEqual(await findShops(store), [first, second])
  await store.db.updateTable('monitors').set({ deleted_at: 1 }).where('key', '=', first).execute()
  assert.deepEqual(await findShops(store), [second])
  await store.db.deleteFrom('monitors').where('project_id', '=', 'alice').where('key', '<=', second).execute()
  assert.deepEqual(await findShops(store), [])
  assert.equal(await findCandidates(store.db, 'alice', 'sh'), null, 'a text without a trigram')
  assert.equal(await findCandidates(store.db, 'bob', 'shop'), null, 'a small project')
})

test('a restore adds all monitors to the index of a search', async (t) => {
  const place = await createEmptyLocation(t, 'sqlite')
  const store = openAt(t, place)
  await migrate(store, 0)
  await insertWorkspace(store)
  const keys = await insertMonitors(store, MONITORS)
  await store.transact((tx) => setTexts(tx, keys[5]!, 'Shop', 'https://example.com/'))
  assert.deepEqual(await findShops(store), [keys[5]])

  const file = createTestFilePath(t, 'one.backup')
  await takeBackup(place, file, { takenAt: 0 })
  const to = await createEmptyLocation(t, 'sqlite')
  await restoreBackup(file, to, { now: 0 })
  const restored = openAt(t, to)
  assert.deepEqual(await findShops(restored), [keys[5]])
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(restored.db)
  assert.deepEqual(
    rows.map((row) => row.integrity_check),
    ['ok'],
  )
})
