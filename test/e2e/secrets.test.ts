import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { getDatabaseFile } from '../../src/runtime/data-dir.ts'
import { openStore } from '../../src/store/platform/store.ts'
import { createTestFolder } from '../support/database/stores.ts'
import { readRow } from '../support/database/tables.ts'
import { runProgram, startProgram } from '../support/programs/program.ts'
import { waitUntil } from '../support/time/until.ts'

const [FIRST, SECOND, THIRD] = ['first', 'second', 'third'].map((word) => word.repeat(10)) as [string, string, string]
const ADMIN = { email: 'ann@example.test', password: 'correct horse battery' }

interface Data {
  access_token: string
  monitor: { id: string; body: string | null }
}

test('the secret can be changed without losing sealed values, and a wrong secret is reported first', async (t) => {
  const folder = createTestFolder(t)
  const base = {
    WK_DATA_DIR: folder,
    WK_LOCAL_PROBE: 'off',
    WK_ADMIN_EMAIL: ADMIN.email,
    WK_ADMIN_PASSWORD: ADMIN.password,
  }
  const first = await startProgram(t, { env: { ...base, WK_SECRET: FIRST } })
  const ask = async (url: string, method: string, path: string, token: string | null, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { data, ...rest } = (await answer.json()) as { data: Data }
    assert.ok(answer.ok, JSON.stringify(rest))
    return data
  }
  const signIn = async (url: string) => (await ask(url, 'POST', '/api/auth/login', null, ADMIN)).access_token
  const monitor = {
    type: 'HTTP',
    name: 'Shop',
    target: 'https://shop.example.test/',
    http_config: { method: 'POST', headers: { Authorization: 'Bearer hunter2' }, body: 'hunter2' },
    interval_seconds: 300,
  }
  const { monitor: made } = await ask(first.url, 'POST', '/api/monitors', await signIn(first.url), monitor)
  await first.stop()
  assert.ok(!readFileSync(getDatabaseFile(folder)).includes('hunter2'), 'the file contains no secret')

  const bodyWith = async (env: Record<string, string>) => {
    const program = await startProgram(t, { env: { ...base, ...env } })
    const { monitor: read } = await ask(program.url, 'GET', `/api/monitors/${made.id}`, await signIn(program.url))
    return { body: read.body, program }
  }
  const second = await bodyWith({ WK_SECRET: SECOND, WK_SECRET_PREVIOUS: FIRST })
  assert.equal(second.body, 'hunter2')
  await waitUntil(() => /encrypted all secrets in the database with the current key/.test(second.program.stderr()))
  await second.program.stop()

  const wrong = await runProgram(['serve'], { ...base, WK_PORT: '0', WK_SECRET: THIRD })
  assert.equal(wrong.code, 78)
  assert.match(wrong.stderr, /were encrypted with the key [0-9a-f]{12}.*WK_SECRET_PREVIOUS.*accept-secret/s)
  assert.doesNotMatch(wrong.stderr, /secondsecond|thirdthird|\n\s+at /)

  // The secret is lost for good
  const accepted = await runProgram(['accept-secret'], { ...base, WK_SECRET: THIRD })
  assert.deepEqual([accepted.code, /Accepted/.test(accepted.stdout)], [0, true])
  const third = await bodyWith({ WK_SECRET: THIRD })
  assert.equal(third.body, null)
  await waitUntil(
    () => third.program.stderr().includes(`monitor ${made.id}`),
    'the log line about the unreadable secret',
  )
  await third.program.stop()
  const store = openStore({ file: join(folder, 'watchkeeper.db') })
  t.after(() => store.close())
  const row = await readRow(store.db, 'monitors')
  assert.match(row.settings, /"sealed":"v1\./, 'the right secret opens it again')
})
