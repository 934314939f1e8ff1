import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { decode, encode } from 'dns-packet'
import { findStoredMail, inspectMail, inspectStoredMail } from '../../../src/cli/doctor/mail.ts'
import { inspectNameServers, inspectPings } from '../../../src/cli/doctor/network.ts'
import { canServiceSendPings } from '../../../src/cli/doctor/probes.ts'
import { inspectServerConnection } from '../../../src/cli/doctor/server-connection.ts'
import type { Fields } from '../../../src/core/platform/sealing/sealed-fields.ts'
import { openForReading } from '../../../src/services/platform/sealing/sealing.ts'
import { saveInstanceSetting } from '../../../src/store/platform/instance-settings.ts'
import { saveRegion } from '../../../src/store/probes/regions.ts'
import { createTestFolder, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { deleteRows, insertRows } from '../../support/database/tables.ts'
import { PROBE_TOKEN, startProbeServer } from '../../support/programs/probe-server.ts'
import { openMailServer } from '../../support/targets/mail-server.ts'
import { closedPort, SERVFAIL, startDnsServer } from '../../support/targets/targets.ts'
import { complaintsOf, linesOf } from './findings.ts'

/** A resolver that answers every query with SERVFAIL. */
async function startFailingResolver(t: TestContext): Promise<string> {
  const udp = createSocket('udp4')
  udp.on('message', (packet, { port, address }) => {
    const { id, questions } = decode(packet)
    udp.send(encode({ id, type: 'response', flags: SERVFAIL, questions }), port, address)
  })
  udp.bind(0, '127.0.0.1')
  await once(udp, 'listening')
  t.after(() => udp.close())
  return `127.0.0.1:${udp.address().port}`
}

test('each name server is queried, and one working server is enough', async (t) => {
  const good = (await startDnsServer(t, () => null)).address
  const mute = (await startDnsServer(t, () => null, { isMute: true })).address
  const lonely = await startFailingResolver(t)
  const found = await inspectNameServers([good, mute, lonely])
  assert.match(linesOf(found)[0]!, new RegExp(`${good} responds in`))
  assert.deepEqual(linesOf(found).slice(1), [
    `warning DNS: ${mute} did not respond within 3 s`,
    `warning DNS: ${lonely} cannot resolve names`,
  ])
  assert.deepEqual(
    (await inspectNameServers([mute, lonely], 100)).map(({ level }) => level),
    ['failure', 'failure'],
  )
})

test('a machine that may not send pings gets the exact command', async () => {
  const icmp = (v4: string | null, v6: string | null) => ({
    findRefusal: async (family: 4 | 6) => (family === 4 ? v4 : v6),
    ping: () => Promise.reject(new Error('not asked for')),
    close: () => {},
  })
  const [sends, silent] = [async () => true, async () => false]
  assert.deepEqual(complaintsOf(await inspectPings(icmp(null, 'no IPv6'), silent)), [])
  assert.deepEqual(linesOf(await inspectPings(icmp('EACCES', 'EACCES'), sends)), [
    'ok Pings: available to the running service, although not to this command',
  ])
  const foundLines = complaintsOf(await inspectPings(icmp('EACCES', 'EACCES'), silent))
  assert.match(foundLines[0]!, /sysctl -w net.ipv4.ping_group_range="0 2147483647"/)
})

test('the live local probe decides whether the service can send pings', async (t) => {
  const store = await openTestStore(t, 'sqlite')
  const row = {
    region: 1,
    name: 'here',
    token_id: null,
    version: '1',
    icmp: 1,
    ipv6: 0,
    address: null,
    session: 's',
    registered_at: 0,
    seen_at: 0,
    lease_until: 100,
    is_live: 1,
    epoch: 1,
    vitals: null,
    stuck_since: null,
  } as const
  const sends = async (over: object, now = 50): Promise<boolean> => {
    await deleteRows(store.db, 'probes')
    await insertRows(store.db, 'probes', { ...row, id: 'a', ...over })
    return canServiceSendPings(store, now, 'here')
  }
  await store.transact((tx) => saveRegion(tx, { code: 'local', name: 'Here', isDefault: true }, 0))
  assert.equal(await sends({}), true)
  assert.equal(await sends({ icmp: 0 }), false)
  assert.equal(await sends({ name: 'elsewhere' }), false)
  assert.equal(await sends({ is_live: 0 }), false)
  assert.equal(await sends({}, 100), false, 'its lease is over')
})

const FROM = 'Watchkeeper <wk@example.test>'

test('a mail server is tested without an email, and with a recipient it receives one', async (t) => {
  const { url, mails } = await openMailServer(t)
  assert.deepEqual(linesOf(await inspectMail({ url, from: FROM }, null)), [
    `ok Email: ${new URL(url).host} accepts email from this server`,
  ])
  assert.equal(mails.length, 0)
  const sent = await inspectMail({ url, from: FROM }, 'ops@example.test')
  assert.deepEqual(complaintsOf(sent), [])
  assert.deepEqual(mails[0]?.to, ['ops@example.test'])
})

test('a wrong password, a closed port and a server without TLS are reported without the password', async (t) => {
  const strict = await openMailServer(t, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(new Error('Invalid username or password')),
  })
  const look = async (url: string, startTls: 'auto' | 'required' | 'off') =>
    complaintsOf(await inspectMail({ url, from: FROM, startTls, timeoutMs: 5_000 }, null))[0]!
  const withPassword = strict.url.replace('//', '//me:hunter2@')
  const foundLines = [
    await look(withPassword, 'off'),
    await look(`smtp://me:hunter2@127.0.0.1:${await closedPort()}`, 'auto'),
    await look(strict.url, 'required'),
  ]
  for (const line of foundLines) assert.match(line, /^failure: 127\.0\.0\.1:\d+: /)
  assert.doesNotMatch(foundLines.join('\n'), /hunter2/)
})

for (const dialect of DIALECTS)
  test(`${dialect}: the mail server of the dashboard is tested, and its password needs the secret`, async (t) => {
    const users: string[] = []
    const server = await openMailServer(t, {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, callback) => {
        users.push(`${username} ${password}`)
        callback(null, { user: username })
      },
    })
    const store = await openTestStore(t, dialect)
    const config = { secret: 'x'.repeat(32), secretPrevious: null, dataDir: createTestFolder(t) }
    const look = async (other: Partial<typeof config> = {}, recipient: string | null = null) =>
      inspectStoredMail(await findStoredMail(store, { ...config, ...other }), recipient)
    assert.deepEqual(complaintsOf(await look()), [])
    assert.match(complaintsOf(await look({}, 'a@b.c'))[0]!, /neither WK_SMTP_URL nor Settings/)

    const { hostname: host, port } = new URL(server.url)
    const save = (content: Fields) => {
      openForReading(store, [Buffer.from(config.secret)])
      return store.transact((tx) => saveInstanceSetting(tx, 'email', content, 0))
    }
    const settings = { host, port: Number(port), encryption: 'none', username: 'me', password: 'hunter2', from: FROM }
    await save(settings)
    assert.deepEqual(complaintsOf(await look({}, 'ops@example.test')), [])
    assert.deepEqual([users, server.mails[0]?.to], [['me hunter2', 'me hunter2'], ['ops@example.test']])
    assert.match(complaintsOf(await look({ secret: 'y'.repeat(32) }))[0]!, /encrypted with a different WK_SECRET/)
    await save({ ...settings, port: await closedPort() })
    const [found] = await look()
    assert.match(`${found!.text} ${found!.advice}`, /127\.0\.0\.1:\d+: .*Settings → Email/)
  })

test('a mail server that cannot be read passes unless a test email was requested', async () => {
  assert.deepEqual(complaintsOf(await inspectStoredMail(null, null)), [])
  assert.match(complaintsOf(await inspectStoredMail(null, 'a@b.c'))[0]!, /cannot be read without the database/)
})

const line = (url: string) =>
  inspectServerConnection({ server: new URL(url), token: PROBE_TOKEN, caFile: null, version: '0' })

test('the token of a probe is accepted, rejected, or unknown to the server', async (t) => {
  const server = await startProbeServer(t)
  assert.deepEqual(complaintsOf(await line(server.url)), [])
  server.intercept = () => ({ status: 401, code: 'INVALID_TOKEN' })
  assert.match(complaintsOf(await line(server.url))[0]!, /rejected the token.*probe-token REGION/)
  assert.equal(server.hellos.length, 0)
  const stranger = createServer((_request, answer) => answer.writeHead(404).end('<h1>nothing</h1>')).listen(
    0,
    '127.0.0.1',
  )
  await once(stranger, 'listening')
  t.after(() => stranger.close())
  const { port } = stranger.address() as AddressInfo
  assert.match(complaintsOf(await line(`http://127.0.0.1:${port}`))[0]!, /no Watchkeeper server/)
  assert.match(complaintsOf(await line(`http://127.0.0.1:${await closedPort()}`))[0]!, /ECONNREFUSED/)
})
