// @alone: takes long
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { createTestClient, expectData } from '../support/api/client.ts'
import { createTestDatabaseUrl, createTestFolder } from '../support/database/stores.ts'
import { COMMAND_NAMES } from '../support/programs/command-line.ts'
import { createCommand, createEnvironment, ROOT, runProgram, startProgram } from '../support/programs/program.ts'
import { closedPort } from '../support/targets/targets.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))

test('help lists the commands, and so does the program without a command', async () => {
  for (const args of [[], ['help'], ['--help']]) {
    const { code, stdout } = await runProgram(args, {})
    assert.equal(code, 0)
    for (const command of ['serve', 'migrate', 'create-admin']) assert.match(stdout, new RegExp(`^  ${command}`, 'm'))
  }
})

test('-h and --help before and after a command show its help', async () => {
  const helps = await Promise.all(
    [
      ['help', 'serve'],
      ['--help', 'serve'],
      ['-h', 'serve'],
      ['serve', '-h'],
      ['serve', '--help'],
    ].map((args) => runProgram(args, {})),
  )
  for (const { code, stdout } of helps) assert.deepEqual([code, stdout], [0, helps[0]!.stdout])
  assert.match(helps[0]!.stdout, /^Usage: watchkeeper serve /)
})

test('version prints the version of the package', async () => {
  for (const word of ['version', '--version', '-v']) assert.equal((await runProgram([word], {})).stdout, `${version}\n`)
})

test('an unknown command is refused, and the message names only a similar command', async () => {
  const [similar, strange] = await Promise.all([runProgram(['sevre'], {}), runProgram(['nosuch'], {})])
  assert.deepEqual([similar.code, strange.code, similar.stdout + strange.stdout], [64, 64, ''])
  assert.equal(
    similar.stderr,
    'watchkeeper: unknown command "sevre" (did you mean serve?). "watchkeeper help" lists the commands.\n',
  )
  assert.equal(strange.stderr, 'watchkeeper: unknown command "nosuch". "watchkeeper help" lists the commands.\n')
})

/** Commands that take any number of files, and refuse these because they do not exist. */
const TAKES_ANY_NUMBER = ['validate', 'plan', 'apply']

/** Commands whose exit code for a usage error differs from EX_USAGE of sysexits.h. */
const USAGE_CODES: Readonly<Record<string, number>> = { check: 3, validate: 1, plan: 1, apply: 1, export: 1 }

/** More operands than any other command takes. */
const SURPLUS = ['a', 'b', 'c', 'd']

for (const name of [...COMMAND_NAMES, 'help', 'version'])
  test(`${name}: --help prints the help, and an unknown option or surplus argument is refused before any work`, async (t) => {
    const env = { WK_DATA_DIR: join(createTestFolder(t), 'data'), WK_PORT: '0' }
    const run = (...args: string[]) => runProgram([name, ...args], env)
    const [help, option, surplus] = await Promise.all([run('--help'), run('--no-such-option'), run(...SURPLUS)])
    assert.deepEqual([help.code, help.stderr], [0, ''])
    assert.match(help.stdout, new RegExp(`^Usage: watchkeeper ${name}( .*)?\n[\\s\\S]*^  --help +show this help$`, 'm'))
    const usage = USAGE_CODES[name] ?? 64
    assert.deepEqual([option.code, option.stdout, surplus.code, surplus.stdout], [usage, '', usage, ''])
    assert.match(option.stderr, /^watchkeeper: unknown option "--no-such-option"\.[^\n]*\n$/)
    if (TAKES_ANY_NUMBER.includes(name))
      assert.match(surplus.stderr, /^watchkeeper: Cannot read a: it does not exist[^\n]*\n$/)
    else assert.match(surplus.stderr, /^watchkeeper: "[a-d]" is an unexpected argument[^\n]*\n$/)
    assert.equal(existsSync(env.WK_DATA_DIR), false)
  })

test('a full output ends a command with one line and an exit code', async (t) => {
  const full = openSync('/dev/full', 'w')
  t.after(() => closeSync(full))
  const env = createEnvironment({ WK_DATA_DIR: createTestFolder(t), WK_PORT: '0', WK_LOG_LEVEL: 'silent' })
  const cases = [['check', '--help'], ['help'], ['version'], ['migrate'], ['serve']]
  for (const args of cases) {
    const [program, ...given] = createCommand(ROOT, args)
    const { status, stderr } = spawnSync(program!, given, {
      env,
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    })
    const line = 'watchkeeper: Cannot write the output: ENOSPC.\n'
    assert.deepEqual([status, stderr], [args[0] === 'check' ? 3 : 1, line], args.join(' '))
  }
})

test('a closed output ends a command with one line and an exit code', async (t) => {
  const [program, ...given] = createCommand(ROOT, ['doctor'])
  const child = spawn(program!, given, {
    env: createEnvironment({ WK_DATA_DIR: createTestFolder(t), WK_DNS_SERVERS: `127.0.0.1:${await closedPort()}` }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  const [[code], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  assert.deepEqual([code, stderr], [1, 'watchkeeper: Cannot write the output: EPIPE.\n'])
})

test('migrate updates a database once when run twice', async (t) => {
  const places: Record<string, string>[] = [{}, { DATABASE_URL: await createTestDatabaseUrl(t) }]
  for (const rest of places) {
    const place = { ...rest, WK_DATA_DIR: createTestFolder(t) }
    const both = await Promise.all([runProgram(['migrate'], place), runProgram(['migrate'], place)])
    assert.deepEqual(
      both.map(({ code }) => code),
      [0, 0],
    )
    assert.deepEqual(both.map(({ stdout }) => /1 release-1/.test(stdout)).sort(), [false, true])
    assert.match((await runProgram(['migrate'], place)).stdout, /is up to date/)
  }
})

test('compact frees unused space, but not while the server runs', async (t) => {
  const env = { WK_DATA_DIR: createTestFolder(t) }
  const file = join(env.WK_DATA_DIR, 'watchkeeper.db')
  // A database from before files could shrink
  const older = new DatabaseSync(file)
  older.exec('PRAGMA application_id = 0x574b5052; CREATE TABLE something AS SELECT zeroblob(6000000) AS room')
  older.exec('DROP TABLE something')
  older.close()
  const program = await startProgram(t, { env })
  assert.match((await runProgram(['compact'], env)).stderr, /^watchkeeper: /)
  await program.stop()
  const before = statSync(file).size
  const { code, stdout } = await runProgram(['compact'], env)
  assert.equal(code, 0)
  assert.match(stdout, /^Compacted .* from [\d.]+ MB to [\d.]+ MB/)
  assert.ok(statSync(file).size < before / 2, `${before} to ${statSync(file).size}`)
  const now = new DatabaseSync(file)
  assert.equal(now.prepare('PRAGMA auto_vacuum').get()!.auto_vacuum, 2)
  now.close()
})

test('create-admin creates the first account, prints its password, and creates no second one', async (t) => {
  const env = { WK_DATA_DIR: createTestFolder(t) }
  const made = await runProgram(['create-admin', 'Admin@Example.com'], env)
  assert.equal(made.code, 0, made.stderr)
  const password = /Password: (\S+)/.exec(made.stdout)![1]
  const program = await startProgram(t, { env })
  const { user } = await expectData(
    createTestClient(program.url)('POST', '/api/auth/login', { email: 'admin@example.com', password }),
  )
  assert.equal(user.is_instance_admin, true)

  const second = await runProgram(['create-admin', 'bob@example.com'], env)
  assert.equal(second.code, 1)
  assert.equal(second.stderr, 'watchkeeper: An account already exists. Its owner can invite other users.\n')
})

test('reset-password sets a new password on the server and ends every session', async (t) => {
  const env = { WK_DATA_DIR: createTestFolder(t) }
  await runProgram(['create-admin', 'admin@example.com'], env)
  const program = await startProgram(t, { env })
  const reset = await runProgram(['reset-password', 'Admin@example.com'], env)
  assert.equal(reset.code, 0, reset.stderr)
  const password = /Password: (\S+)/.exec(reset.stdout)![1]
  const client = createTestClient(program.url)
  const { access_token } = await expectData(client('POST', '/api/auth/login', { email: 'admin@example.com', password }))
  const session = createTestClient(program.url, { authorization: `Bearer ${access_token}` })
  assert.equal((await session('GET', '/api/auth/me')).status, 200)
  await runProgram(['reset-password', 'admin@example.com'], env)
  assert.equal((await session('GET', '/api/auth/me')).status, 401)
  const log = await runProgram(['reset-second-factor', 'admin@example.com'], env)
  assert.deepEqual([log.code, log.stderr], [1, 'watchkeeper: admin@example.com has no second factor\n'])
  const nobody = await runProgram(['reset-password', 'bob@example.com'], env)
  assert.deepEqual([nobody.code, nobody.stderr], [1, 'watchkeeper: No account has the email address bob@example.com\n'])
  const unsaid = await runProgram(['reset-password'], env)
  assert.equal(unsaid.stderr, 'watchkeeper: EMAIL is missing. See "watchkeeper reset-password --help".\n')
})

test('create-admin states which values are missing, and also reads them from the environment', async (t) => {
  const env = { WK_DATA_DIR: createTestFolder(t) }
  assert.match((await runProgram(['create-admin'], env)).stderr, /EMAIL is missing, and WK_ADMIN_EMAIL is not set/)
  const given = { ...env, WK_ADMIN_EMAIL: 'admin@example.com', WK_ADMIN_PASSWORD: 'correct horse battery' }
  const { stdout } = await runProgram(['create-admin'], given)
  assert.equal(stdout, 'Created the first account, admin@example.com.\n')
})

test('create-admin refuses a common password in one line', async (t) => {
  const env = {
    WK_DATA_DIR: createTestFolder(t),
    WK_ADMIN_EMAIL: 'admin@example.com',
    WK_ADMIN_PASSWORD: 'password123',
  }
  const { code, stderr } = await runProgram(['create-admin'], env)
  assert.equal(code, 1)
  assert.match(stderr, /^watchkeeper: [^\n]*password[^\n]*\n$/)
})
