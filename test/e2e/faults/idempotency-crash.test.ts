/**
 * A server is killed while it creates projects with an `Idempotency-Key`, and each unanswered request is sent again.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type ClientResponse, createTestClient, expectData } from '../../support/api/client.ts'
import { createDiskFolder, createTestDatabaseUrl, DIALECTS } from '../../support/database/stores.ts'
import { createSeededRandom } from '../../support/factories/random.ts'
import { startProgram } from '../../support/programs/program.ts'
import { waitUntil } from '../../support/time/until.ts'

const ACCOUNT = { email: 'alice@example.com', password: 'a password of Alice', name: 'Alice' }
const KILLS = Number(process.env.TEST_KILLS ?? 2)
const WORKERS = 16

/** Longest time from the first response of a server to its kill, ms. */
const LONGEST_LIFE_MS = 300

interface Attempt {
  key: string
  name: string
  /** Null until the server has answered. */
  id: string | null
}

const idOf = (body: ClientResponse['body']): string => body.data.project.id

/** Creates projects until the server is gone. */
async function work(attempts: Attempt[], url: string, headers: Record<string, string>): Promise<void> {
  for (;;) {
    const attempt: Attempt = { key: `key-${attempts.length}`, name: `Project ${attempts.length}`, id: null }
    attempts.push(attempt)
    try {
      const { status, body } = await send(attempt, url, headers)
      assert.equal(status, 201, JSON.stringify(body))
      attempt.id = idOf(body)
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      return
    }
  }
}

async function send({ key, name }: Attempt, url: string, headers: Record<string, string>) {
  const response = await fetch(`${url}/api/projects`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ name }),
  })
  const body = (await response.json()) as ClientResponse['body']
  return { status: response.status, body, isReplayed: response.headers.has('idempotency-replayed') }
}

async function environment(t: TestContext, dialect: string): Promise<Record<string, string>> {
  const folder = createDiskFolder(t)
  const env = { WK_DATA_DIR: join(folder, 'data'), WK_RATE_LIMIT: '0', WK_LOCAL_PROBE: 'off' }
  return dialect === 'postgres' ? { ...env, DATABASE_URL: await createTestDatabaseUrl(t) } : env
}

for (const dialect of DIALECTS)
  test(`${dialect}: every repeated request takes effect once and is never refused after ${KILLS} kills`, async (t) => {
    const env = await environment(t, dialect)
    const random = createSeededRandom(Number(process.env.TEST_SEED ?? 1))
    const attempts: Attempt[] = []
    const repeated: Record<string, number> = {}
    let headers: Record<string, string> = {}
    for (let kill = 0; kill <= KILLS; kill++) {
      const program = await startProgram(t, { env })
      const { url } = program
      if (kill === 0) {
        const { access_token } = await expectData(createTestClient(url)('POST', '/api/auth/register', ACCOUNT))
        headers = { authorization: `Bearer ${access_token}` }
      }
      for (const attempt of attempts.filter(({ id }) => id === null)) {
        const { status, body, isReplayed } = await send(attempt, url, headers)
        const outcome = status === 201 ? (isReplayed ? 'replayed' : 'carried out') : body.error.message
        repeated[outcome] = (repeated[outcome] ?? 0) + 1
        attempt.id = status === 201 ? idOf(body) : 'refused'
      }
      if (kill === KILLS) {
        t.diagnostic(`${attempts.length} requests, repeated: ${JSON.stringify(repeated)}`)
        await assertOnce(attempts, url, headers)
        break
      }
      const known = attempts.length
      const working = Array.from({ length: WORKERS }, () => work(attempts, url, headers))
      await waitUntil(() => attempts.slice(known).some(({ id }) => id !== null), 'a first answer')
      await delay(random() * LONGEST_LIFE_MS)
      await program.kill()
      await Promise.all(working)
    }
    const { replayed: _, 'carried out': __, ...refused } = repeated
    assert.deepEqual(refused, {})
  })

async function assertOnce(attempts: readonly Attempt[], url: string, headers: Record<string, string>): Promise<void> {
  const projects = await listProjects(url, headers)
  const ids = new Map(projects.map(({ id, name }) => [name, id]))
  assert.equal(projects.length, attempts.filter(({ name }) => ids.has(name)).length + 1, 'one project for each name')
  for (const { name, id } of attempts) if (id !== 'refused') assert.equal(ids.get(name), id, name)
}

async function listProjects(url: string, headers: Record<string, string>): Promise<{ id: string; name: string }[]> {
  const call = createTestClient(url, headers)
  const all: { id: string; name: string }[] = []
  for (;;) {
    const { projects, pagination } = await expectData(call('GET', `/api/projects?limit=100&offset=${all.length}`))
    all.push(...projects)
    if (!pagination.has_more) return all
  }
}
