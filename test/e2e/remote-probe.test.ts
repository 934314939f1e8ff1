/** A server and a remote probe as two programs, with faults between them. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { CheckResult } from '../../src/core/probes/protocol.ts'
import { decodeRecords } from '../../src/probe/push/spool.ts'
import { incrementRevision } from '../../src/store/monitors/monitors.ts'
import { openStore } from '../../src/store/platform/store.ts'
import { type Call, createTestClient, expectData } from '../support/api/client.ts'
import { startFaultyProxy } from '../support/database/faulty-proxy.ts'
import { countResults } from '../support/database/monitor-rows.ts'
import { createTestFolder } from '../support/database/stores.ts'
import { countRows, readColumns, readRows, updateRows } from '../support/database/tables.ts'
import { startProbeProgram } from '../support/programs/probe-program.ts'
import { type Program, runProgram, startProgram } from '../support/programs/program.ts'
import { findFreePort } from '../support/targets/free-port.ts'
import { listen, type Target } from '../support/targets/targets.ts'
import { waitUntil } from '../support/time/until.ts'

const ACCOUNT = { email: 'alice@example.com', password: 'a password of Alice', name: 'Alice' }

/** Monitors, each checked once a second. */
const MONITORS = 5

interface World {
  port: number
  site: Target
  token: string
  probeDir: string
  call: Call
  /**
   * Adds monitors that are pinned to the region and due once a second.
   *
   * @returns their ids
   */
  addMonitors(): Promise<string[]>
  startServer(): Promise<Program>
  server: Program
  /** Number of stored results. */
  stored(): Promise<number>
  /** Every status that any monitor ever had. */
  statuses(): Promise<string[]>
  /** Number of these results that are not stored. */
  missing(results: readonly CheckResult[]): Promise<number>
  /** Revokes the only token of the region. */
  withdraw(): Promise<void>
  /** Number of live probes of the region. */
  live(): Promise<number>
}

/** Creates a server with monitors that are pinned to a region without a local probe. */
async function makeWorld(t: TestContext): Promise<World> {
  const folder = createTestFolder(t)
  const port = await findFreePort()
  const env = { WK_PORT: String(port), WK_DATA_DIR: join(folder, 'data'), WK_RATE_LIMIT: '0', WK_LOCAL_PROBE: 'off' }
  const startServer = () => startProgram(t, { env })
  const site = await listen(t, (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
  const server = await startServer()
  const made = await runProgram(['probe-token', 'eu-1'], env)
  const token = made.stdout.trim()
  const baseUrl = `http://127.0.0.1:${port}`
  const account = await expectData(createTestClient(baseUrl)('POST', '/api/auth/register', ACCOUNT))
  const session = createTestClient(baseUrl, { authorization: `Bearer ${account.access_token}` })
  const { key } = await expectData(session('POST', '/api/auth/api-keys', { name: 'test', scope: 'read_write' }))
  const call = createTestClient(baseUrl, { 'x-api-key': key })
  const store = openStore({ file: join(folder, 'data', 'watchkeeper.db') })
  const { db } = store
  t.after(() => store.close())
  return {
    port,
    site,
    token,
    probeDir: join(folder, 'probe'),
    call,
    addMonitors: async () => {
      const ids: string[] = []
      for (let i = 1; i <= MONITORS; i++) {
        const draft = { name: `Site ${i}`, type: 'HTTP', target: site.url, monitoring_regions: ['eu-1'] }
        ids.push((await expectData(call('POST', '/api/monitors', draft))).monitor.id)
      }
      // No plan allows an interval of a second
      await store.transact(async (tx) => {
        const revision = await incrementRevision(tx)
        await updateRows(tx, 'monitors', { interval_seconds: 1, revision })
      })
      return ids
    },
    server,
    startServer,
    stored: () => countResults(db),
    statuses: async () => {
      const rows = await readRows(db, 'status_changes')
      return [...new Set(rows.map(({ to_status }) => to_status))]
    },
    missing: async (results) => {
      const rows = await readColumns(db, 'results', ['monitor_key', 'scheduled_at'])
      const keys = new Set(rows.map((row) => `${row.monitor_key}/${row.scheduled_at}`))
      return results.filter(({ monitorKey, scheduledAt }) => !keys.has(`${monitorKey}/${scheduledAt}`)).length
    },
    withdraw: async () => {
      await updateRows(db, 'probe_tokens', { revoked_at: Date.now() })
    },
    live: () => countRows(db, 'probes', { is_live: 1 }),
  }
}

const isBad = (status: string): boolean => status === 'down' || status === 'degraded'

/** Reads the results on disk. */
function spooled(probeDir: string): CheckResult[] {
  const folders = readdirSync(probeDir).filter((name) => name.startsWith('results-'))
  const files = folders.flatMap((folder) =>
    readdirSync(join(probeDir, folder)).map((name) => join(probeDir, folder, name)),
  )
  return files.flatMap((file) => decodeRecords(readFileSync(file, 'utf8')).results)
}

test('a remote probe checks for its region until its token is revoked, and faults lose or duplicate no result', async (t) => {
  const { port, token, probeDir, call, addMonitors, withdraw, live, stored, statuses, site } = await makeWorld(t)
  const proxy = await startFaultyProxy(t, port)
  const probe = startProbeProgram(t, { server: `http://127.0.0.1:${proxy.port}`, token, dataDir: probeDir })
  await probe.ready()
  const [id] = await addMonitors()
  const { results } = await waitUntil(async () => {
    const data = await expectData(call('GET', `/api/monitors/${id}/results`))
    return data.results.length > 0 && data
  }, 'a result')
  assert.deepEqual([results[0].region, results[0].status, results[0].status_code], ['eu-1', 'up', 200])
  const check = await expectData(call('POST', `/api/monitors/${id}/check`))
  assert.deepEqual([check.result.region, check.result.status], ['eu-1', 'up'])
  assert.equal(await live(), 1)

  const moreChecks = async () => {
    const seen = site.accepted
    await waitUntil(() => site.accepted >= seen + MONITORS, 'more checks')
  }
  proxy.delay(200)
  await moreChecks()
  proxy.repair()
  // The responses of the server are lost: it has stored results that the probe considers undelivered
  proxy.inspect = (_piece, direction) => (direction === 'down' ? 'reset' : 'pass')
  await moreChecks()
  proxy.repair()
  proxy.closeConnections()
  await moreChecks()
  proxy.refuse()
  await moreChecks()
  proxy.repair()
  proxy.silence('down')
  await moreChecks()
  proxy.repair()

  await withdraw()
  await waitUntil(() => probe.stderr().includes('no checks run until it is accepted'), 'the log line about the token')
  const seen = site.accepted
  const { code, stdout } = await probe.stop()
  assert.equal(code, 0)
  assert.match(stdout, /^Watchkeeper \S+ probe is running checks from region eu-1/)
  // One check of each monitor may have been in flight
  assert.ok(site.accepted <= seen + MONITORS, `${site.accepted} after ${seen}`)
  // Results that the server no longer accepts are kept, because the token may be renewed
  const [there, kept] = [await stored(), spooled(probeDir).length]
  assert.ok(there <= site.accepted && there + kept >= site.accepted, `${there} and ${kept} of ${site.accepted}`)
  assert.deepEqual((await statuses()).filter(isBad), [])
})

test('results found during an outage of the server arrive later, even after the probe was killed, and none counts as down', async (t) => {
  const world = await makeWorld(t)
  const { token, probeDir, stored, statuses, site } = world
  const options = { server: `http://127.0.0.1:${world.port}`, token, dataDir: probeDir }
  const probe = startProbeProgram(t, options)
  await probe.ready()
  await world.addMonitors()
  // More than the first checks: the probe has received the short interval, and continues without a server
  await waitUntil(async () => (await stored()) >= 3 * MONITORS, 'results every second')

  await world.server.kill()
  await waitUntil(() => spooled(probeDir).length >= 2 * MONITORS, 'results on disk')
  await probe.kill()
  const kept = spooled(probeDir)
  const restarted = startProbeProgram(t, options)
  await waitUntil(() => restarted.stderr().includes('failed to register'), 'the log line about the server')
  await world.startServer()
  await restarted.ready()
  await waitUntil(async () => (await world.missing(kept)) === 0, 'the stored results')
  const more = site.accepted
  await waitUntil(() => site.accepted >= more + MONITORS, 'further checks')
  assert.equal((await restarted.stop()).code, 0)
  assert.deepEqual((await statuses()).filter(isBad), [])
})
