import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bulk, getDialect } from '../../../src/store/platform/queries/bulk.ts'
import type { Store } from '../../../src/store/platform/store.ts'
import { DIALECTS, needsPostgres, openTestStore } from '../../support/database/stores.ts'

/** A separate table, because the tested statements work on any table. */
async function openWithFruit(
  t: Parameters<typeof openTestStore>[0],
  dialect: (typeof DIALECTS)[number],
): Promise<Store> {
  const store = await openTestStore(t, dialect)
  const blob = sql.raw(store.traits.blob)
  await sql`create table fruit (name text primary key, weight bigint, peel ${blob})`.execute(store.db)
  return store
}

const insertFruit = bulk<{ name: string }>(
  { name: 'text', weight: 'int8', peel: 'bytea' },
  'insert into fruit (name, weight, peel) select name, weight, peel from k where true on conflict (name) do nothing returning name',
)
const weigh = bulk(
  { name: 'text', weight: 'int8' },
  'update fruit set weight = k.weight from k where fruit.name = k.name',
)
const find = bulk<{ name: string; weight: number | null; peel: Uint8Array | null }>(
  { wanted: 'text' },
  'select name, weight, peel from k join fruit on fruit.name = k.wanted',
)

for (const dialect of DIALECTS) {
  test(`${dialect}: one statement writes many rows, including nulls and bytes`, async (t) => {
    const store = await openWithFruit(t, dialect)
    const peel = Buffer.from([0, 1, 255])
    const rows = [
      ['apple', 2 ** 40, peel],
      ['pear', null, null],
    ]
    const inserted = await store.transact((tx) => insertFruit(tx, rows))
    assert.deepEqual(inserted.rows.map((row) => row.name).sort(), ['apple', 'pear'])
    const found = await find(store.db, [['apple'], ['pear'], ['quince']])
    const plain = found.rows.map((row) => [row.name, row.weight, row.peel && [...row.peel]])
    assert.deepEqual(plain.sort(), [
      ['apple', 2 ** 40, [0, 1, 255]],
      ['pear', null, null],
    ])
  })

  test(`${dialect}: a statement writes the limits of each type and text of any alphabet`, async (t) => {
    const store = await openTestStore(t, dialect)
    const limits: readonly unknown[][] = [
      [-(2 ** 53) + 1, -(2 ** 31), -(2 ** 15), 'Grüße, "{NULL}" \\ 🍏', ''],
      [2 ** 53 - 1, 2 ** 31 - 1, 2 ** 15 - 1, 'NULL', null],
      [-1, -1, -1, '', '\n'],
    ]
    const echo = bulk<{ a: number; b: number; c: number; d: string; e: string | null }>(
      { a: 'int8', b: 'int4', c: 'int2', d: 'text', e: 'text' },
      'select a, b, c, d, e from k',
    )
    const { rows } = await echo(store.db, limits)
    assert.deepEqual(
      rows.map(({ a, b, c, d, e }) => [a, b, c, d, e]),
      limits,
    )
  })

  test(`${dialect}: a bulk select outside a transaction does not wait and reads committed data`, async (t) => {
    const store = await openWithFruit(t, dialect)
    await store.transact((tx) => insertFruit(tx, [['apple', 1, null]]))
    await store.transact(async (tx) => {
      await weigh(tx, [['apple', 9]])
      assert.equal((await find(store.db, [['apple']])).rows[0]?.weight, 1)
      assert.equal((await find(tx, [['apple']])).rows[0]?.weight, 9)
    })
    assert.equal((await find(store.db, [['apple']])).rows[0]?.weight, 9)
  })

  test(`${dialect}: a statement reports the number of written rows and returns only new rows`, async (t) => {
    const store = await openWithFruit(t, dialect)
    await store.transact((tx) => insertFruit(tx, [['apple', 1, null]]))
    const again = await store.transact((tx) =>
      insertFruit(tx, [
        ['apple', 5, null],
        ['plum', 5, null],
      ]),
    )
    assert.deepEqual(
      again.rows.map((row) => row.name),
      ['plum'],
    )
    const { written } = await store.transact((tx) =>
      weigh(tx, [
        ['apple', 9],
        ['plum', 9],
        ['quince', 9],
      ]),
    )
    assert.equal(written, 2)
  })

  test(`${dialect}: an empty list of rows runs no statement`, async (t) => {
    const store = await openWithFruit(t, dialect)
    assert.deepEqual(await weigh(store.db, []), { rows: [], written: 0 })
  })

  test(`${dialect}: a transaction has the dialect of its database`, async (t) => {
    const store = await openTestStore(t, dialect)
    assert.equal(getDialect(store.db), dialect)
    assert.equal(await store.transact(async (tx) => getDialect(tx)), dialect)
  })

  test(`${dialect}: a failure of one row rolls back all rows`, async (t) => {
    const store = await openWithFruit(t, dialect)
    const strict = bulk({ name: 'text' }, 'insert into fruit (name) select name from k')
    await assert.rejects(
      store.transact((tx) => strict(tx, [['fig'], ['fig']])),
      store.traits.isUniqueViolation,
    )
    assert.deepEqual((await find(store.db, [['fig']])).rows, [])
  })
}

for (const [type, value] of [
  ['int2', 2 ** 15],
  ['int4', -(2 ** 31) - 1],
  ['int8', 1.5],
  ['int8', 'seven'],
] as const)
  test(`postgres: a bulk statement refuses ${value} for ${type} as unstorable`, needsPostgres, async (t) => {
    const store = await openTestStore(t, 'postgres')
    const echo = bulk({ value: type }, 'select value from k')
    await assert.rejects(echo(store.db, [[value]]), store.traits.isUnstorable)
  })

test('a large statement in SQLite writes all rows', async (t) => {
  const store = await openWithFruit(t, 'sqlite')
  const rows = Array.from({ length: 250 }, (_, n) => [`apple ${n}`, n, null])
  await store.transact(async (tx) => {
    const { rows: inserted } = await insertFruit(tx, rows)
    assert.equal(inserted.length, rows.length)
    assert.equal(new Set(inserted.map(({ name }) => name)).size, rows.length)
  })
  const weights = rows.map(([name]) => [name, 1])
  assert.equal((await store.transact((tx) => weigh(tx, weights))).written, rows.length)
})
