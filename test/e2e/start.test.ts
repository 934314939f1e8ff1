/** Every problem that prevents a start prints one line with a remedy, and the exit code is EX_CONFIG. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { MIGRATIONS } from '../../src/store/migrations/index.ts'
import { migrate } from '../../src/store/migrations/migrate.ts'
import { openStore } from '../../src/store/platform/store.ts'
import { createTestClient, expectData } from '../support/api/client.ts'
import { createDatabase, dropDatabase } from '../support/database/postgres.ts'
import { type Cleanup, createTestDatabaseUrl, createTestFolder } from '../support/database/stores.ts'
import { runProgram, startProgram } from '../support/programs/program.ts'

async function refusal(env: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await runProgram(['serve'], { WK_LOG_LEVEL: 'warn', WK_PORT: '0', ...env })
  assert.equal(code, 78)
  assert.equal(stdout, '')
  const lines = stderr.trimEnd().split('\n')
  assert.equal(lines.length, 1, stderr)
  return lines[0]!
}

async function takenPort(t: Cleanup): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  t.after(() => void server.close())
  await once(server, 'listening')
  return String((server.address() as AddressInfo).port)
}

test('a start is refused when the port is in use', async (t) => {
  const port = await takenPort(t)
  const line = await refusal({ WK_PORT: port, WK_DATA_DIR: createTestFolder(t) })
  assert.equal(
    line,
    `watchkeeper: Port ${port} on 127.0.0.1 is already in use. Stop the other program, or set WK_PORT.`,
  )
})

test('a start is refused when the database file belongs to another program', async (t) => {
  const folder = createTestFolder(t)
  const theirs = new DatabaseSync(join(folder, 'watchkeeper.db'))
  theirs.exec('CREATE TABLE recipes (name text)')
  theirs.close()
  assert.match(await refusal({ WK_DATA_DIR: folder }), /not a Watchkeeper database\. Move it away or set WK_DATA_DIR/)
})

test('a start is refused when the database is from a newer version', async (t) => {
  const folder = createTestFolder(t)
  const store = openStore({ file: join(folder, 'watchkeeper.db') })
  const later = { version: MIGRATIONS.length + 1, name: 'from the future', up: async () => {} }
  await migrate(store, 0, [...MIGRATIONS, later])
  await store.close()
  assert.match(await refusal({ WK_DATA_DIR: folder }), /from the future.* does not support.*\. Start the newer version/)
})

test('a start is refused when the database is from a development version', async (t) => {
  const folder = createTestFolder(t)
  const store = openStore({ file: join(folder, 'watchkeeper.db') })
  await migrate(store, 0, [{ ...MIGRATIONS[0]!, name: 'initial-schema' }])
  await store.close()
  assert.match(
    await refusal({ WK_DATA_DIR: folder }),
    /migration 1 \(initial-schema\) of a development version\. To keep/,
  )
})

test('a database of a newer version that allows this version is used as it is', async (t) => {
  const folder = createTestFolder(t)
  const store = openStore({ file: join(folder, 'watchkeeper.db') })
  const later = {
    version: MIGRATIONS.length + 1,
    name: 'from the future',
    needs: MIGRATIONS.length,
    up: async () => {},
  }
  await migrate(store, 0, [...MIGRATIONS, later])
  await store.close()
  const { url } = await startProgram(t, { env: { WK_DATA_DIR: folder } })
  assert.equal((await expectData(createTestClient(url)('GET', '/api/ready'))).status, 'ready')
})

test('a start is refused when the data folder cannot be written', async (t) => {
  const file = join(createTestFolder(t), 'file')
  writeFileSync(file, '')
  assert.match(await refusal({ WK_DATA_DIR: join(file, 'data') }), /Cannot write to .*: part of the path is a file/)
})

test('a start is refused when the database file cannot be opened', async (t) => {
  const folder = createTestFolder(t)
  mkdirSync(join(folder, 'watchkeeper.db'))
  assert.match(await refusal({ WK_DATA_DIR: folder }), /Cannot write to .*watchkeeper\.db: it is a folder/)
})

test('a start is refused without the password in the message when PostgreSQL is unreachable', async (t) => {
  const url = 'postgres://watchkeeper:hush@127.0.0.1:1/monitoring'
  const line = await refusal({ DATABASE_URL: url, WK_DATA_DIR: createTestFolder(t) })
  assert.match(line, /PostgreSQL at 127\.0\.0\.1:1, database monitoring, cannot be reached: ECONNREFUSED/)
  assert.doesNotMatch(line, /hush/)
})

test('a start is refused when the PostgreSQL database does not exist', async (t) => {
  const { name, url } = await createDatabase()
  await dropDatabase(name)
  const line = await refusal({ DATABASE_URL: url, WK_DATA_DIR: createTestFolder(t) })
  assert.match(line, new RegExp(`database "${name}" does not exist\\. See DATABASE_URL`))
})

test('a start is refused when the PostgreSQL database has tables of another program, which stay unchanged', async (t) => {
  const url = await createTestDatabaseUrl(t)
  const store = openStore({ url })
  t.after(() => store.close())
  await sql`create table users (id int)`.execute(store.db)
  assert.match(
    await refusal({ DATABASE_URL: url, WK_DATA_DIR: createTestFolder(t) }),
    /tables that do not belong to Watchkeeper/,
  )
  const { rows } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(store.db)
  assert.deepEqual(rows, [{ name: 'users' }])
})

test('a start reports all mistakes in the configuration together', async (t) => {
  const env = { WK_PORT: 'http', WK_EGRESS: 'some', WK_PROT: '80', WK_DATA_DIR: createTestFolder(t) }
  const { code, stderr } = await runProgram(['serve'], env)
  assert.equal(code, 78)
  assert.deepEqual(stderr.trimEnd().split('\n'), [
    'watchkeeper: The configuration has 3 errors:',
    '  WK_PORT: got "http", expected a port, 0-65535; 0 for any free port',
    '  WK_EGRESS: got "some", expected any or public',
    '  WK_PROT is not a known setting (did you mean WK_PORT?)',
  ])
})

test('a second server on the same data folder is refused until the first one ends', async (t) => {
  const folder = createTestFolder(t)
  const first = await startProgram(t, { env: { WK_DATA_DIR: folder } })
  assert.match(await refusal({ WK_DATA_DIR: folder }), /Another Watchkeeper server is using/)
  await first.kill()
  const second = await startProgram(t, { env: { WK_DATA_DIR: folder } })
  assert.equal((await expectData(createTestClient(second.url)('GET', '/api/ready'))).status, 'ready')
})

test('two servers share one PostgreSQL', async (t) => {
  const env = { DATABASE_URL: await createTestDatabaseUrl(t), WK_SECRET: 'one secret for both of the servers' }
  const start = () => startProgram(t, { env: { ...env, WK_DATA_DIR: createTestFolder(t) } })
  const [one, other] = await Promise.all([start(), start()])
  const account = { email: 'alice@example.com', password: 'a password of Alice', name: 'Alice' }
  const { access_token } = await expectData(createTestClient(one.url)('POST', '/api/auth/register', account))
  const { user } = await expectData(
    createTestClient(other.url, { authorization: `Bearer ${access_token}` })('GET', '/api/auth/me'),
  )
  assert.equal(user.email, account.email)
})

test('the configuration creates the first account once', async (t) => {
  const env = {
    WK_ADMIN_EMAIL: 'admin@example.com',
    WK_ADMIN_PASSWORD: 'correct horse battery',
    WK_DATA_DIR: createTestFolder(t),
  }
  for (let start = 0; start < 2; start++) {
    const program = await startProgram(t, { env: { ...env, WK_REGISTRATION: 'closed' } })
    assert.doesNotMatch(program.stdout(), /First account/)
    const credentials = { email: env.WK_ADMIN_EMAIL, password: env.WK_ADMIN_PASSWORD }
    const { user } = await expectData(createTestClient(program.url)('POST', '/api/auth/login', credentials))
    assert.equal(user.is_instance_admin, true)
    assert.equal((await program.stop()).code, 0)
  }
})
