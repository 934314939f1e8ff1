// @slow: starts the program
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Finding } from '../../../src/cli/doctor/finding.ts'
import { createTestClient, expectData } from '../../support/api/client.ts'
import { createTestFolder } from '../../support/database/stores.ts'
import { runProgram, startProgram } from '../../support/programs/program.ts'
import { openMailServer } from '../../support/targets/mail-server.ts'
import { closedPort } from '../../support/targets/targets.ts'

const SECRETS = ['hunter2', 's3cret-of-the-service-0123456789abcdef', 'token-of-the-metrics']

async function doctor(env: Record<string, string>, ...args: string[]) {
  const { code, stdout, stderr } = await runProgram(['doctor', '--json', ...args], env)
  assert.equal(stderr, '')
  const texts = JSON.parse(stdout) as { ok: boolean; findings: Finding[] }
  for (const secret of SECRETS) assert.ok(!stdout.includes(secret), secret)
  assert.equal(code, texts.ok ? 0 : 1)
  const of = (topic: string) => texts.findings.filter((finding) => finding.topic === topic)
  return { ...texts, of }
}

test('a running server passes the doctor and keeps running', async (t) => {
  const WK_DATA_DIR = join(createTestFolder(t), 'data')
  const program = await startProgram(t, { env: { WK_DATA_DIR } })
  const { port } = new URL(program.url)
  const mail = await openMailServer(t, {
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'me' }),
  })
  const alice = { name: 'Alice', email: 'alice@example.test', password: 'a lighthouse at night' }
  const { access_token: token } = await expectData(createTestClient(program.url)('POST', '/api/auth/register', alice))
  const call = createTestClient(program.url, { authorization: `Bearer ${token}` })
  const server = { host: '127.0.0.1', port: Number(new URL(mail.url).port), encryption: 'none' as const }
  await expectData(
    call('PUT', '/api/admin/email', { ...server, username: 'me', password: 'hunter2', from: 'wk@example.test' }),
  )
  const env = { WK_DATA_DIR, WK_PORT: port, WK_BASE_URL: program.url }
  const { findings, of } = await doctor(env, '--send-to', 'ops@example.test')
  const failures = findings.filter(({ level, topic }) => level === 'failure' && topic !== 'DNS')
  assert.deepEqual(failures, [])
  assert.match(of('Server')[0]!.text, /a server is running from/)
  assert.match(of('Address')[0]!.text, /reaches this server/)
  assert.match(of('Probes').at(-1)!.text, /checks 0 monitors|has just started/)
  assert.match(of('Email')[0]!.text, /^127\.0\.0\.1:\d+ accepts email/)
  assert.deepEqual(mail.mails[0]?.to, ['ops@example.test'])
  assert.equal((await fetch(`${program.url}/api/health`)).status, 200)
})

test('all problems are reported together without secrets, and the exit code is 1', async (t) => {
  const folder = createTestFolder(t)
  const env = {
    WK_DATA_DIR: folder,
    WK_PORT: String(await closedPort()),
    DATABASE_URL: `postgres://wk:hunter2@127.0.0.1:${await closedPort()}/wk`,
    WK_SECRET: SECRETS[1]!,
    WK_METRICS_TOKEN: SECRETS[2]!,
    WK_SMTP_URL: `smtp://me:hunter2@127.0.0.1:${await closedPort()}`,
    WK_SMTP_FROM: 'wk@example.test',
    WK_DNS_SERVERS: `127.0.0.1:${await closedPort()}`,
    WK_BASE_URL: `http://127.0.0.1:${await closedPort()}`,
    WK_TRUSTED_PROXIES: '0.0.0.0/0',
  }
  const { ok, findings } = await doctor(env)
  const failed = findings.filter(({ level }) => level === 'failure').map(({ topic }) => topic)
  assert.deepEqual([ok, new Set(failed)], [false, new Set(['Database', 'DNS', 'Email', 'Proxies'])])
  for (const { advice, level } of findings) assert.equal(advice === null, level === 'ok')
})

test('an invalid configuration is reported with every mistake, and the machine is still inspected', async (t) => {
  const folder = createTestFolder(t)
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data/x'), '')
  const { of, ok } = await doctor({
    WK_DATA_DIR: join(folder, 'data'),
    WK_PORT: 'http',
    WK_SECRET: 'hunter2',
    WK_POTR: '1',
  })
  assert.equal(ok, false)
  const texts = of('Configuration').map(({ text }) => text)
  assert.equal(texts.length, 3)
  assert.match(
    texts.join('\n'),
    /WK_PORT: got "http"[\s\S]*WK_SECRET: got a text of 7 characters[\s\S]*did you mean WK_PORT/,
  )
  assert.equal(of('Node').length, 1)
})

test('the doctor of a probe inspects its server connection', async (t) => {
  const env = { WK_DATA_DIR: createTestFolder(t), WK_DNS_SERVERS: `127.0.0.1:${await closedPort()}` }
  const { of } = await doctor(
    env,
    '--server',
    `http://127.0.0.1:${await closedPort()}`,
    '--token',
    `wkp_${'t'.repeat(43)}`,
  )
  assert.match(of('Server')[0]!.text, /ECONNREFUSED/)
  assert.equal(of('Database').length, 0)
})

test('a probe with a valid token passes the doctor, and no probe is registered', async (t) => {
  const env = { WK_DATA_DIR: createTestFolder(t) }
  const { url } = await startProgram(t, { env })
  const token = (await runProgram(['probe-token', 'eu-1'], env)).stdout.trim()
  const line = {
    WK_DATA_DIR: createTestFolder(t),
    WK_PROBE_TOKEN: token,
    WK_DNS_SERVERS: `127.0.0.1:${await closedPort()}`,
  }
  const { of } = await doctor(line, '--server', url)
  // A server of a slow machine answers late, which is a warning
  assert.match(of('Server')[0]!.text, /accepted the token/)
  const { of: there } = await doctor({ ...env, WK_PORT: new URL(url).port })
  assert.deepEqual(
    there('Probes').filter(({ text }) => text.includes('eu-1')),
    [],
  )
})
