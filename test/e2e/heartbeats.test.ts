/** An answered ping is stored, even when the power goes off. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestClient, expectData } from '../support/api/client.ts'
import { createTestDatabaseUrl, createTestFolder, DIALECTS } from '../support/database/stores.ts'
import { startProgram } from '../support/programs/program.ts'
import { waitUntil } from '../support/time/until.ts'

const ACCOUNT = { email: 'alice@example.com', password: 'a password of Alice', name: 'Alice' }

/** Jobs that ping all the time, and the number of pings answered before the power cut. */
const JOBS = 8
const ANSWERED = 200

for (const dialect of DIALECTS)
  test(`${dialect}: every answered ping is stored after a power cut, and the job is still up`, async (t) => {
    const env = {
      WK_DATA_DIR: createTestFolder(t),
      WK_LOCAL_PROBE: 'off',
      ...(dialect === 'postgres' && { DATABASE_URL: await createTestDatabaseUrl(t) }),
    }
    const program = await startProgram(t, { env })
    const { access_token } = await expectData(createTestClient(program.url)('POST', '/api/auth/register', ACCOUNT))
    const session = { authorization: `Bearer ${access_token}` }
    const call = createTestClient(program.url, session)
    const { monitor } = await expectData(call('POST', '/api/monitors', { name: 'Backup', type: 'HEARTBEAT' }))

    let answered = 0
    let isCut = false
    const job = async () => {
      while (!isCut) {
        const response = await fetch(monitor.heartbeat_url, { method: 'POST', body: 'done' }).catch(() => null)
        if (response?.ok) answered++
      }
    }
    const jobs = Array.from({ length: JOBS }, job)
    await waitUntil(() => answered >= ANSWERED, 'enough answers')
    await program.kill()
    isCut = true
    await Promise.all(jobs)

    const again = await startProgram(t, { env })
    const read = createTestClient(again.url, session)
    const { pagination } = await expectData(read('GET', `/api/monitors/${monitor.id}/pings`))
    assert.ok(pagination.total_count >= answered, `${pagination.total_count} of ${answered}`)
    assert.ok(pagination.total_count <= answered + JOBS, 'and no duplicates')
    const results = await expectData(read('GET', `/api/monitors/${monitor.id}/results`))
    assert.equal(results.pagination.total_count, pagination.total_count)
    assert.equal((await expectData(read('GET', `/api/monitors/${monitor.id}`))).monitor.runtimeStatus, 'up')
  })
