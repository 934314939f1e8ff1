/** A server is killed and restarted while monitors with long intervals wait for their next check. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { createTestClient, expectData } from '../support/api/client.ts'
import { createTestFolder } from '../support/database/stores.ts'
import { startProgram } from '../support/programs/program.ts'
import { findFreePort } from '../support/targets/free-port.ts'
import { listen, replyWith } from '../support/targets/targets.ts'
import { waitUntil } from '../support/time/until.ts'

const ACCOUNT = { email: 'alice@example.com', password: 'a password of Alice', name: 'Alice' }

/** Long enough that no slot of the grid is due during the test. */
const INTERVAL_SECONDS = 86_400

/** Simulates that the time between two checks passed while no server ran. */
function letIntervalPass(file: string, monitorId: string): void {
  const database = new DatabaseSync(file)
  database
    .prepare(
      `UPDATE check_states SET last_success_at = last_success_at - ?
       WHERE monitor_key = (SELECT key FROM monitors WHERE id = ?)`,
    )
    .run(INTERVAL_SECONDS * 1_000, monitorId)
  database.close()
}

test('after kill -9 and a restart, an overdue monitor is checked at once, and another one keeps its slot', async (t) => {
  const folder = createTestFolder(t)
  // With a fixed port the server has the same probe after the restart, so it does not wait for another probe
  const env = { WK_DATA_DIR: folder, WK_PORT: String(await findFreePort()), WK_RATE_LIMIT: '0' }
  const first = await startProgram(t, { env })
  const site = await listen(t, replyWith('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
  const account = await expectData(createTestClient(first.url)('POST', '/api/auth/register', ACCOUNT))
  const headers = { authorization: `Bearer ${account.access_token}` }
  const create = async (name: string): Promise<string> => {
    const draft = { name, type: 'HTTP', target: `${site.url}/${name}`, interval_seconds: INTERVAL_SECONDS }
    const { monitor } = await expectData(createTestClient(first.url, headers)('POST', '/api/monitors', draft))
    return monitor.id
  }
  const ids = [await create('overdue'), await create('recent')] as const
  const countOf = async (url: string, id: string): Promise<number> =>
    (await expectData(createTestClient(url, headers)('GET', `/api/monitors/${id}/results`))).results.length
  for (const id of ids) await waitUntil(async () => (await countOf(first.url, id)) === 1, 'the first check')
  await first.kill()
  letIntervalPass(join(folder, 'watchkeeper.db'), ids[0])

  const second = await startProgram(t, { env })
  await waitUntil(async () => (await countOf(second.url, ids[0])) === 2, 'the check of the overdue monitor')
  assert.equal(await countOf(second.url, ids[1]), 1)
})
