import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { listDueWatches, markMonitors, settleWatches } from '../../../src/store/expiry/expiry-watches.ts'
import { migrate } from '../../../src/store/migrate.ts'
import { MIGRATIONS } from '../../../src/store/migrations/index.ts'
import { openStore } from '../../../src/store/platform/store.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { DIALECTS, openTestStore, testDatabaseUrl, testFile, UNHURRIED } from '../../support/database/stores.ts'

const SSL = { ssl_monitoring: '{}' }

for (const dialect of DIALECTS) {
  test(`${dialect}: what was watched before there was anybody to look is due after the upgrade`, async (t) => {
    const store = openStore(
      dialect === 'sqlite' ? { file: testFile(t) } : { url: await testDatabaseUrl(t), ...UNHURRIED },
    )
    t.after(() => store.close())
    await migrate(store, 0)
    await insertWorkspace(store)
    const [plain, watched, paused] = [
      ...(await insertMonitors(store, 1, { prefix: 'plain' })),
      ...(await insertMonitors(store, 1, { ...SSL, prefix: 'watched' })),
      ...(await insertMonitors(store, 1, { ...SSL, prefix: 'paused', status: 'paused' })),
    ] as [number, number, number]
    await store.transact(async (tx) => {
      await tx.insertInto('domain_watches').values({ monitor_key: plain, domain: 'example.com' }).execute()
      // Back to what the database was like before
      for (const table of ['expiry_watches', 'certificate_sights', 'told_subjects'])
        await sql.raw(`drop table ${table}`).execute(tx)
      const { up } = MIGRATIONS.find(({ name }) => name === 'expiry-watches')!
      await up(tx, store.traits, 0)
    })
    const due = await listDueWatches(store.db, 0, 10)
    assert.deepEqual(due.map(({ monitorKey, family }) => `${monitorKey} ${family}`).sort(), [
      `${plain} domain`,
      `${watched} certificate`,
    ])
    assert.ok(paused)
  })

  test(`${dialect}: a look is settled once, and not when there was a new reason for one`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    const [key] = await insertMonitors(store, 1, SSL)
    const mark = () => store.transact((tx) => markMonitors(tx, [key!], 5))
    const settle = async (watch: Awaited<ReturnType<typeof listDueWatches>>[number]) => {
      const warned = { about: 'certificate A', days: null, fault: 'X', at: 7 }
      return (await store.transact((tx) => settleWatches(tx, [{ watch, dueAt: null, warned }]))).length
    }
    await mark()
    const [first] = await listDueWatches(store.db, 5, 10)
    assert.deepEqual([await settle(first!), await settle(first!)], [1, 0])
    assert.deepEqual(await listDueWatches(store.db, 1_000, 10), [])
    await mark()
    const [second] = await listDueWatches(store.db, 5, 10)
    assert.deepEqual(second?.warned, { about: 'certificate A', days: null, fault: 'X', at: 7 })
    await mark()
    assert.equal(await settle(second!), 0)
  })
}
