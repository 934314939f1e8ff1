// @alone: takes long
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTestClient, expectData } from '../support/api/client.ts'
import { createTestDatabaseUrl, createTestFolder, DIALECTS } from '../support/database/stores.ts'
import { createEnvironment, NODE_FLAGS, runProgram, startProgram } from '../support/programs/program.ts'
import { waitUntil } from '../support/time/until.ts'

const ENTRY = join(import.meta.dirname, '../../dist/bin/watchkeeper.js')
const ACCOUNT = { email: 'alice@example.com', password: 'a password of Alice', name: 'Alice' }

type Environment = Record<string, string>

/** Starts a server with Alice's account and one checked monitor. */
async function serveAlice(t: Parameters<typeof startProgram>[0], env: Environment) {
  const program = await startProgram(t, { env: { ...env, WK_LOCAL_PROBE: 'on' } })
  const account = await expectData(createTestClient(program.url)('POST', '/api/auth/register', ACCOUNT))
  const session = createTestClient(program.url, { authorization: `Bearer ${account.access_token}` })
  const draft = { name: 'Itself', type: 'HTTP', target: `${program.url}/api/health` }
  const { monitor } = await expectData(session('POST', '/api/monitors', draft))
  await expectData(session('POST', `/api/monitors/${monitor.id}/check`))
  return { program, session, monitorId: monitor.id as string }
}

for (const [index, from] of DIALECTS.entries()) {
  const to = DIALECTS[1 - index]!
  test(`${from} to ${to}: a backup of a running server is restored and served elsewhere`, async (t) => {
    const placeOf = async (dialect: string): Promise<Environment> => ({
      WK_DATA_DIR: createTestFolder(t),
      ...(dialect === 'postgres' && { DATABASE_URL: await createTestDatabaseUrl(t) }),
    })
    const [there, here] = [await placeOf(from), await placeOf(to)]
    const { program, session, monitorId } = await serveAlice(t, there)
    const file = join(createTestFolder(t), 'alice.backup')
    const made = await runProgram(['backup', file, '--with-secret'], there)
    assert.deepEqual([made.code, made.stderr], [0, ''])
    assert.match(made.stdout, /^Wrote .*alice\.backup: \d+ rows, 0\.\d MB\.\nThe file contains the secret/)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.equal((await session('GET', '/api/auth/me')).status, 200, 'the server keeps running')

    const refused = await runProgram(['restore', file, '--replace'], there)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /Another Watchkeeper server is using|A server is using the database/)
    assert.equal((await session('GET', '/api/auth/me')).status, 200)
    await program.stop()

    const restored = await runProgram(['restore', file], here)
    // A slow machine shows the progress
    assert.equal(restored.code, 0)
    assert.match(restored.stderr, /^(\d+ of \d+ rows, at \w+\n)*$/)
    assert.match(restored.stdout, /accounts 1, organizations 1, monitors 1, incidents 0, results [12]\.\n/)
    assert.match(restored.stdout, /The secret of the service was restored to .*session\.key/)
    assert.equal(readFileSync(join(here.WK_DATA_DIR!, 'session.key'), 'utf8').length, 65)
    const again = await runProgram(['restore', file], here)
    assert.match(again.stderr, /is not empty: accounts 1, organizations 1, monitors 1/)

    const moved = await startProgram(t, { env: here })
    const { email, password } = ACCOUNT
    const signedIn = await expectData(createTestClient(moved.url)('POST', '/api/auth/login', { email, password }))
    const after = createTestClient(moved.url, { authorization: `Bearer ${signedIn.access_token}` })
    const { results } = await expectData(after('GET', `/api/monitors/${monitorId}/results`))
    assert.ok(results.length >= 1)
    await expectData(after('POST', `/api/monitors/${monitorId}/check`))
    const second = await expectData(after('POST', '/api/monitors', { name: 'New', type: 'HTTP', target: moved.url }))
    assert.ok(second.monitor.id)
  })
}

test('a backup goes through a pipe, and an incomplete backup is refused before anything is written', async (t) => {
  const there = { WK_DATA_DIR: createTestFolder(t) }
  await runProgram(['create-admin', 'admin@example.com'], there)
  const file = join(createTestFolder(t), 'piped.backup')
  const writing = run(['backup', '-'], there)
  const chunks: Buffer[] = []
  writing.child.stdout!.on('data', (chunk) => chunks.push(chunk))
  assert.equal(await writing.code, 0)
  const bytes = Buffer.concat(chunks)
  writeFileSync(file, bytes)

  const here = { WK_DATA_DIR: createTestFolder(t) }
  for (const [wrong, words] of [
    [bytes.subarray(0, bytes.length - 1), /is incomplete: its end is missing/],
    [Buffer.from('nonsense'), /is not a Watchkeeper backup/],
    [Buffer.of(), /is empty/],
  ] as const) {
    writeFileSync(`${file}.wrong`, wrong)
    const { code, stderr } = await runProgram(['restore', `${file}.wrong`], here)
    assert.equal(code, 1)
    assert.match(stderr, words)
    assert.deepEqual(readdirSync(here.WK_DATA_DIR), [])
  }
  const missing = await runProgram(['restore', `${file}.missing`], here)
  assert.match(missing.stderr, /^watchkeeper: Cannot read .*missing: ENOENT\.\n$/)
  const unsaid = await runProgram(['restore'], here)
  assert.match(unsaid.stderr, /^watchkeeper: FILE is missing\./)
  assert.match((await runProgram(['restore', '--check', file], here)).stdout, /The backup is complete\.\n$/)
  assert.equal(existsSync(join(here.WK_DATA_DIR, 'watchkeeper.db')), false)

  const reading = run(['restore', '-'], here)
  createReadStream(file).pipe(reading.child.stdin!)
  assert.equal(await reading.code, 0)
  const second = await runProgram(['create-admin', 'bob@example.com'], here)
  assert.match(second.stderr, /An account already exists/)
})

test('an interrupted restore leaves no files', async (t) => {
  const here = { WK_DATA_DIR: createTestFolder(t) }
  const reading = run(['restore', '-'], here)
  reading.child.stdin!.write('Watch')
  const arrived = () => readdirSync(here.WK_DATA_DIR).some((name) => statSync(join(here.WK_DATA_DIR, name)).size === 5)
  await waitUntil(arrived, 'the beginning of the backup')
  reading.child.kill('SIGINT')
  assert.equal(await reading.code, 1)
  assert.equal(reading.stderr(), 'watchkeeper: Stopped.\n')
  assert.deepEqual(readdirSync(here.WK_DATA_DIR), [])
})

test('a backup into a closed pipe fails with a message', async (t) => {
  const there = { WK_DATA_DIR: createTestFolder(t) }
  await runProgram(['migrate'], there)
  const writing = run(['backup', '-'], there)
  writing.child.stdout!.destroy()
  assert.equal(await writing.code, 1)
  assert.equal(writing.stderr(), 'watchkeeper: Cannot write the output: EPIPE.\n')
})

test('a backup reports a missing file name, database or folder', async (t) => {
  const empty = { WK_DATA_DIR: createTestFolder(t) }
  assert.match((await runProgram(['backup'], empty)).stderr, /^watchkeeper: FILE is missing\./)
  assert.match((await runProgram(['backup', 'x'], empty)).stderr, /watchkeeper\.db: There is no such file\.\n$/)
  assert.deepEqual(readdirSync(empty.WK_DATA_DIR), [])
  await runProgram(['migrate'], empty)
  const nowhere = await runProgram(['backup', join(empty.WK_DATA_DIR, 'no', 'x')], empty)
  assert.match(nowhere.stderr, /Cannot write to .*: ENOENT\.\n$/)
  const inFolder = await runProgram(['backup', empty.WK_DATA_DIR], empty)
  assert.match(inFolder.stdout, /^Wrote .*\/watchkeeper-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.backup: \d+ rows/)
})

test('a backup without its secret states this when it is created and when it is restored', async (t) => {
  const there = { WK_DATA_DIR: createTestFolder(t), WK_SECRET: 'a secret of more than 32 characters' }
  const { program } = await serveAlice(t, there)
  const file = join(createTestFolder(t), 'one.backup')
  const made = await runProgram(['backup', file], there)
  assert.match(made.stdout, /The file does not contain the secret of the service/)
  await program.stop()
  const wrong = await runProgram(['backup', file, '--with-secret'], { ...there, WK_SECRET: 'x'.repeat(32) })
  assert.match(wrong.stderr, /The secrets in the database were encrypted with a different WK_SECRET/)
  const here = { WK_DATA_DIR: createTestFolder(t), WK_SECRET: 'another secret of 32 characters or more' }
  const restored = await runProgram(['restore', file], here)
  assert.equal(restored.code, 2)
  assert.match(restored.stderr, /The data is restored, but its secret is missing.*made with a different WK_SECRET/)
  const { WK_SECRET: _, ...without } = here
  const refused = await runProgram(['serve'], { ...without, WK_PORT: '0' })
  assert.equal(refused.code, 78)
  assert.match(refused.stderr, /were encrypted with the key [0-9a-f]{12}, which is missing/)
  assert.equal(existsSync(join(here.WK_DATA_DIR, 'session.key')), false)
  const right = await runProgram(['restore', '--replace', file], { ...here, WK_SECRET: there.WK_SECRET })
  assert.deepEqual([right.code, right.stderr], [0, ''])
})

/** Runs the program with its own pipes. */
function run(args: readonly string[], env: Environment) {
  const child = spawn(process.execPath, [...NODE_FLAGS, ENTRY, ...args], { env: createEnvironment(env) })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  return { child, code: once(child, 'close').then(([code]) => code as number | null), stderr: () => stderr }
}
