import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TlsOptions } from 'node:tls'
import {
  type Certificate,
  type CertificateOptions,
  createAuthority,
  createCertificate,
  toDateInDays,
} from '../../support/targets/certificates.ts'
import { startDnsServer, toARecord } from '../../support/targets/targets.ts'
import { waitUntil } from '../../support/time/until.ts'
import { check, fileWith, makeTools, verdictOf } from '../check.ts'
import { startTlsWire } from './tls-wire.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'
const at = toDateInDays
const day = (days: number): string => at(days).toISOString().slice(0, 10)

const ROOT = createAuthority('Test Root')
const RSA_ROOT = createAuthority('RSA Root', { rsaBits: 2048 })
const WEAK_ROOT = createAuthority('Weak Root', { rsaBits: 1024 })
const TRUSTED = [ROOT, RSA_ROOT, WEAK_ROOT].map(({ cert }) => cert).join('')

const leaf = (options: CertificateOptions = {}): Certificate =>
  createCertificate({ names: ['127.0.0.1'], issuer: ROOT, ...options })
const above = (name: string, issuer: Certificate, options: CertificateOptions = {}): Certificate =>
  createCertificate({ names: [name], issuer, isAuthority: true, ...options })
const sent = (own: Certificate, ...others: Certificate[]): TlsOptions => ({
  key: own.key,
  cert: [own, ...others].map(({ cert }) => cert).join(''),
  // Otherwise the server would refuse to use a weak certificate
  ciphers: 'DEFAULT@SECLEVEL=0',
})

const R1 = above('R1', ROOT)
const R2 = above('R2', R1)
const OLD = above('Old', ROOT, { notBefore: at(-90), notAfter: at(-2) })
const OWN_ROOT = createAuthority('Own Root')
const OLDER_CROSS = above('Test Root', OWN_ROOT, { keyOf: ROOT, notBefore: at(-90), notAfter: at(-30) })
const OWN_R1 = above('Own R1', OWN_ROOT)

/** Forty intermediate authorities, the direct issuer first. */
const DEEP = [ROOT]
for (let depth = 1; depth <= 40; depth++) DEEP.unshift(above(`D${depth}`, DEEP[0]!))

const FAULTS: Record<string, { site: TlsOptions; says: string }> = {
  'has expired': {
    site: sent(leaf({ notBefore: at(-90), notAfter: at(-1) })),
    says: `certificate expired on ${day(-1)}`,
  },
  'is not valid yet': { site: sent(leaf({ notBefore: at(2) })), says: `certificate not valid before ${day(2)}` },
  'is for another host': {
    site: sent(leaf({ names: ['a.test', 'b.test'] })),
    says: 'certificate is for a.test, b.test, not for 127.0.0.1',
  },
  'is for a name like this address, but not for the address': {
    site: sent(leaf({ names: ['localhost'], commonName: '127.0.0.1' })),
    says: 'certificate is for localhost, not for 127.0.0.1',
  },
  'names nobody': {
    site: sent(leaf({ names: [], commonName: null })),
    says: 'certificate names no host',
  },
  'has only a common name': {
    site: sent(leaf({ names: [], commonName: '127.0.0.1' })),
    says: 'certificate names no host, only the common name "127.0.0.1", which does not count',
  },
  'has the address as a DNS name': {
    site: sent(leaf({ hasOnlyDnsNames: true })),
    says: 'certificate has 127.0.0.1 as a DNS name; an address must be an IP address entry',
  },
  'has an authority that is limited to other names': {
    site: (() => {
      const limited = above('Limited', ROOT, { onlyFor: 'good.test' })
      return sent(leaf({ names: ['127.0.0.1', 'evil.test'], issuer: limited }), limited)
    })(),
    says: 'an authority of the certificate, such as "Limited", must not issue for 127.0.0.1, evil.test (name constraints)',
  },
  'has an intermediate that has expired, beside an older certificate outside the path': {
    site: sent(leaf({ issuer: OLD }), OLD, OLDER_CROSS),
    says: `authority "Old" expired on ${day(-2)}`,
  },
  'has a NUL in its common name': {
    site: sent(leaf({ names: [], commonName: '127.0.0.1\0.evil.test' })),
    says: 'certificate names no host, only the common name "127.0.0.1\ufffd.evil.test", which does not count',
  },
  'signs itself': { site: sent(createCertificate({ names: ['127.0.0.1'] })), says: 'self-signed certificate' },
  'comes with an unknown root': {
    site: sent(leaf({ issuer: OWN_ROOT }), OWN_ROOT),
    says: 'certificate from an unknown authority, "Own Root", which is self-signed',
  },
  'leads to an unknown root': {
    site: sent(leaf({ issuer: OWN_R1 }), OWN_R1),
    says: 'certificate from an unknown authority, "Own Root"',
  },
  'comes without its intermediate': {
    site: sent(leaf({ issuer: R1 })),
    says: 'certificate from an unknown authority: its issuer "R1" was not sent',
  },
  'comes without the upper one of two intermediates': {
    site: sent(leaf({ issuer: R2 }), R2),
    says: 'certificate from an unknown authority, "R1"',
  },
  'has an intermediate that has expired': {
    site: sent(leaf({ issuer: OLD }), OLD),
    says: `authority "Old" expired on ${day(-2)}`,
  },
  'is signed by one that is no authority': {
    site: (() => {
      const impostor = leaf({ names: ['impostor.test'] })
      return sent(leaf({ issuer: impostor }), impostor)
    })(),
    says: 'certificate signed by "impostor.test", which is not a certificate authority',
  },
  'comes second in its chain': {
    site: sent(R1, leaf({ issuer: R1, keyOf: R1 })),
    says: 'certificate is for R1, not for 127.0.0.1',
  },
  'has a key of 1024 bits': {
    site: sent(leaf({ rsaBits: 1024 })),
    says: 'certificate has a 1024-bit key, which is too weak',
  },
  'has an authority with a key of 1024 bits': {
    site: sent(leaf({ issuer: WEAK_ROOT }), WEAK_ROOT),
    says: 'authority "Weak Root" has a 1024-bit key, which is too weak',
  },
  'is signed with SHA-1': {
    site: sent(leaf({ issuer: RSA_ROOT, digest: 'sha1' })),
    says: 'certificate is signed with SHA-1, which is too weak',
  },
  'is signed with MD5': {
    site: sent(leaf({ issuer: RSA_ROOT, digest: 'md5' })),
    says: 'certificate is signed with MD5, which is too weak',
  },
  'has an intermediate signed with SHA-1': {
    site: (() => {
      const weak = above('Sloppy', RSA_ROOT, { digest: 'sha1' })
      return sent(leaf({ issuer: weak }), weak)
    })(),
    says: 'authority "Sloppy" is signed with SHA-1, which is too weak',
  },
}

for (const [fault, { site, says: expectedMessage }] of Object.entries(FAULTS))
  test(`a certificate that ${fault} is an ssl_error with the reason, and its connection is closed`, async (t) => {
    const tools = makeTools(t, { caFile: fileWith(t, TRUSTED) })
    const { port, url, open } = await startTlsWire(t, site, OK)
    const outcome = await check(t, url, { tools })
    assert.deepEqual(verdictOf(outcome), ['down', 'ssl_error', `tls 127.0.0.1:${port}: ${expectedMessage}`])
    assert.ok(outcome.timings.tlsMs !== null)
    assert.equal(outcome.certificate?.errors[0]?.message, expectedMessage)
    assert.match(outcome.certificate.errors[0].code, /^(?!UNSPECIFIED)[A-Z_]+$/)
    await waitUntil(() => open.size === 0, 'the end of the connection')
    const unverified = await check(t, url, { tools, settings: { verifyTls: false } })
    assert.deepEqual([...verdictOf(unverified), unverified.certificate], ['up', null, null, outcome.certificate])
  })

/** Unneeded certificates of more than a kilobyte each. */
const ballast = (count: number): Certificate[] =>
  Array.from({ length: count }, (_, i) => createAuthority(`${i}${'x'.repeat(300)}`, { keyOf: ROOT }))

const FINE: Record<string, TlsOptions> = {
  'in a chain of ninety kilobytes': sent(leaf(), ...ballast(75)),
  'whose chain is shuffled and has strangers in it': sent(leaf({ issuer: R2 }), OWN_ROOT, ROOT, R1, R2),
  'under forty authorities': sent(leaf({ issuer: DEEP[0]! }), ...DEEP.slice(0, -1)),
  'with a thousand names': sent(
    leaf({ names: [...Array.from({ length: 1_000 }, (_, i) => `${i}.test`), '127.0.0.1'] }),
  ),
  'without a subject': sent(leaf({ commonName: null })),
  'of a name server that has a NUL in its common name': sent(leaf({ commonName: 'good.test\0.evil.test' })),
  'that lives until 2099': sent(leaf({ notAfter: new Date('2099-01-01') })),
}

for (const [kind, site] of Object.entries(FINE))
  test(`a certificate ${kind} is accepted`, async (t) => {
    const { url, open } = await startTlsWire(t, site, OK)
    const outcome = await check(t, url, { tools: makeTools(t, { caFile: fileWith(t, TRUSTED) }) })
    assert.deepEqual([...verdictOf(outcome), outcome.certificate?.errors], ['up', null, null, []])
    assert.ok(JSON.stringify(outcome.certificate).length < 40_000)
    await waitUntil(() => open.size === 0, 'the end of the connection')
  })

/** Host, names of the certificate, and whether they match. Source: RFC 9525, section 6.3 */
const NAMES: [host: string, names: string[], isGood: boolean][] = [
  ['www.example.test', ['*.example.test'], true],
  ['WWW.EXAMPLE.test', ['www.example.TEST'], true],
  ['example.test', ['*.example.test'], false],
  ['a.b.example.test', ['*.example.test'], false],
  ['www.example.test', ['*'], false],
  ['www.example.test', ['www.*.test'], false],
  ['www.example.test.', ['www.example.test'], true],
  ['www.example.test', ['w*.example.test'], false],
  ['www.example.test', ['*w.example.test'], false],
  ['bücher.test', ['xn--bcher-kva.test'], true],
  ['bücher.test', ['*.test'], false],
  ['www.bücher.test', ['*.xn--bcher-kva.test'], true],
  ['bücher.example.test', ['*.example.test'], true],
  ['bücher.example.test', ['xn--*.example.test'], false],
]

for (const [host, names, isGood] of NAMES)
  test(`a certificate for ${names} ${isGood ? 'matches' : 'does not match'} ${host}`, async (t) => {
    const dns = await startDnsServer(t, ({ name }) => ({ answers: [toARecord(name, '127.0.0.1')] }))
    const tools = makeTools(t, { caFile: fileWith(t, TRUSTED), dnsServers: [dns.address] })
    const { port } = await startTlsWire(t, sent(leaf({ names, commonName: null })), OK)
    const outcome = await check(t, `https://${host}:${port}/`, { tools })
    assert.equal(outcome.status, isGood ? 'up' : 'down')
    if (!isGood) assert.match(outcome.errorMessage!, /: certificate is for .+, not for [\w.-]+$/)
  })

test('a chain of more than a hundred kilobytes is refused as too large', async (t) => {
  const { port, url, open } = await startTlsWire(t, sent(leaf(), ...ballast(120)), OK)
  const message = `tls 127.0.0.1:${port}: the server certificates are too large`
  assert.deepEqual(verdictOf(await check(t, url)), ['down', 'ssl_error', message])
  await waitUntil(() => open.size === 0, 'the end of the connection')
})

const SELF_SIGNED: Record<string, { site: TlsOptions; says: string | null }> = {
  'that signs itself': { site: sent(createCertificate({ names: ['127.0.0.1'] })), says: null },
  'under a root that came along': { site: sent(leaf({ issuer: OWN_R1 }), OWN_R1, OWN_ROOT), says: null },
  'that signs itself and has expired': {
    site: sent(createCertificate({ names: ['127.0.0.1'], notBefore: at(-90), notAfter: at(-1) })),
    says: `certificate expired on ${day(-1)}`,
  },
  'that signs itself and is not valid yet': {
    site: sent(createCertificate({ names: ['127.0.0.1'], notBefore: at(2) })),
    says: `certificate not valid before ${day(2)}`,
  },
  'that signs itself for another host': {
    site: sent(createCertificate({ names: ['a.test'] })),
    says: 'certificate is for a.test, not for 127.0.0.1',
  },
  'that signs itself with a key of 1024 bits': {
    site: sent(createCertificate({ names: ['127.0.0.1'], rsaBits: 1024 })),
    says: 'certificate has a 1024-bit key, which is too weak',
  },
  'that has expired, under a root that came along': {
    site: sent(leaf({ issuer: OWN_ROOT, notBefore: at(-90), notAfter: at(-1) }), OWN_ROOT),
    says: `certificate expired on ${day(-1)}`,
  },
  'that is not signed by the key of the sent root': {
    site: sent(leaf({ issuer: { ...OWN_ROOT, key: ROOT.key } }), OWN_ROOT),
    says: 'certificate signature does not match its issuer',
  },
  'under a root that did not come along': {
    site: sent(leaf({ issuer: OWN_ROOT })),
    says: 'certificate from an unknown authority: its issuer "Own Root" was not sent',
  },
}

for (const [kind, { site, says: expectedMessage }] of Object.entries(SELF_SIGNED))
  test(`self-signed mode ${expectedMessage === null ? 'accepts' : 'refuses'} a certificate ${kind}`, async (t) => {
    const { port, url } = await startTlsWire(t, site, OK)
    const tools = makeTools(t, { caFile: fileWith(t, TRUSTED) })
    const outcome = await check(t, url, { tools, tls: { acceptSelfSigned: true } })
    const expected =
      expectedMessage === null ? ['up', null, null] : ['down', 'ssl_error', `tls 127.0.0.1:${port}: ${expectedMessage}`]
    assert.deepEqual(verdictOf(outcome), expected)
    assert.ok(outcome.certificate!.errors.length > 0)
    assert.equal((await check(t, url, { tools })).status, 'down')
  })
