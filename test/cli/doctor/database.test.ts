import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { TLSSocket } from 'node:tls'
import { inspectDatabase, inspectReplica, judgeDatabase } from '../../../src/cli/doctor/database.ts'
import { createPass } from '../../../src/cli/doctor/finding.ts'
import { migrate } from '../../../src/store/migrations/migrate.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { openStore, type StoreLocation } from '../../../src/store/platform/store.ts'
import {
  type Cleanup,
  createTestDatabaseUrl,
  createTestFilePath,
  DIALECTS,
  needsPostgres,
} from '../../support/database/stores.ts'
import { insertRows, updateRows } from '../../support/database/tables.ts'
import { createAuthority, createCertificate } from '../../support/targets/certificates.ts'
import { closedPort, listen } from '../../support/targets/targets.ts'
import { complaintsOf, linesOf } from './findings.ts'

const AND = async () => [createPass('Probes', 'were looked at')]

async function emptyDatabase(t: Cleanup, dialect: DialectName): Promise<StoreLocation> {
  if (dialect === 'postgres') return { url: await createTestDatabaseUrl(t) }
  const file = createTestFilePath(t)
  await openStore({ file }).close()
  return { file }
}

for (const dialect of DIALECTS)
  test(`${dialect}: a database is current, newer than the program, or of a development version`, async (t) => {
    const location = await emptyDatabase(t, dialect)
    const look = (now = Date.now) => inspectDatabase({ location, poolSize: 10 }, now, AND)
    const fresh = linesOf(await look())
    assert.ok(fresh.includes('ok Database: the database is empty; the next start creates its tables'))
    assert.ok(!fresh.some((line) => line.includes('Probes')))
    const store = openStore(location)
    t.after(() => store.close())
    await migrate(store, 0)
    const well = await look()
    // A slow answer is reported, and makes the database clock appear wrong
    assert.deepEqual(
      complaintsOf(well).filter((line) => !/latency|database clock/.test(line)),
      [],
    )
    assert.equal(linesOf(well).at(-1), 'ok Probes: were looked at')
    await insertRows(store.db, 'schema_migrations', { version: 9_998, name: 'harmless', applied_at: 0 })
    await insertRows(store.db, 'schema_needs', { version: 9_998, needs: 1 })
    assert.equal(linesOf(await look()).at(-1), 'ok Probes: were looked at')
    await insertRows(store.db, 'schema_migrations', { version: 9_999, name: 'tomorrow', applied_at: 0 })
    assert.match(
      complaintsOf(await look()).join('\n'),
      /^failure: the database was written by a newer version \(tomorrow\)/m,
    )
    await updateRows(store.db, 'schema_migrations', { name: 'initial-schema' }, { version: 1 })
    assert.match(complaintsOf(await look()).join('\n'), /^failure: The database has migration 1 \(initial-schema\)/m)
  })

test('a clock offset to the database is reported', needsPostgres, async (t) => {
  const location = { url: await createTestDatabaseUrl(t) }
  const foundLines = complaintsOf(await inspectDatabase({ location, poolSize: 10 }, () => Date.now() - 60_000, AND))
  assert.match(
    foundLines.join('\n'),
    /^warning: the database clock is \d+\.\d s ahead of the clock of this machine → .*timedatectl/m,
  )
})

test('an unreachable, foreign or denied database is one line without the password', needsPostgres, async (t) => {
  const look = async (location: StoreLocation) =>
    complaintsOf(await inspectDatabase({ location, poolSize: 10 }, Date.now, AND))
  const port = await closedPort()
  const away = await look({ url: `postgres://wk:hunter2@127.0.0.1:${port}/wk` })
  assert.match(away[0]!, /^failure: PostgreSQL at 127.0.0.1:\d+, database wk, cannot be reached: ECONNREFUSED/)
  const url = new URL(await createTestDatabaseUrl(t))
  url.pathname = '/there-is-none'
  assert.match((await look({ url: url.href }))[0]!, /there-is-none/)
  const file = createTestFilePath(t)
  writeFileSync(file, 'this is no database, but it is long enough to be taken for one by its size')
  assert.match((await look({ file }))[0]!, /is not a SQLite database/)
  assert.doesNotMatch(JSON.stringify([away]), /hunter2/)
})

test('a database with an untrusted certificate or without TLS is one line with advice', async (t) => {
  const look = async (port: number) =>
    complaintsOf(
      await inspectDatabase(
        { location: { url: `postgres://wk:x@127.0.0.1:${port}/wk?sslmode=verify-full` }, poolSize: 2 },
        Date.now,
        AND,
      ),
    )
  const { cert, key } = createCertificate({ issuer: createAuthority() })
  /** Supports only the TLS request of PostgreSQL and its two answers. */
  const speak = (answer: 'S' | 'N') =>
    listen(t, (socket) =>
      socket.once('data', () => {
        socket.write(answer)
        if (answer === 'S') new TLSSocket(socket, { isServer: true, cert, key }).on('error', () => {})
      }),
    )
  for (const answer of ['S', 'N'] as const) {
    const foundLines = await look((await speak(answer)).port)
    assert.match(
      foundLines.join(),
      /^failure: PostgreSQL at .* over TLS: .*(certificate|SSL).*sslrootcert=FILE/,
      answer,
    )
  }
})

test('the doctor does not create a database that the first start will create', async (t) => {
  const file = createTestFilePath(t)
  for (let round = 0; round < 2; round++)
    assert.deepEqual(linesOf(await inspectDatabase({ location: { file }, poolSize: 10 }, Date.now, AND)), [
      `ok Database: ${file} will be created on first start`,
    ])
})

test('a writable database is not a replica', needsPostgres, async (t) => {
  assert.match(
    complaintsOf(await inspectReplica(await createTestDatabaseUrl(t), Date.now))[0]!,
    /^failure: the database accepts writes, so it is not a replica/,
  )
  const port = await closedPort()
  const foundLines = complaintsOf(await inspectReplica(`postgres://wk:hunter2@127.0.0.1:${port}/wk`, Date.now))
  assert.match(foundLines[0]!, /WK_DATABASE_REPLICA_URL/)
})

const WELL = {
  version: '17.2',
  pending: [],
  schemaVersion: 1,
  incompatible: [],
  latencyMs: 1,
  clockAheadMs: 0,
  server: { connections: 3, maxConnections: 100, isReadOnly: false },
}

test('pending migrations are a warning unless servers of the present version can continue', () => {
  const up = async () => {}
  const pending = [
    { version: 2, name: 'hats', needs: 1, up },
    { version: 3, name: 'shoes', up },
  ]
  assert.match(
    complaintsOf(judgeDatabase('here', { ...WELL, pending }, 10)).join('\n'),
    /^warning: the next start .* runs the migrations 2 hats, 3 shoes.* cannot start again → Run "watchkeeper backup" first/m,
  )
  assert.deepEqual(complaintsOf(judgeDatabase('here', { ...WELL, pending: pending.slice(0, 1) }, 10)), [])
})

test('an old version, a slow connection, a replica and too few connections are reported', () => {
  assert.deepEqual(complaintsOf(judgeDatabase('here', WELL, 10)), [])
  const ill = {
    ...WELL,
    version: '13.9',
    latencyMs: 80,
    server: { connections: 85, maxConnections: 100, isReadOnly: true },
  }
  assert.deepEqual(
    complaintsOf(judgeDatabase('here', ill, 10)).map((line) => line.split(':')[0]),
    ['failure', 'warning', 'failure', 'warning'],
  )
})
