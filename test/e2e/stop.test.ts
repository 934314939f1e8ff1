import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { type Call, createTestClient, expectData } from '../support/api/client.ts'
import { type Cleanup, createTestFolder } from '../support/database/stores.ts'
import { startProgram } from '../support/programs/program.ts'
import { waitUntil } from '../support/time/until.ts'

const ACCOUNT = { email: 'alice@example.com', password: 'a password of Alice', name: 'Alice' }

async function signUp(url: string): Promise<Call> {
  const { access_token } = await expectData(createTestClient(url)('POST', '/api/auth/register', ACCOUNT))
  return createTestClient(url, { authorization: `Bearer ${access_token}` })
}

/** A site that holds every request until it is released. */
async function startSlowSite(
  t: Cleanup,
): Promise<{ url: string; server: Server; release: () => void; held: () => number }> {
  const waiting: (() => void)[] = []
  const server = createServer((_, response) => void waiting.push(() => response.end('at last')))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const release = () => {
    for (const answer of waiting) answer()
  }
  return { url: `http://127.0.0.1:${port}/`, server, release, held: () => waiting.length }
}

const draft = (target: string) => ({ name: 'Shop', type: 'HTTP', target, interval_seconds: 60, timeout_ms: 30_000 })

test('SIGTERM lets running checks end and stores their results', async (t) => {
  const env = { WK_DATA_DIR: createTestFolder(t) }
  const site = await startSlowSite(t)
  const program = await startProgram(t, { env })
  const { monitor } = await expectData((await signUp(program.url))('POST', '/api/monitors', draft(site.url)))
  await waitUntil(() => site.held() > 0, 'the first check')
  const ended = program.stop()
  await waitUntil(() => /"stopping"/.test(program.stderr()), 'the log line about the stop')
  site.release()
  assert.equal((await ended).code, 0)

  const again = await startProgram(t, { env })
  const { email, password } = ACCOUNT
  const { access_token } = await expectData(createTestClient(again.url)('POST', '/api/auth/login', { email, password }))
  const call = createTestClient(again.url, { authorization: `Bearer ${access_token}` })
  const { results } = await expectData(call('GET', `/api/monitors/${monitor.id}/results`))
  assert.deepEqual(
    results.map(({ status }: { status: string }) => status),
    ['up'],
  )
})

test('a stopping server accepts no new connections', async (t) => {
  const site = await startSlowSite(t)
  const program = await startProgram(t, { env: { WK_DATA_DIR: createTestFolder(t) } })
  const call = await signUp(program.url)
  await expectData(call('POST', '/api/monitors', draft(site.url)))
  await waitUntil(() => site.held() > 0, 'the first check')
  const ended = program.stop()
  const refused = async () =>
    fetch(`${program.url}/api/health`, { headers: { connection: 'close' } }).then(
      ({ status }) => status === 503,
      () => true,
    )
  await waitUntil(refused, 'the refusal')
  site.release()
  assert.equal((await ended).code, 0)
})

test('a request that waits for a long check is refused with 503 when the server stops', async (t) => {
  const site = await startSlowSite(t)
  const program = await startProgram(t, { env: { WK_DATA_DIR: createTestFolder(t) } })
  const call = await signUp(program.url)
  const asked = call('POST', '/api/monitors/test', { type: 'HTTP', target: site.url, timeout_ms: 30_000 })
  await waitUntil(() => site.held() > 0, 'the check')
  const ended = program.stop()
  const { status, body } = await asked
  assert.deepEqual([status, body.error.code], [503, 'SERVICE_UNAVAILABLE'])
  assert.match(body.error.message, /the server is stopping/)
  site.release()
  assert.equal((await ended).code, 0)
})

test('a second signal ends the server at once, whatever is running', async (t) => {
  const site = await startSlowSite(t)
  const program = await startProgram(t, { env: { WK_DATA_DIR: createTestFolder(t) } })
  await expectData((await signUp(program.url))('POST', '/api/monitors', draft(site.url)))
  await waitUntil(() => site.held() > 0, 'the first check')
  const ended = program.stop()
  await waitUntil(() => /"stopping"/.test(program.stderr()), 'the log line about the stop')
  process.kill(program.pid, 'SIGINT')
  const { code, stderr } = await ended
  assert.equal(code, 1)
  assert.doesNotMatch(stderr, /"stopped/, 'the orderly stop was completed')
})

test('SIGINT stops the server like SIGTERM', async (t) => {
  const program = await startProgram(t, { env: { WK_DATA_DIR: createTestFolder(t) } })
  assert.equal((await program.stop('SIGINT')).code, 0)
})

test('SIGTERM reaches the program through npm and leaves no process behind', async (t) => {
  const program = await startProgram(t, { env: { WK_DATA_DIR: createTestFolder(t) }, byNpm: true })
  // Ends when no process has the output open any more
  const { stderr } = await program.stop()
  assert.match(stderr, /"stopped"/)
  await assert.rejects(fetch(`${program.url}/api/health`))
})
