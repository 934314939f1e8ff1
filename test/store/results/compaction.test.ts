import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { CHECK_STATUSES } from '../../../src/core/results/verdict.ts'
import { readResultPage } from '../../../src/services/results/result-reads.ts'
import { listDueResults } from '../../../src/store/evaluation/replay.ts'
import { onDamagedBlock } from '../../../src/store/platform/session.ts'
import type { Store } from '../../../src/store/platform/store.ts'
import { compactHours, listFirstRaw, listUncompacted } from '../../../src/store/results/compaction.ts'
import { loadBlocks, saveBlocks } from '../../../src/store/results/result-blocks.ts'
import { listHourCounts } from '../../../src/store/results/result-rows.ts'
import {
  findResult,
  hasPassedBetween,
  insertResults,
  listMeasuresBetween,
  listResults,
  type StoredResult,
} from '../../../src/store/results/results.ts'
import { DIALECTS, needsPostgres, openTestStore } from '../../support/database/stores.ts'
import { countRows, deleteRows, readRows, updateRows } from '../../support/database/tables.ts'
import { MONDAY } from '../../support/time/clock.ts'

const HOURS = 5
const EVERYTHING = { monitorKey: 1, from: MONDAY, to: MONDAY + HOURS * HOUR_MS }

/** Results of two regions, of all statuses. */
const RESULTS = Array.from({ length: HOURS * 60 }, (_, index): StoredResult => {
  const status = index % 11 === 0 ? CHECK_STATUSES[(index / 11) % CHECK_STATUSES.length]! : 'up'
  const isFailed = status === 'down' || status === 'inconclusive'
  return {
    monitorKey: 1,
    regionKey: 1 + (index % 2),
    kind: 'check',
    scheduledAt: MONDAY + index * MINUTE_MS + (index % 3),
    status,
    errorType: isFailed ? 'timeout' : null,
    errorMessage: isFailed ? `no answer within ${index} ms` : null,
    onGrid: index % 5 > 0,
    latenessMs: index / 10,
    responseTimeMs: isFailed ? null : 10 + index * 1.25,
    timings: { dnsMs: null, connectMs: 1.5, tlsMs: index % 4, firstByteMs: 3, downloadMs: null },
    statusCode: isFailed ? null : 200 + (index % 2),
    remoteAddress: `192.0.2.${index % 2}`,
  }
})

const insert = (store: Store, results: readonly StoredResult[]) => store.transact((tx) => insertResults(tx, results))

/** Compacts hours of both regions. */
const compact = (store: Store, from: number, to: number) =>
  store.transact((tx) =>
    compactHours(
      tx,
      [1, 2].map((regionKey) => ({ monitorKey: 1, regionKey, from, to })),
    ),
  )

/** Answers of every kind of read. */
async function readAll({ db }: Store) {
  const pages = []
  const filters = [
    {},
    { regionKey: 2 },
    { status: 'down' as const },
    { status: 'up' as const, regionKey: 1 },
    { from: MONDAY + 90 * MINUTE_MS, to: MONDAY + 130 * MINUTE_MS },
  ]
  for (const filter of filters)
    for (const offset of [0, 55, 100_000])
      pages.push(await readResultPage(db, { monitorKey: 1, ...filter }, { limit: 70, offset }, MONDAY))
  const counts = await listHourCounts(db, 1, MONDAY, EVERYTHING.to)
  return {
    pages,
    counts: counts.toSorted((a, b) => a.startsAt - b.startsAt || a.regionKey - b.regionKey),
    results: await listResults(db, EVERYTHING),
    single: await findResult(db, RESULTS[77]!),
    missing: await findResult(db, { ...RESULTS[77]!, scheduledAt: MONDAY + 5 }),
    measures: await listMeasuresBetween(db, 1, MONDAY + MINUTE_MS, MONDAY + 200 * MINUTE_MS),
    due: (await Array.fromAsync(listDueResults(db, 1, MONDAY, EVERYTHING.to))).flat(),
    passed: [
      await hasPassedBetween(db, { monitorKey: 1, regionKey: 1, from: MONDAY, to: MONDAY + HOUR_MS }),
      await hasPassedBetween(db, { monitorKey: 1, regionKey: 1, from: MONDAY, to: MONDAY + 1 }),
    ],
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: every read has the same answer from raw results, from blocks and from both`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insert(store, RESULTS)
    const expected = await readAll(store)
    assert.equal(expected.results.length, RESULTS.length)
    assert.deepEqual(expected.results, RESULTS.toReversed())
    assert.equal(expected.pages[0]!.total, RESULTS.length)
    for (const hours of [1, 3, HOURS]) {
      await compact(store, MONDAY, MONDAY + hours * HOUR_MS)
      assert.deepEqual(await readAll(store), expected, `${hours} hours in blocks`)
    }
    assert.equal(await countRows(store.db, 'results'), dialect === 'sqlite' ? 0 : RESULTS.length)
    // As if PostgreSQL had dropped the partitions
    await store.transact((tx) => deleteRows(tx, 'results'))
    assert.deepEqual(await readAll(store), expected, 'only blocks')
  })

  test(`${dialect}: a late result joins the block of its hour, and a repeated result changes nothing`, async (t) => {
    const store = await openTestStore(t, dialect)
    const late = RESULTS.filter((_, index) => index % 10 === 3)
    await insert(
      store,
      RESULTS.filter((result) => !late.includes(result)),
    )
    await compact(store, MONDAY, EVERYTHING.to)
    await store.transact((tx) => deleteRows(tx, 'results'))
    await insert(store, late)
    assert.deepEqual(await listResults(store.db, EVERYTHING), RESULTS.toReversed())
    const measured = await compact(store, MONDAY, EVERYTHING.to)
    assert.equal(
      measured.flatMap(({ results }) => results).length,
      RESULTS.length / 2,
      'the rollups need all results of the region',
    )
    await store.transact((tx) => deleteRows(tx, 'results'))
    const blocks = await readRows(store.db, 'result_blocks')
    await insert(store, RESULTS)
    await compact(store, MONDAY, EVERYTHING.to)
    await store.transact((tx) => deleteRows(tx, 'results'))
    assert.deepEqual(await readRows(store.db, 'result_blocks'), blocks)
    assert.deepEqual(await listResults(store.db, EVERYTHING), RESULTS.toReversed())
  })

  test(`${dialect}: an hour is uncompacted while a raw result is missing in its block`, async (t) => {
    const store = await openTestStore(t, dialect)
    const period = { monitorKey: 1, from: MONDAY, to: EVERYTHING.to }
    await insert(store, RESULTS.slice(0, 119))
    const [found] = await listFirstRaw(store.db, [{ monitorKey: 1, from: MONDAY + 1 }], EVERYTHING.to)
    assert.equal(found?.first, RESULTS[1]!.scheduledAt)
    await compact(store, MONDAY, MONDAY + HOUR_MS)
    const second = [1, 2].map((regionKey) => ({ monitorKey: 1, regionKey, startsAt: MONDAY + HOUR_MS }))
    const list = async () => {
      const hours = await listUncompacted(store.db, [period])
      return hours.map((hour) => ({ ...hour })).sort((a, b) => a.regionKey - b.regionKey)
    }
    assert.deepEqual(await list(), second)
    await compact(store, MONDAY, EVERYTHING.to)
    assert.deepEqual(await list(), [])
    await insert(store, RESULTS.slice(119, 120))
    assert.deepEqual(await list(), [second[1]])
  })

  test(`${dialect}: a damaged block is reported and left out, and a late result of its hour stays`, async (t) => {
    const store = await openTestStore(t, dialect)
    const damaged: unknown[] = []
    onDamagedBlock(store.db, ({ reason: _, ...block }) => damaged.push(block))
    await insert(store, RESULTS.slice(0, -1))
    await compact(store, MONDAY, EVERYTHING.to)
    await store.transact((tx) => deleteRows(tx, 'results'))
    const last = { monitor_key: 1, region: 2, starts_at: MONDAY + (HOURS - 1) * HOUR_MS }
    await store.transact((tx) => updateRows(tx, 'result_blocks', { data: new Uint8Array([255, 1, 2]) }, last))
    const isReadable = ({ regionKey, scheduledAt }: StoredResult) => regionKey !== 2 || scheduledAt < last.starts_at
    assert.deepEqual(await listResults(store.db, EVERYTHING), RESULTS.filter(isReadable).toReversed())
    assert.deepEqual(damaged, [{ monitorKey: 1, regionKey: 2, startsAt: last.starts_at }])
    const late = RESULTS.at(-1)!
    await insert(store, [late])
    await compact(store, MONDAY, EVERYTHING.to)
    assert.deepEqual(await findResult(store.db, late), late)
    assert.deepEqual((await readRows(store.db, 'result_blocks', last))[0]!.data.length, 3)
  })
}

for (const stored of [0, 20])
  test(
    `postgres: a transaction that lost the race for a block of ${stored} results runs again`,
    needsPostgres,
    async (t) => {
      const store = await openTestStore(t, 'postgres')
      const hour = { monitorKey: 1, regionKey: 1, startsAt: MONDAY }
      const range = { monitorKey: 1, regionKey: 1, from: MONDAY, to: MONDAY + HOUR_MS }
      const own = RESULTS.filter(({ regionKey }) => regionKey === 1)
      await insert(store, own.slice(0, stored))
      await compact(store, MONDAY, MONDAY + HOUR_MS)
      let runs = 0
      await store.transact(async (tx) => {
        const [read] = await loadBlocks(tx, [hour])
        if (runs++ === 0) {
          await insert(store, own.slice(stored, stored + 1))
          await compact(store, MONDAY, MONDAY + HOUR_MS)
          await saveBlocks(tx, [{ ...hour, rows: read!.rows!, stored: read!.stored }])
        }
        await insertResults(tx, own.slice(stored + 1, stored + 2))
        await compactHours(tx, [range])
      })
      assert.equal(runs, 2)
      await store.transact((tx) => deleteRows(tx, 'results'))
      assert.deepEqual(await listResults(store.db, EVERYTHING), own.slice(0, stored + 2).toReversed())
    },
  )
