import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { DAY_MS } from '../../src/core/platform/time/time.ts'
import { hashCertificate, hashSeenCertificate, type SeenCertificate } from '../../src/core/results/certificate.ts'
import type { ProberOutcome } from '../../src/probers/run-check.ts'
import {
  type Certificate,
  createAuthority,
  createCertificate,
  createExpiredCertificate,
  toDateInDays,
} from '../support/targets/certificates.ts'
import { closedPort, listen, replyWith } from '../support/targets/targets.ts'
import { startTlsSite } from '../support/targets/tls-site.ts'
import { type CheckOptions, check, fileWith, makeTools } from './check.ts'

const AUTHORITY = createAuthority()
const INTERMEDIATE = createCertificate({ names: ['Test R1'], issuer: AUTHORITY, isAuthority: true })
const SHORT_R1 = createCertificate({
  names: ['Test R1'],
  issuer: AUTHORITY,
  isAuthority: true,
  keyOf: INTERMEDIATE,
  notAfter: toDateInDays(5),
})
const OLD_ROOT = createAuthority('Old Root', { notBefore: toDateInDays(-90), notAfter: toDateInDays(-1) })
const CROSS_SIGNED = createCertificate({
  names: ['Test Authority'],
  issuer: OLD_ROOT,
  isAuthority: true,
  keyOf: AUTHORITY,
  notBefore: toDateInDays(-90),
  notAfter: toDateInDays(-1),
})
const GOOD = createCertificate({ issuer: AUTHORITY, names: ['good.test', '127.0.0.1', '::1'] })

const trusting = (t: TestContext) => makeTools(t, { caFile: fileWith(t, AUTHORITY.cert) })

const seenIn = ({ certificate }: ProberOutcome): SeenCertificate | null => certificate ?? null

async function seen(t: TestContext, target: string, options: CheckOptions = {}): Promise<SeenCertificate | null> {
  return seenIn(await check(t, target, { tools: trusting(t), ...options }))
}

const codesOf = (certificate: SeenCertificate | null) => certificate?.errors.map(({ code }) => code)

test('a check reports the certificate and its chain as sent', async (t) => {
  const leaf = createCertificate({
    issuer: INTERMEDIATE,
    names: ['good.test', '127.0.0.1', '::1'],
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2099-03-04T05:06:07Z'),
  })
  const site = await startTlsSite(t, leaf, { above: [INTERMEDIATE] })
  const certificate = (await seen(t, site.url))!
  const { fingerprint256, serialNumber, chain, authorities, ...rest } = certificate
  assert.deepEqual(rest, {
    subject: 'CN=good.test',
    issuer: 'CN=Test R1',
    validFrom: Date.UTC(2026, 0, 1),
    validTo: Date.UTC(2099, 2, 4, 5, 6, 7),
    endpoint: `127.0.0.1:${site.port}`,
    sans: ['good.test', '127.0.0.1', '::1'],
    errors: [],
  })
  assert.match(fingerprint256, /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
  assert.match(serialNumber, /^01[0-9A-F]{16}$/)
  assert.deepEqual(
    chain.map(({ subject, issuer }) => [subject, issuer]),
    [
      ['CN=good.test', 'CN=Test R1'],
      ['CN=Test R1', 'CN=Test Authority'],
    ],
  )
  assert.equal(chain[0]!.fingerprint256, fingerprint256)
  assert.deepEqual(
    authorities?.map(({ subject }) => subject),
    ['CN=Test R1', 'CN=Test Authority'],
  )
})

/** The sent certificates above a leaf of R1, and the authorities of the path that the check verified. */
const PATHS: Record<string, { above: Certificate[]; authorities: string[] }> = {
  'and no expired cross-signature of its root': {
    above: [INTERMEDIATE, CROSS_SIGNED, OLD_ROOT],
    authorities: ['Test R1 until 90', 'Test Authority until 90'],
  },
  'and no stranger, whatever the order': {
    above: [OLD_ROOT, AUTHORITY, INTERMEDIATE],
    authorities: ['Test R1 until 90', 'Test Authority until 90'],
  },
  'and of two certificates of one authority the longer one': {
    above: [SHORT_R1, INTERMEDIATE],
    authorities: ['Test R1 until 90', 'Test Authority until 90'],
  },
  'with the one that expires first': {
    above: [SHORT_R1],
    authorities: ['Test R1 until 5', 'Test Authority until 90'],
  },
  'only if the path reaches a root': { above: [], authorities: [] },
}

for (const [what, { above, authorities }] of Object.entries(PATHS))
  test(`a check reports the authorities of the verified path, ${what}`, async (t) => {
    const site = await startTlsSite(t, createCertificate({ issuer: INTERMEDIATE, names: ['127.0.0.1'] }), { above })
    const certificate = await seen(t, site.url)
    const days = (at: number) => Math.round((at - toDateInDays(0).getTime()) / DAY_MS)
    assert.deepEqual(
      certificate?.authorities?.map(({ subject, validTo }) => `${subject.slice(3)} until ${days(validTo)}`),
      authorities,
    )
  })

test('a reported certificate is not reported again until it or its errors change', async (t) => {
  const site = await startTlsSite(t, GOOD)
  const tools = trusting(t)
  const first = (await seen(t, site.url, { tools }))!
  const known = { tools, certificateMark: hashSeenCertificate(first) }
  assert.equal(await seen(t, site.url, known), null)
  assert.equal(await seen(t, site.url, { ...known, settings: { verifyTls: false } }), null)
  const stranger = makeTools(t)
  const doubted = await seen(t, site.url, { ...known, tools: stranger })
  assert.deepEqual(codesOf(doubted), ['UNABLE_TO_VERIFY_LEAF_SIGNATURE'])
  const mark = hashCertificate(first.fingerprint256, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE')
  assert.equal(await seen(t, site.url, { tools: stranger, certificateMark: mark }), null)
  site.renew(createCertificate({ issuer: AUTHORITY, names: ['127.0.0.1'] }))
  const renewed = await seen(t, site.url, known)
  assert.deepEqual(renewed?.sans, ['127.0.0.1'])
  assert.notEqual(renewed?.fingerprint256, first.fingerprint256)
})

const OTHER_HOST = 'ERR_TLS_CERT_ALTNAME_INVALID'
const BAD = {
  'has expired': { leaf: createExpiredCertificate(AUTHORITY), codes: ['CERT_HAS_EXPIRED', OTHER_HOST] },
  'signs itself': { leaf: createCertificate({ names: ['127.0.0.1'] }), codes: ['DEPTH_ZERO_SELF_SIGNED_CERT'] },
  'comes from an unknown authority': {
    leaf: createCertificate({ names: ['127.0.0.1'], issuer: createAuthority('Shady') }),
    codes: ['UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  },
  'is for another host': { leaf: createCertificate({ names: ['a.test'], issuer: AUTHORITY }), codes: [OTHER_HOST] },
}

for (const [fault, { leaf, codes }] of Object.entries(BAD)) {
  test(`a certificate that ${fault} is reported with its errors, with or without verification`, async (t) => {
    const site = await startTlsSite(t, leaf)
    const tools = trusting(t)
    const outcome = await check(t, site.url, { tools })
    assert.equal(outcome.errorType, 'ssl_error')
    assert.deepEqual(codesOf(seenIn(outcome)), codes)
    const { message } = seenIn(outcome)!.errors[0]!
    assert.ok(outcome.errorMessage!.endsWith(message), `${outcome.errorMessage} / ${message}`)
    const unverified = await check(t, site.url, { tools, settings: { verifyTls: false } })
    assert.equal(unverified.status, 'up')
    assert.deepEqual(seenIn(unverified), seenIn(outcome))
  })
}

test('a site on IPv6 reports its certificate', async (t) => {
  const site = await startTlsSite(t, GOOD, { host: '::1' })
  const certificate = await seen(t, site.url)
  assert.deepEqual([certificate?.endpoint, codesOf(certificate)], [`[::1]:${site.port}`, []])
})

test('keyword and TCP checks report the certificate, and a plain port check does not', async (t) => {
  const site = await startTlsSite(t, GOOD)
  const keywords = [{ text: 'hi', shouldContain: true }]
  assert.equal((await seen(t, site.url, { type: 'KEYWORD', settings: { keywords } }))?.subject, 'CN=good.test')
  const https = { port: site.port, protocol: 'https' }
  const speaking = { type: 'TCP', settings: { ...https, protocolValidation: { enabled: true } } } as const
  assert.equal((await seen(t, '127.0.0.1', speaking))?.endpoint, `127.0.0.1:${site.port}`)
  assert.equal(await seen(t, '127.0.0.1', { type: 'TCP', settings: https }), null)
})

test('a check reports the certificate of the target only, not of a redirect', async (t) => {
  const end = await startTlsSite(t, createCertificate({ issuer: AUTHORITY, names: ['127.0.0.1'] }))
  const redirect = `HTTP/1.1 302 Found\r\nLocation: ${end.url}\r\nContent-Length: 0\r\n\r\n`
  const plain = await listen(t, replyWith(redirect))
  const tools = trusting(t)
  const redirected = await check(t, plain.url, { tools })
  assert.deepEqual([redirected.status, seenIn(redirected)], ['up', null])
  const secure = await startTlsSite(t, GOOD, { response: redirect })
  assert.equal((await seen(t, secure.url, { tools }))?.subject, 'CN=good.test')
  assert.equal(await seen(t, `https://127.0.0.1:${await closedPort()}/`, { tools }), null)
})

test('a certificate with a thousand names is reported with a part of them', async (t) => {
  const names = ['127.0.0.1', ...Array.from({ length: 999 }, (_, i) => `host-${i}.example.test`)]
  const site = await startTlsSite(t, createCertificate({ issuer: AUTHORITY, names }))
  const certificate = await seen(t, site.url)
  assert.deepEqual(certificate?.sans, names.slice(0, 250))
  const long = names.map((name) => `${'x'.repeat(63)}.${name}`).slice(1, 600)
  site.renew(createCertificate({ issuer: AUTHORITY, names: ['127.0.0.1', ...long] }))
  const { sans } = (await seen(t, site.url))!
  assert.ok(sans.join('').length <= 16_000 && sans.length > 150, `${sans.length} names`)
})

test('certificate names with misleading commas are reported unsplit', async (t) => {
  const site = await startTlsSite(t, createCertificate({ names: ['x, DNS:bank.test', '127.0.0.1'] }))
  const certificate = (await seen(t, site.url))!
  assert.equal(certificate.subject, 'CN=x\\, DNS:bank.test')
  assert.deepEqual(certificate.sans, ['x, DNS:bank.test', '127.0.0.1'])
})
