/**
 * Creation of single monitors by concurrent clients of one organization, beside a number of existing monitors.
 *
 *   npm run bench -- create [sqlite|postgres] [existing=100000] [rounds=3]
 */

import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { migrate } from '../src/store/migrations/migrate.ts'
import { openStore, type Store } from '../src/store/platform/store.ts'
import { insertMonitors } from '../test/support/database/rows.ts'
import { type Cleanup, createTestDatabaseUrl, createTestFolder } from '../test/support/database/stores.ts'
import { createUuid } from '../test/support/factories/ids.ts'
import { startProgram } from '../test/support/programs/program.ts'
import { createAccount } from './support/account.ts'
import { withCleanup } from './support/cleanup.ts'
import { findDatabaseServerPid, readTreeCpuSeconds } from './support/cpu.ts'
import { getPercentile } from './support/report.ts'
import { SETTINGS } from './support/service.ts'
import { sized } from './support/size.ts'

const CLIENTS = 8
const ROUND_MS = sized(4_000, 200)

const [dialect = 'sqlite', existing = sized(100_000, 50), rounds = sized(3, 1)] = process.argv.slice(2)

/** Fills the database and returns an API key. */
async function fill(store: Store): Promise<string> {
  await migrate(store, 0)
  const at = Date.now()
  const { workspace, key } = await createAccount(store, at)
  const settings = JSON.stringify(SETTINGS)
  await insertMonitors(store, Number(existing), { at, workspace, settings, id: () => createUuid(at) })
  if (dialect === 'postgres') await sql`analyze`.execute(store.db)
  return key
}

async function run(t: Cleanup): Promise<void> {
  const folder = createTestFolder(t)
  const file = join(folder, 'watchkeeper.db')
  const url = dialect === 'postgres' ? await createTestDatabaseUrl(t) : null
  const store = openStore(url === null ? { file } : { url })
  const key = await fill(store)
  const databasePid = url === null ? null : await findDatabaseServerPid(store)
  await store.close()
  const program = await startProgram(t, {
    env: {
      WK_DATA_DIR: folder,
      WK_LOCAL_PROBE: 'off',
      WK_RATE_LIMIT: '0',
      WK_LOG_LEVEL: 'warn',
      ...(url !== null && { DATABASE_URL: url }),
    },
  })
  const readCpuSeconds = () =>
    readTreeCpuSeconds(program.pid) + (databasePid === null ? 0 : readTreeCpuSeconds(databasePid))
  await createFor(program.url, key, ROUND_MS / 2)
  for (let round = 0; round < Number(rounds); round++) {
    const before = readCpuSeconds()
    const times = await createFor(program.url, key, ROUND_MS)
    const used = readCpuSeconds() - before
    const [p50, p99] = [0.5, 0.99].map((share) => getPercentile(times, share).toFixed(1))
    const [perSecond, perCpuSecond] = [times.length / (ROUND_MS / 1_000), times.length / used].map(Math.round)
    console.log(`${dialect}: ${perSecond}/s, ${perCpuSecond} per CPU-second, ${p50} / ${p99} ms (p50 / p99)`)
    await delay(sized(500, 0))
  }
}

/** @returns the durations of the requests in ms, ascending */
async function createFor(origin: string, key: string, ms: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const times: number[] = []
  const end = performance.now() + ms
  const client = async () => {
    while (performance.now() < end) {
      const sentAt = performance.now()
      await post(agent, `${origin}/api/monitors`, key)
      times.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  agent.destroy()
  return times.sort((a, b) => a - b)
}

const BODY = JSON.stringify({ name: 'Shop', type: 'HTTP', target: 'https://shop.example.com/' })

const post = (agent: Agent, url: string, key: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = {
      'x-api-key': key,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(BODY),
    }
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode === 201) response.resume().once('end', resolve)
      else reject(new Error(`${url}: ${response.statusCode}`))
    })
    sent.once('error', reject)
    sent.end(BODY)
  })

await withCleanup(run)
