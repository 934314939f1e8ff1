import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { createDomainLookup } from '../../src/registries/index.ts'
import { makeTools } from '../probers/check.ts'
import { closedPort, type Handler, listen } from '../support/targets/targets.ts'
import { waitUntil } from '../support/time/until.ts'
import { answering, answeringWhois, bootstrapFile, httpAnswer, lookupFor, rdapDomain } from './servers.ts'

const DOMAIN = 'watched-example.com'
const WHOIS = readFileSync(join(import.meta.dirname, 'fixtures/com.txt'), 'utf8')
const NOBODY = `No match for domain "${DOMAIN}".\r\n`
const UNDATED = httpAnswer(200, rdapDomain(DOMAIN, { events: [], nameservers: [] }))

/** Looks up a domain with RDAP and WHOIS servers that give these answers. */
async function ask(t: TestContext, rdap: Handler, whois: Handler) {
  const [rdapServer, whoisServer] = [await listen(t, rdap), await listen(t, whois)]
  const lookup = lookupFor(t, {
    bootstrap: bootstrapFile(t, { com: [rdapServer.url] }),
    whoisServer: `127.0.0.1:${whoisServer.port}`,
  })
  return { answer: await lookup.lookUp(DOMAIN), whoisServer }
}

test('WHOIS is not queried when RDAP has an answer', async (t) => {
  const { answer, whoisServer } = await ask(t, answering(httpAnswer(200, rdapDomain(DOMAIN))), answeringWhois(NOBODY))
  assert.equal(answer.kind === 'registered' && answer.registration.source, 'rdap')
  const nobody = await ask(t, answering(httpAnswer(404, { errorCode: 404 })), answeringWhois(WHOIS))
  assert.equal(nobody.answer.kind, 'unregistered')
  assert.deepEqual([whoisServer.accepted, nobody.whoisServer.accepted], [0, 0])
})

test('a date that RDAP does not publish is read from WHOIS', async (t) => {
  const { answer } = await ask(t, answering(UNDATED), answeringWhois(WHOIS))
  assert.ok(answer.kind === 'registered')
  assert.deepEqual(
    [answer.registration.source, answer.registration.expiresAt],
    ['whois', Date.parse('2026-09-03T12:01:02Z')],
  )
})

test('an unpublished date is reported as not_published, with all other data', async (t) => {
  const { answer } = await ask(t, answering(UNDATED), answeringWhois(`Domain Name: ${DOMAIN}\r\nRegistrar: Other\r\n`))
  assert.ok(answer.kind === 'unknown')
  assert.deepEqual([answer.failure, answer.registration?.source], ['not_published', 'rdap'])
  assert.equal(answer.registration?.registrar, 'Example Registrar, Inc.')
})

test('the WHOIS answer is used when RDAP fails', async (t) => {
  for (const rdap of [answering(httpAnswer(500, '')), answering('garbage'), answering(httpAnswer(429, ''))]) {
    assert.equal((await ask(t, rdap, answeringWhois(WHOIS))).answer.kind, 'registered')
    assert.equal((await ask(t, rdap, answeringWhois(NOBODY))).answer.kind, 'unregistered')
  }
})

test('both failures are reported when RDAP and WHOIS fail', async (t) => {
  const { answer } = await ask(t, answering(httpAnswer(500, '')), answeringWhois('Quota exceeded\r\n'))
  assert.ok(answer.kind === 'unknown')
  assert.equal(answer.failure, 'rate_limited')
  assert.equal(answer.message, '127.0.0.1 returned status 500; 127.0.0.1 rate limits queries')
})

test('two failing servers never report a domain as registered or unregistered', async (t) => {
  const failures: Handler[] = [
    (socket) => socket.destroy(),
    (socket) => socket.end(),
    answering(httpAnswer(500, 'No match for domain')),
    answering(httpAnswer(200, 'No match for domain')),
    answering(httpAnswer(404, 'No match for domain')),
    answering('HTTP/1.1 404 Not Found\r\nContent-Length: 10\r\n\r\n{}'),
    answering(
      httpAnswer(200, { ldhName: 'other.com', events: [{ eventAction: 'expiration', eventDate: '2020-01-01' }] }),
    ),
  ]
  for (const rdap of failures) {
    const { answer } = await ask(t, rdap, answeringWhois('Not Found? <html>Expired 2020-01-01</html>\r\n'))
    assert.equal(answer.kind, 'unknown')
  }
})

test('the egress policy applies to servers that the operator did not configure', async (t) => {
  const reports: string[] = []
  const target = await listen(t, answeringWhois(WHOIS))
  const tools = makeTools(t, { egress: createEgressPolicy({ mode: 'public' }) })
  const named = lookupFor(t, {
    tools,
    whoisServer: `127.0.0.1:${target.port}`,
    report: (message) => void reports.push(message),
  })
  assert.equal((await named.lookUp(DOMAIN)).kind, 'registered')
  assert.deepEqual(reports, [])
})

test('closing a lookup aborts its running queries', async (t) => {
  const target = await listen(t, () => {})
  const lookup = lookupFor(t, {
    bootstrap: bootstrapFile(t, { com: [target.url] }),
    limits: { serverMs: 2_000, lookupMs: 2_000 },
  })
  const answer = lookup.lookUp(DOMAIN)
  await waitUntil(() => target.accepted === 1, 'the question')
  lookup.close()
  const { kind, failure } = (await answer) as { kind: string; failure?: string }
  assert.deepEqual([kind, failure], ['unknown', 'unreachable'])
  assert.equal((await lookup.lookUp(DOMAIN)).kind, 'unknown')
})

test('queries to one server wait for each other with real timers', async (t) => {
  const requests: string[] = []
  const target = await listen(t, answering(httpAnswer(200, rdapDomain(DOMAIN)), requests))
  const lookup = createDomainLookup({
    tools: makeTools(t),
    now: () => performance.now(),
    bootstrap: bootstrapFile(t, { com: [target.url] }),
    whoisServer: `127.0.0.1:${await closedPort()}`,
    report: () => {},
  })
  t.after(() => lookup.close())
  const startedAt = performance.now()
  await Promise.all([lookup.lookUp(DOMAIN), lookup.lookUp(DOMAIN), lookup.lookUp(DOMAIN)])
  assert.equal(requests.length, 3)
  // Two gaps of 200 ms; timers may fire a little early
  assert.ok(performance.now() - startedAt >= 380)
})
