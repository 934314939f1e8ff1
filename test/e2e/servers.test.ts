/** Two servers on one PostgreSQL, as processes: behind a load balancer, a client can use either of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MIGRATIONS } from '../../src/store/migrations/index.ts'
import { openStore } from '../../src/store/platform/store.ts'
import { createTestClient, expectData } from '../support/api/client.ts'
import { readEvents } from '../support/api/event-reader.ts'
import { createTestDatabaseUrl, createTestFolder } from '../support/database/stores.ts'
import { readColumns } from '../support/database/tables.ts'
import { startProgram } from '../support/programs/program.ts'
import { waitUntil } from '../support/time/until.ts'

const ACCOUNT = { email: 'alice@example.com', password: 'a password of Alice', name: 'Alice' }

test('two servers start at the same moment on an empty database, and one continues when the other dies', async (t) => {
  const url = await createTestDatabaseUrl(t)
  const env = { DATABASE_URL: url, WK_SECRET: 'one secret for both of the servers', WK_LOCAL_PROBE: 'off' }
  const start = () => startProgram(t, { env: { ...env, WK_DATA_DIR: createTestFolder(t) } })
  const [one, other] = await Promise.all([start(), start()])

  const store = openStore({ url })
  t.after(() => store.close())
  const applied = await readColumns(store.db, 'schema_migrations', ['version'], {}, ['version'])
  assert.deepEqual(
    applied.map(({ version }) => version),
    MIGRATIONS.map(({ version }) => version),
  )
  const migrated = () => [one, other].map((server) => server.stderr().match(/migrated database/g)?.length ?? 0)
  await waitUntil(() => Math.max(...migrated()) === 1, 'the log line about the migrations')
  assert.equal(Math.min(...migrated()), 0)

  const { access_token } = await expectData(createTestClient(one.url)('POST', '/api/auth/register', ACCOUNT))
  const session = { authorization: `Bearer ${access_token}` }
  const reader = await readEvents(`${other.url}/api/events`, session)
  t.after(reader.close)
  const target = { type: 'HTTP', target: 'https://www.example.com/' }
  const make = (server: { url: string }, name: string) =>
    expectData(createTestClient(server.url, session)('POST', '/api/monitors', { name, ...target }))
  await make(one, 'Shop')
  // The monitor was created when the reader connected, so it may arrive as a reset
  await waitUntil(() => reader.events.length > 0, 'the first event')
  const { monitor } = await make(one, 'Blog')
  await waitUntil(
    () => reader.events.some(({ type, data }) => type === 'monitor.created' && data.monitor_id === monitor.id),
    'the event at the other server',
  )

  await one.kill()
  await make(other, 'News')
  const { monitors } = await expectData(createTestClient(other.url, session)('GET', '/api/monitors'))
  assert.equal(monitors.length, 3)
  assert.equal((await other.stop()).code, 0)
})
