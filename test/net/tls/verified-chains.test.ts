import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { connect, type SecureContext } from 'node:tls'
import type { ProbeTools } from '../../../src/net/connection/tools.ts'
import { createTlsContexts } from '../../../src/net/tls/tls.ts'
import { check, fileWith, makeTools, verdictOf } from '../../probers/check.ts'
import { startTlsWire } from '../../probers/http/tls-wire.ts'
import {
  type Certificate,
  type CertificateOptions,
  createAuthority,
  createCertificate,
  toDateInDays,
} from '../../support/targets/certificates.ts'
import { OK_RESPONSE, startTlsSite, type TlsSite } from '../../support/targets/tls-site.ts'

const ROOT = createAuthority('Test Root')
const R1 = createAuthority('R1', { issuer: ROOT })
const leaf = (options: CertificateOptions = {}): Certificate =>
  createCertificate({ issuer: R1, names: ['127.0.0.1'], ...options })
const GOOD = leaf()

const HOUR_MS = 3_600_000
const UP = ['up', null, null]

/** Tools that trust the root, with a clock for the age of verifications. */
function trusting(t: TestContext, certificate = ROOT) {
  let now = 0
  const caFile = fileWith(t, certificate.cert)
  const tools: ProbeTools = { ...makeTools(t), tls: createTlsContexts(caFile, () => now) }
  return {
    tools,
    pass: (ms: number) => {
      now += ms
    },
  }
}

const getContext = ({ tls }: ProbeTools, { port }: { port: number }): SecureContext =>
  tls.verifiedChains.getContext(`127.0.0.1:${port} `)
const isShort = (tools: ProbeTools, site: { port: number }): boolean =>
  getContext(tools, site) !== tools.tls.getShared()

async function checkTwice(t: TestContext, tools: ProbeTools, site: TlsSite): Promise<void> {
  for (let i = 0; i < 2; i++) assert.deepEqual(verdictOf(await check(t, site.url, { tools })), UP)
}

test('a chain that was verified twice is verified up to its issuer for an hour, with the same outcome', async (t) => {
  const { tools, pass } = trusting(t)
  const site = await startTlsSite(t, GOOD, { above: [R1] })
  const first = await check(t, site.url, { tools })
  assert.equal(isShort(tools, site), false)
  await check(t, site.url, { tools })
  assert.equal(isShort(tools, site), true)
  const short = await check(t, site.url, { tools })
  assert.deepEqual([verdictOf(short), short.certificate], [verdictOf(first), first.certificate])
  assert.deepEqual(first.certificate?.authorities?.length, 2)
  pass(HOUR_MS - 1)
  assert.equal(isShort(tools, site), true)
  pass(1)
  assert.equal(isShort(tools, site), false)
  await check(t, site.url, { tools })
  assert.equal(isShort(tools, site), true)
  assert.equal(site.accepted(), 4)
})

test('every handshake with a known chain is full', async (t) => {
  const { tools } = trusting(t)
  const site = await startTlsWire(t, { cert: GOOD.cert + R1.cert, key: GOOD.key }, OK_RESPONSE)
  for (let i = 0; i < 4; i++) assert.deepEqual(verdictOf(await check(t, site.url, { tools })), UP)
  assert.ok(isShort(tools, site))
  assert.deepEqual(site.sessions, Array(4).fill('full'))
})

const STRANGER = createAuthority('Stranger')
const IMPOSTOR = createAuthority('R1', { issuer: STRANGER })
const OLD_R1 = createAuthority('R1', {
  issuer: ROOT,
  keyOf: R1,
  notBefore: toDateInDays(-90),
  notAfter: toDateInDays(-1),
})

/** Chains that a server may present after its chain was verified. */
const CHANGES: Record<string, [own: Certificate, ...above: Certificate[]]> = {
  'without the issuer': [GOOD],
  'under an expired certificate of the issuer': [GOOD, OLD_R1],
  'with a leaf that has expired': [leaf({ notBefore: toDateInDays(-90), notAfter: toDateInDays(-1) }), R1],
  'with a leaf that is not yet valid': [leaf({ notBefore: toDateInDays(2) }), R1],
  'for another host': [leaf({ names: ['a.test'] }), R1],
  'from an impostor of the issuer': [leaf({ issuer: IMPOSTOR }), IMPOSTOR],
  'with a leaf that the issuer did not sign': [leaf({ issuer: { ...R1, key: IMPOSTOR.key } }), R1],
  'from another root': [leaf({ issuer: STRANGER }), STRANGER],
  'with a self-signed leaf': [createCertificate({ names: ['127.0.0.1'] })],
  'with a weak leaf': [leaf({ rsaBits: 1024 }), R1],
  'that is good': [leaf(), R1],
}

for (const [kind, [own, ...above]] of Object.entries(CHANGES))
  test(`a new chain ${kind} has the outcome of a complete verification at once`, async (t) => {
    const { tools } = trusting(t)
    const site = await startTlsSite(t, GOOD, { above: [R1], ciphers: 'DEFAULT@SECLEVEL=0' })
    await checkTwice(t, tools, site)
    assert.ok(isShort(tools, site))
    site.renew(own, ...above)
    for (const verifyTls of [false, true]) {
      const settings = { verifyTls }
      const expected = await check(t, site.url, { tools: trusting(t).tools, settings })
      const outcome = await check(t, site.url, { tools, settings })
      assert.deepEqual([verdictOf(outcome), outcome.certificate], [verdictOf(expected), expected.certificate])
    }
    // Only the first check with the new chain needed a second connection
    assert.equal(site.accepted(), 2 + 4 + 1)
  })

test('an endpoint that changed its chain is verified completely for an hour', async (t) => {
  const { tools, pass } = trusting(t)
  const site = await startTlsSite(t, GOOD, { above: [R1] })
  await checkTwice(t, tools, site)
  site.renew(leaf(), R1)
  await checkTwice(t, tools, site)
  assert.equal(isShort(tools, site), false)
  pass(HOUR_MS)
  await checkTwice(t, tools, site)
  assert.equal(isShort(tools, site), true)
})

test('a known chain is compared with the host of every check', async (t) => {
  const { tools } = trusting(t)
  const site = await startTlsSite(t, leaf({ names: ['127.0.0.1', 'good.test'] }), { above: [R1] })
  const checkAs = (host: string) => check(t, site.url, { tools, settings: { headers: { host } } })
  for (let i = 0; i < 3; i++) assert.deepEqual(verdictOf(await checkAs('good.test')), UP)
  assert.notEqual(tools.tls.verifiedChains.getContext(`127.0.0.1:${site.port} good.test`), tools.tls.getShared())
  const message = `tls 127.0.0.1:${site.port}: certificate is for 127.0.0.1, good.test, not for bad.test`
  assert.deepEqual(verdictOf(await checkAs('bad.test')), ['down', 'ssl_error', message])
})

test('a self-signed certificate that one monitor accepts is refused for another monitor', async (t) => {
  const { tools } = trusting(t)
  const own = createCertificate({ names: ['127.0.0.1'] })
  const site = await startTlsSite(t, own)
  for (let i = 0; i < 3; i++)
    assert.deepEqual(verdictOf(await check(t, site.url, { tools, tls: { acceptSelfSigned: true } })), UP)
  assert.equal(
    (await check(t, site.url, { tools })).errorMessage,
    `tls 127.0.0.1:${site.port}: self-signed certificate`,
  )
})

test('a known chain is unknown after a restart with another CA file', async (t) => {
  const site = await startTlsSite(t, GOOD, { above: [R1] })
  await checkTwice(t, trusting(t).tools, site)
  assert.equal((await check(t, site.url, { tools: trusting(t, STRANGER).tools })).errorType, 'ssl_error')
})

test('the dates of a leaf are verified even if only its issuer is trusted', async (t) => {
  const { tools } = trusting(t)
  const site = await startTlsSite(t, GOOD, { above: [R1] })
  await checkTwice(t, tools, site)
  const secureContext = getContext(tools, site)
  for (const [own, code] of [
    [CHANGES['with a leaf that has expired']![0], 'CERT_HAS_EXPIRED'],
    [CHANGES['with a leaf that is not yet valid']![0], 'CERT_NOT_YET_VALID'],
    [GOOD, null],
  ] as const) {
    site.renew(own, R1)
    const socket = connect({ port: site.port, host: '127.0.0.1', secureContext, rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    assert.equal(socket.authorizationError, code)
    socket.destroy()
  }
})

const SHORT_ROOT = createAuthority('Short Root', { notAfter: toDateInDays(5) })
const LATE_ROOT = createAuthority('Late Root', { notBefore: toDateInDays(-0.5) })

/** Chains whose authorities above the issuer may expire first, and chains without such authorities. */
const COMPLETE: Record<string, { root: Certificate; chain: [own: Certificate, ...above: Certificate[]] }> = {
  'whose root ends before the issuer': { root: SHORT_ROOT, chain: chainUnder(SHORT_ROOT) },
  'whose root begins after the issuer': { root: LATE_ROOT, chain: chainUnder(LATE_ROOT) },
  'without an authority above the issuer': { root: ROOT, chain: [leaf({ issuer: ROOT })] },
}

function chainUnder(root: Certificate): [Certificate, Certificate] {
  const issuer = createAuthority('R1', { issuer: root })
  return [leaf({ issuer }), issuer]
}

for (const [kind, { root, chain }] of Object.entries(COMPLETE))
  test(`a chain ${kind} is always verified completely`, async (t) => {
    const { tools } = trusting(t, root)
    const [own, ...above] = chain
    const site = await startTlsSite(t, own, { above })
    await checkTwice(t, tools, site)
    await checkTwice(t, tools, site)
    assert.equal(isShort(tools, site), false)
  })
