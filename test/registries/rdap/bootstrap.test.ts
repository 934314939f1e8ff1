import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { DAY_MS, HOUR_MS } from '../../../src/core/platform/time/time.ts'
import { Bootstrap } from '../../../src/registries/rdap/bootstrap.ts'
import { listServers } from '../../../src/registries/rdap/bootstrap-list.ts'
import { fileWith, makeTools } from '../../probers/check.ts'
import { type Handler, listen, NXDOMAIN, onRequest, startDnsServer } from '../../support/targets/targets.ts'
import { createTestClock } from '../../support/time/clock.ts'
import { waitUntil } from '../../support/time/until.ts'
import { httpAnswer } from '../servers.ts'

const listOf = (url: string): string => JSON.stringify({ services: [[['com'], [url]]] })

async function setUp(t: TestContext, source: string | null) {
  const clock = createTestClock()
  const reports: string[] = []
  // No name can be resolved, which prevents downloads
  const { address } = await startDnsServer(t, () => ({ rcode: NXDOMAIN }))
  const net = makeTools(t, { egress: createEgressPolicy({ mode: 'public' }), dnsServers: [address] })
  const trusted = { ...net, egress: createEgressPolicy({ mode: 'any' }) }
  const report = (message: string, error: unknown) => void reports.push(`${message}: ${(error as Error).message}`)
  const bootstrap = new Bootstrap({ source, now: clock.now, trusted, net, report })
  const server = async () => listServers('example.com', await bootstrap.getList())[0]?.href
  return { clock, reports, bootstrap, server }
}

const SHIPPED = 'https://rdap.verisign.com/com/v1/'

test('the bundled list is used at once while IANA is unreachable, and IANA is queried again after an hour', async (t) => {
  const { server, reports, clock } = await setUp(t, null)
  assert.equal(await server(), SHIPPED)
  await waitUntil(() => reports.length === 1, 'the report')
  assert.match(
    reports[0]!,
    /^failed to refresh the list of RDAP servers from https:\/\/data\.iana\.org\/rdap\/dns\.json: .*the name does not exist/,
  )
  clock.advance(HOUR_MS - 1)
  await server()
  // The missing name is cached by now, so another attempt would fail within these iterations
  for (let turns = 0; turns < 10; turns++) await turn()
  assert.equal(reports.length, 1)
  clock.advance(1)
  await server()
  await waitUntil(() => reports.length === 2, 'the second report')
})

test('a configured URL replaces IANA, is awaited at the start, and is read again after a week', async (t) => {
  let answer = httpAnswer(200, listOf('https://one.test/'))
  const handler: Handler = onRequest((socket) => socket.end(answer))
  const target = await listen(t, handler)
  const { server, clock, reports } = await setUp(t, `${target.url}/dns.json`)
  assert.equal(await server(), 'https://one.test/')
  answer = httpAnswer(200, listOf('https://two.test/'))
  clock.advance(7 * DAY_MS - 1)
  assert.equal(await server(), 'https://one.test/')
  clock.advance(1)
  assert.equal(await server(), 'https://one.test/')
  await waitUntil(async () => (await server()) === 'https://two.test/', 'the renewed list')
  assert.equal(target.accepted, 2)
  for (const bad of ['', '<html></html>', '{"services":[]}', 'x'.repeat(100)]) {
    answer = httpAnswer(200, bad)
    clock.advance(8 * DAY_MS)
    const before = reports.length
    assert.equal(await server(), 'https://two.test/')
    await waitUntil(() => reports.length > before, 'the report')
    assert.equal(await server(), 'https://two.test/')
  }
})

test('an unreachable configured URL is reported, and the bundled list is used', async (t) => {
  const target = await listen(
    t,
    onRequest((socket) => socket.end(httpAnswer(500, ''))),
  )
  const { server, reports, bootstrap } = await setUp(t, target.url)
  assert.equal(await server(), SHIPPED)
  assert.match(reports.join(), /failed to refresh the list of RDAP servers from http:.*returned status 500/)
  assert.equal(bootstrap.isTrusted('rdap.verisign.com'), false)
})

test('only servers of a configured list are trusted', async (t) => {
  const own = await setUp(t, fileWith(t, listOf('http://10.1.2.3:8080/rdap/')))
  assert.equal(await own.server(), 'http://10.1.2.3:8080/rdap/')
  assert.equal(own.bootstrap.isTrusted('10.1.2.3:8080'), true)
  assert.equal(own.bootstrap.isTrusted('10.1.2.3'), false)
  const shipped = await setUp(t, null)
  assert.equal(shipped.bootstrap.isTrusted('rdap.verisign.com'), false)
})

test('a configured file is read again after a week, and a damaged one keeps the last valid list', async (t) => {
  const path = fileWith(t, listOf('https://one.test/'))
  const { server, clock, reports } = await setUp(t, path)
  writeFileSync(path, listOf('https://two.test/'))
  assert.equal(await server(), 'https://one.test/')
  clock.advance(7 * DAY_MS)
  await waitUntil(async () => (await server()) === 'https://two.test/', 'the renewed list')
  writeFileSync(path, '{')
  clock.advance(7 * DAY_MS)
  await server()
  await waitUntil(() => reports.length === 1, 'the report')
  assert.equal(await server(), 'https://two.test/')
})

test('an invalid file is rejected at the start', async (t) => {
  await assert.rejects(setUp(t, fileWith(t, '{"services": 7}')), /not a list of RDAP servers/)
  await assert.rejects(setUp(t, '/nowhere/at/all.json'), /ENOENT/)
})
