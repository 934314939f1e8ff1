/** The program monitors domains at a registry that the test runs. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { createTestClient, expectData } from '../support/api/client.ts'
import {
  type Cleanup,
  createTestDatabaseUrl,
  createTestFilePath,
  createTestFolder,
  DIALECTS,
} from '../support/database/stores.ts'
import { runProgram, startProgram } from '../support/programs/program.ts'
import { closedPort } from '../support/targets/targets.ts'
import { waitUntil } from '../support/time/until.ts'
import { startRdapServer } from './rdap-server.ts'

const ACCOUNT = { email: 'alice@example.com', password: 'a password of Alice', name: 'Alice' }
const EXPIRES_AT = '2099-03-04T05:06:07.000Z'

/** Settings of a server without a local probe and with one registry. */
async function environmentOf(t: Cleanup, dialect: (typeof DIALECTS)[number], bootstrap: string) {
  return {
    WK_DATA_DIR: createTestFolder(t),
    WK_LOCAL_PROBE: 'off',
    WK_SECRET: 'the same for all servers of one database',
    WK_RDAP_BOOTSTRAP: bootstrap,
    WK_WHOIS_SERVER: `127.0.0.1:${await closedPort()}`,
    ...(dialect === 'postgres' && { DATABASE_URL: await createTestDatabaseUrl(t) }),
  }
}

async function signUp(url: string) {
  const { access_token } = await expectData(createTestClient(url)('POST', '/api/auth/register', ACCOUNT))
  const session = { authorization: `Bearer ${access_token}` }
  const watch = async (target: string): Promise<string> => {
    const body = { name: target, type: 'HTTP', target: `https://${target}/`, domain_monitoring: {} }
    return (await expectData(createTestClient(url, session)('POST', '/api/monitors', body))).monitor.id
  }
  const read = (id: string, from = url) =>
    expectData(createTestClient(from, session)('GET', `/api/monitors/${id}/domain`))
  return { watch, read }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a domain is looked up within seconds and stays stored after a power cut`, async (t) => {
    const registry = await startRdapServer(t, ['com'], EXPIRES_AT)
    const env = await environmentOf(t, dialect, registry.bootstrap)
    const program = await startProgram(t, { env })
    const { watch, read } = await signUp(program.url)
    const ids = [await watch('www.example.com'), await watch('api.example.com')]
    const known = await waitUntil(async () => {
      const domain = await read(ids[0]!)
      return domain.is_registered && domain
    }, 'the answer')
    const { domain, registrar, registered_at, expires_at, source, server, error, name_servers, statuses } = known
    assert.deepEqual([domain, registrar, source, server], ['example.com', 'Test Registrar', 'rdap', '127.0.0.1'])
    assert.deepEqual([registered_at, expires_at, error], ['2001-02-03T04:05:06.000Z', EXPIRES_AT, null])
    assert.deepEqual([name_servers, statuses], [['ns1.example.com'], ['active']])
    assert.deepEqual(await read(ids[1]!), known)
    await program.kill()
    const again = await startProgram(t, { env })
    assert.deepEqual(await read(ids[0]!, again.url), known)
    await again.stop()
    assert.deepEqual(registry.asked, ['example.com'])
  })

  test(`${dialect}: a stop waits for no registry, and the next start repeats unanswered lookups`, async (t) => {
    const registry = await startRdapServer(t, ['com'], EXPIRES_AT)
    const env = await environmentOf(t, dialect, registry.bootstrap)
    const program = await startProgram(t, { env })
    const { watch, read } = await signUp(program.url)
    registry.answer(() => {})
    const id = await watch('example.com')
    await waitUntil(() => registry.asked.length > 0, 'the question')
    assert.equal((await read(id)).checked_at, null)
    const { code, stderr } = await program.stop()
    // A warning about a slow database is allowed here
    assert.deepEqual([code, /"level":(50|60)|stopped before/.exec(stderr)], [0, null], stderr)
    registry.answer((response) => response.writeHead(500).end())
    const again = await startProgram(t, { env })
    const failed = await waitUntil(async () => {
      const domain = await read(id, again.url)
      return domain.error && domain
    }, 'the failure')
    assert.match(failed.error, /returned status 500/)
    assert.deepEqual([failed.is_registered, failed.expires_at, failed.last_known_at], [null, null, null])
    await again.stop()
  })
}

test('two servers on one database look up each domain once', async (t) => {
  const registry = await startRdapServer(t, ['com', 'net'], EXPIRES_AT)
  const env = await environmentOf(t, 'postgres', registry.bootstrap)
  const first = await startProgram(t, { env })
  const second = await startProgram(t, { env: { ...env, WK_DATA_DIR: createTestFolder(t) } })
  const { watch, read } = await signUp(first.url)
  const names = ['a.com', 'b.com', 'c.com', 'd.com', 'a.net', 'b.net']
  const ids = await Promise.all(names.map(watch))
  await waitUntil(
    async () => (await Promise.all(ids.map((id) => read(id, second.url)))).every((d) => d.is_registered),
    'all',
  )
  await Promise.all([first.stop(), second.stop()])
  assert.deepEqual(registry.asked.toSorted(), names.toSorted())
})

test('an invalid list of RDAP servers prevents the start with a message', async (t) => {
  const file = createTestFilePath(t, 'rdap.json')
  writeFileSync(file, '{}')
  const { code, stderr } = await runProgram(['serve'], {
    WK_DATA_DIR: createTestFolder(t),
    WK_PORT: '0',
    WK_RDAP_BOOTSTRAP: file,
  })
  assert.equal(code, 78)
  assert.match(stderr, /^ {2}WK_RDAP_BOOTSTRAP: .+: not a list of RDAP servers/m)
})
