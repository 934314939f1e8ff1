/** Configuration documents from the command line against a real server. */
import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openStore } from '../../src/store/platform/store.ts'
import { createTestClient, expectData } from '../support/api/client.ts'
import {
  type Cleanup,
  createTestDatabaseUrl,
  createTestFolder,
  LONG_TIMEOUTS,
  needsPostgres,
} from '../support/database/stores.ts'
import { runProgram, startProgram } from '../support/programs/program.ts'
import { findFreePort } from '../support/targets/free-port.ts'
import { waitUntil } from '../support/time/until.ts'

async function startServer(t: Cleanup, own: Record<string, string> = {}) {
  const env = { WK_DATA_DIR: createTestFolder(t), WK_LOCAL_PROBE: 'off', WK_RATE_LIMIT: '0', ...own }
  const { url, kill } = await startProgram(t, { env })
  const account = { email: 'alice@example.com', password: 'correct horse battery', name: 'Alice' }
  const { access_token, project } = await expectData(createTestClient(url)('POST', '/api/auth/register', account))
  const owner = createTestClient(url, { authorization: `Bearer ${access_token}` })
  const { key } = await expectData(owner('POST', '/api/auth/api-keys', { name: 'ci', scope: 'read_write' }))
  return {
    env,
    kill,
    owner,
    projectId: project.id,
    run: (...args: string[]) => runProgram(args, { WK_URL: url, WK_API_KEY: key }),
  }
}

const DOCUMENT = `version: 1
source: shop
notification_targets:
  on-call: { name: On-call, channel: slack, config: { webhook_url: "\${SLACK_URL}" } }
monitors:
  shop: { name: Shop, type: HTTP, target: "https://shop.example.com/", notification_targets: [on-call] }
`

test('documents are validated, planned, applied and exported by commands with the exit codes of Terraform', async (t) => {
  const { run } = await startServer(t)
  const folder = createTestFolder(t)
  const file = join(folder, 'shop.yaml')
  writeFileSync(file, DOCUMENT)
  assert.equal((await run('validate', file)).code, 0)
  const unset = await run('plan', file)
  assert.equal(unset.code, 1)
  assert.match(unset.stderr, /shop\.yaml:4:55: .*the variable SLACK_URL is not set/)
  writeFileSync(join(folder, '.env'), 'SLACK_URL=https://hooks.slack.com/services/T0/B0/planted\n')
  const planned = await run('plan', file)
  assert.equal(planned.code, 2, planned.stderr)
  assert.match(planned.stdout, /^\+ monitors\.shop {2}Shop$/m)
  assert.doesNotMatch(planned.stdout, /planted/)
  const applied = await run('apply', file)
  assert.deepEqual(
    [applied.code, applied.stdout.split('\n').at(-2)],
    [0, 'Applied: 2 created, 0 updated, 0 deleted, 0 unchanged.'],
  )
  assert.equal((await run('plan', folder)).code, 0)
  writeFileSync(file, DOCUMENT.replace('name: Shop', 'nmae: Shop'))
  assert.match(
    (await run('plan', file)).stderr,
    /shop\.yaml:6:11: monitors\.shop\.nmae: is an unknown field; did you mean name\?/,
  )
  const out = join(folder, 'export.yaml')
  const exported = await run('export', '--out', out)
  assert.equal(exported.code, 0, exported.stderr)
  assert.equal((await run('validate', out)).code, 0)
})

const MANY = 5_000

test('after kill -9 during an apply all monitors exist or none, and a repeated apply completes the document', async (t) => {
  const port = String(await findFreePort())
  const plans = join(createTestFolder(t), 'plans.json')
  writeFileSync(plans, JSON.stringify({ free: { active_monitors: 1_000_000 }, scale: { active_monitors: 1_000_000 } }))
  const { run, env, kill, owner, projectId } = await startServer(t, { WK_PORT: port, WK_PLANS_FILE: plans })
  const entries = Array.from({ length: MANY }, (_, n) => [
    `site-${n}`,
    { name: `Site ${n}`, type: 'HTTP', target: 'https://example.com/' },
  ])
  const document = { version: 1, monitors: Object.fromEntries(entries) }
  const file = join(createTestFolder(t), 'many.json')
  writeFileSync(file, JSON.stringify(document))
  const database = join(env.WK_DATA_DIR, 'watchkeeper.db')
  const sizeOfLog = () => statSync(`${database}-wal`).size
  const before = sizeOfLog()
  const applying = owner('POST', `/api/projects/${projectId}/config/apply`, { document }).catch(() => 'cut off')
  await waitUntil(async () => sizeOfLog() > before, 'the transaction')
  await kill()
  await applying
  const countIn = () => {
    const opened = new DatabaseSync(database)
    const { count } = opened.prepare('select count(*) as count from monitors').get() as { count: number }
    opened.close()
    return count
  }
  assert.ok([0, MANY].includes(countIn()), `${countIn()} monitors`)
  await startProgram(t, { env })
  const applied = await run('apply', file)
  assert.equal(applied.code, 0, applied.stderr)
  assert.equal(countIn(), MANY)
})

/** Its status page is saved last, when all other resources are saved. */
const SMALL = {
  version: 1,
  notification_targets: { mail: { name: 'Mail', channel: 'email', config: { address: 'ops@example.com' } } },
  groups: { europe: { name: 'Europe' } },
  monitors: { shop: { name: 'Shop', type: 'HTTP', target: 'https://shop.example.com/', group: 'europe' } },
  status_pages: { public: { name: 'Shop', slug: 'shop', sections: [] } },
}

const TABLES = ['notification_targets', 'groups', 'monitors', 'status_pages', 'audit_log'] as const

test('postgres: after kill -9 between two writes of an apply no resource exists', needsPostgres, async (t) => {
  const database = await createTestDatabaseUrl(t)
  const own = { DATABASE_URL: database, WK_DATABASE_TIMEOUT: '600', WK_PORT: String(await findFreePort()) }
  const { env, kill, owner, projectId } = await startServer(t, own)
  const store = openStore({ url: database, ...LONG_TIMEOUTS })
  const count = async (from: string): Promise<number> => {
    const { rows } = await sql<{ count: string }>`select count(*) as count from ${sql.raw(from)}`.execute(store.db)
    return Number(rows[0]!.count)
  }
  const countResources = () => Promise.all(TABLES.map(count))
  const before = await countResources()
  const apply = () => owner('POST', `/api/projects/${projectId}/config/apply`, { document: SMALL })
  let applying: Promise<unknown> | undefined
  await store.transact(async (tx) => {
    await sql`lock table status_pages in share mode`.execute(tx)
    applying ??= apply().catch(() => 'cut off')
    const waiting = `pg_locks where relation = 'status_pages'::regclass and not granted`
    await waitUntil(async () => (await count(waiting)) > 0, 'the write of the status page')
    await kill()
  })
  assert.equal(await applying, 'cut off')
  const writing = `pg_stat_activity where datname = current_database() and backend_xid is not null`
  await waitUntil(async () => (await count(writing)) === 0, 'the transaction to end')
  assert.deepEqual(await countResources(), before)
  await startProgram(t, { env })
  const { plan } = await expectData(apply())
  assert.deepEqual([plan.summary.create, await count('monitors')], [4, 1])
  await store.close()
})
