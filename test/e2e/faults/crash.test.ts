// @alone: takes long
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { LEASE_MS } from '../../../src/services/notifications/claims.ts'
import { openStore } from '../../../src/store/platform/store.ts'
import { createTestClient, expectData } from '../../support/api/client.ts'
import { createDiskFolder, createTestDatabaseUrl, DIALECTS } from '../../support/database/stores.ts'
import { createSeededRandom } from '../../support/factories/random.ts'
import { startProgram } from '../../support/programs/program.ts'
import { findFreePort } from '../../support/targets/free-port.ts'
import { startSink } from '../../support/targets/sink.ts'
import { listen } from '../../support/targets/targets.ts'
import { waitUntil } from '../../support/time/until.ts'
import { assertNoDuplicateIds, assertStored, statusesOf } from './crash-checks.ts'
import { type CrashLoad, workUntilKilled } from './crash-load.ts'

const KILLS = Number(process.env.TEST_KILLS ?? 3)
const SEED = Number(process.env.TEST_SEED ?? 1)
const WORKERS = 6

/** Longest time from the first work of a server to its kill. */
const LONGEST_LIFE_MS = 700

const ACCOUNT = { email: 'alice@example.com', password: 'a password of Alice', name: 'Alice' }

for (const dialect of DIALECTS)
  test(`${dialect}: no acknowledged change is missing after ${KILLS} power cuts, and no message has two ids`, async (t) => {
    const folder = createDiskFolder(t)
    const databaseUrl = dialect === 'postgres' ? await createTestDatabaseUrl(t) : null
    const port = await findFreePort()
    const env = {
      WK_PORT: String(port),
      WK_DATA_DIR: join(folder, 'data'),
      WK_RATE_LIMIT: '0',
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    }
    const baseUrl = `http://127.0.0.1:${port}`
    const sink = await startSink(t)
    const site = await listen(t, (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
    const first = await startProgram(t, { env })
    const account = await expectData(createTestClient(baseUrl)('POST', '/api/auth/register', ACCOUNT))
    const session = createTestClient(baseUrl, { authorization: `Bearer ${account.access_token}` })
    const { key } = await expectData(session('POST', '/api/auth/api-keys', { name: 'load', scope: 'read_write' }))
    const headers = { 'x-api-key': key }
    const draft = { name: 'Site', type: 'HTTP', target: site.url, notification_target_ids: [] }
    const { monitor } = await expectData(session('POST', '/api/monitors', draft))
    const load: CrashLoad = { jobs: [], checkedMonitorId: monitor.id }

    const random = createSeededRandom(SEED)
    let program = first
    for (let kill = 1; kill <= KILLS; kill++) {
      const work = workUntilKilled(load, { baseUrl, headers, sinkUrl: sink.url, workers: WORKERS })
      // One in four servers dies as soon as it is ready; all other servers have done some work by then
      const known = load.jobs.length
      const hasBegun = () => load.jobs.slice(known).some(({ answered }) => answered.length > 0)
      if (random() > 0.25) await waitUntil(hasBegun, 'an answered ping')
      await delay(random() * LONGEST_LIFE_MS)
      await program.kill()
      await work
      if (kill < KILLS) program = await startProgram(t, { env })
    }

    const location = databaseUrl === null ? { file: join(folder, 'data', 'watchkeeper.db') } : { url: databaseUrl }
    await startProgram(t, { env })
    const reopened = openStore(location)
    t.after(() => reopened.close())
    const settled = async () => (await statusesOf(reopened)).every((status) => status !== 'pending')
    await waitUntil(settled, 'the end of all deliveries, before any lease ends', LEASE_MS / 2)
    t.diagnostic(`${load.jobs.length} jobs, ${sink.received.length} messages, seed ${SEED}`)

    assertNoDuplicateIds(sink.received)
    const call = createTestClient(baseUrl, headers)
    for (const job of load.jobs)
      await assertStored(job, load, reopened, sink.received, (path) => expectData(call('GET', path)))
  })
