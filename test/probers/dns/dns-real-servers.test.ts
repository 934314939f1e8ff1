/**
 * DNS monitors against real name servers that serve the same zone. Servers that are not installed are skipped with a
 * reason.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listen, replyWith } from '../../support/targets/targets.ts'
import { check, makeTools, verdictOf } from '../check.ts'
import { LONG_TEXTS, missing, type RealServer, SERVERS, startNameServer } from './name-servers.ts'

const UP = ['up', null, null]

const RECORDS: [type: string, name: string, values: string[]][] = [
  ['A', 'web.zone.test', ['127.0.0.1']],
  ['AAAA', 'two.zone.test', ['2001:DB8::7']],
  ['CNAME', 'alias.zone.test', ['two.zone.test.']],
  ['MX', 'zone.test', ['10 mail.zone.test.']],
  ['TXT', 'txt.zone.test', ['"v=spf1 include:" "_spf.zone.test -all"']],
  ['SRV', '_sip._tcp.zone.test', ['1 2 5060 two.zone.test.']],
  ['CAA', 'zone.test', ['0 issue "ca.example"']],
  ['PTR', '192.0.2.7', ['two.zone.test']],
  ['TXT', 'long.zone.test', LONG_TEXTS],
  ['NS', 'zone.test', ['ns.zone.test']],
  ['SOA', 'zone.test', ['ns.zone.test. host\\.master.zone.test. 7 600 500 400 30']],
]

/** dnsmasq cannot serve a zone without a secondary. */
const ofServer = (server: RealServer) =>
  RECORDS.filter(([type]) => server !== 'dnsmasq' || !['NS', 'SOA'].includes(type))

async function ask(t: TestContext, dnsServer: string, target: string, type: string, expectedValues: string[]) {
  const recordEntries = [{ recordType: type, expectedValues, matchMode: 'exact' }]
  return check(t, target, { type: 'DNS', settings: { dnsServer, recordEntries } })
}

for (const server of SERVERS) {
  const skip = missing(server)

  test(`${server}: a DNS check finds records of every type, over UDP or TCP`, { skip }, async (t) => {
    const address = await startNameServer(t, server)
    for (const [type, name, values] of ofServer(server))
      assert.deepEqual(verdictOf(await ask(t, address, name, type, values)), UP, `${type} ${name}`)
    const wrong = await ask(t, address, 'zone.test', 'MX', ['20 mail.zone.test'])
    assert.equal(wrong.errorMessage, 'resolve MX zone.test: wanted exactly 20 mail.zone.test, got 10 mail.zone.test')
  })

  test(`${server}: a DNS check distinguishes a missing name from a missing record`, { skip }, async (t) => {
    const address = await startNameServer(t, server)
    const nobody = await ask(t, address, 'nobody.zone.test', 'A', ['192.0.2.7'])
    assert.deepEqual(verdictOf(nobody), ['down', 'dns_error', `resolve A nobody.zone.test at ${address}: NXDOMAIN`])
    const nothing = await ask(t, address, 'txt.zone.test', 'A', ['192.0.2.7'])
    const message = 'resolve A txt.zone.test: the name has no A record'
    assert.deepEqual(verdictOf(nothing), ['down', 'dns_error', message])
  })

  test(`${server}: an HTTP check resolves the name of a site`, { skip }, async (t) => {
    const tools = makeTools(t, { dnsServers: [await startNameServer(t, server)] })
    const { port } = await listen(t, replyWith('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
    assert.deepEqual(verdictOf(await check(t, `http://web.zone.test:${port}/`, { tools })), UP)
    const gone = await check(t, `http://nobody.zone.test:${port}/`, { tools })
    assert.deepEqual([gone.status, gone.errorType], ['down', 'dns_error'])
  })
}
