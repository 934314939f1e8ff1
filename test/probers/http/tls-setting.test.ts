import assert from 'node:assert/strict'
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { PROBERS } from '../../../src/probers/index.ts'
import { createAuthority, createCertificate } from '../../support/targets/certificates.ts'

const AUTHORITY = createAuthority()
const CLIENT = createCertificate({ issuer: AUTHORITY, names: ['monitoring'] })
const OTHER = createCertificate({ issuer: AUTHORITY, names: ['other'] })
const IDENTITY = { clientCertificate: CLIENT.cert, clientKey: CLIENT.key }
const ENCRYPTED = String(
  createPrivateKey(CLIENT.key).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' }),
)
const BROKEN = CLIENT.cert.replace(/\n[^-]{40}/, '\n')
const PUBLIC = String(generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }))
const WEAK = createCertificate({ names: ['weak'], rsaBits: 1024 })

const refuse = (tls: Record<string, unknown>, target = 'https://shop.example/') => {
  const settings = Value.Default(PROBERS.HTTP.settings, { tls }) as never
  const refusal = PROBERS.HTTP.refuseSettings!(settings, target, createEgressPolicy({ mode: 'any' }))
  return refusal && `${refusal.key} ${refusal.message}`
}

const ACCEPTED: Record<string, Record<string, unknown>> = {
  'no options': {},
  'a certificate with its key': IDENTITY,
  'a certificate with the authority above it': { ...IDENTITY, clientCertificate: CLIENT.cert + AUTHORITY.cert },
  'Windows line ends and text around the certificate': {
    ...IDENTITY,
    clientCertificate: `Subject: monitoring\r\n${CLIENT.cert.replaceAll('\n', '\r\n')}`,
  },
  'a key that could not be decrypted': { ...IDENTITY, clientKey: '' },
  'several authorities': { ca: AUTHORITY.cert + OTHER.cert },
  'a server name': { serverName: 'api.internal' },
  'one version': { minVersion: '1.1', maxVersion: '1.1' },
  'a weak key for old devices': { clientCertificate: WEAK.cert, clientKey: WEAK.key, legacy: true },
}

for (const [kind, tls] of Object.entries(ACCEPTED))
  test(`TLS options with ${kind} are accepted`, () => assert.equal(refuse(tls), null))

const REFUSED: Record<string, [tls: Record<string, unknown>, message: string]> = {
  'a certificate without a key': [
    { clientCertificate: CLIENT.cert },
    'tls.client_key is required with client_certificate',
  ],
  'a key without a certificate': [{ clientKey: CLIENT.key }, 'tls.client_certificate is required with client_key'],
  'an encrypted key': [
    { ...IDENTITY, clientKey: ENCRYPTED },
    'tls.client_key is encrypted; remove its passphrase, such as with openssl pkey -in encrypted.pem -out key.pem',
  ],
  'a key of another certificate': [
    { ...IDENTITY, clientKey: OTHER.key },
    'tls.client_key does not match client_certificate',
  ],
  'a certificate that is not the first': [
    { ...IDENTITY, clientCertificate: AUTHORITY.cert + CLIENT.cert },
    'tls.client_certificate must begin with the certificate of client_key',
  ],
  'a key that is no PEM': [
    { ...IDENTITY, clientKey: 'MIIEvQIBADANBg' },
    'tls.client_key must be a private key in PEM: -----BEGIN PRIVATE KEY-----',
  ],
  'a public key': [
    { ...IDENTITY, clientKey: PUBLIC },
    'tls.client_key must be a private key in PEM: -----BEGIN PRIVATE KEY-----',
  ],
  'a key in a readable field': [
    { ...IDENTITY, clientCertificate: CLIENT.cert + CLIENT.key },
    'tls.client_certificate must not contain a private key; only client_key is hidden after saving',
  ],
  'an authority that is no PEM': [
    { ca: 'Shop Root' },
    'tls.ca must contain a certificate in PEM: -----BEGIN CERTIFICATE-----',
  ],
  'an authority that cannot be read': [{ ca: BROKEN }, 'tls.ca contains a certificate that cannot be read'],
  'a second authority that cannot be read': [
    { ca: AUTHORITY.cert + BROKEN },
    'tls.ca contains an unreadable certificate, number 2',
  ],
  'a maximum version below the minimum': [
    { minVersion: '1.3', maxVersion: '1.2' },
    'tls.max_version must not be below the minimum TLS version, 1.3',
  ],
  'a maximum version below the usual minimum': [
    { maxVersion: '1.1' },
    'tls.max_version must not be below the minimum TLS version, 1.2',
  ],
  'an address as the server name': [
    { serverName: '192.0.2.7' },
    'tls.server_name must be a host name, such as api.internal',
  ],
  'a URL as the server name': [
    { serverName: 'https://a.example' },
    'tls.server_name must be a host name, such as api.internal',
  ],
  'a weak key': [
    { clientCertificate: WEAK.cert, clientKey: WEAK.key },
    'tls OpenSSL refuses the TLS options: ee key too small, which legacy accepts',
  ],
}

for (const [kind, [tls, message]] of Object.entries(REFUSED))
  test(`TLS options with ${kind} are refused`, () => assert.equal(refuse(tls), message))

test('a target without TLS cannot receive a client certificate', () => {
  assert.equal(
    refuse(IDENTITY, 'http://shop.example/'),
    'tls.client_certificate requires a target that begins with https://',
  )
  assert.equal(refuse({ ca: AUTHORITY.cert }, 'http://shop.example/'), null)
})

test('an option has at most 64 KiB', () => {
  const isGood = (ca: string) =>
    Value.Check(PROBERS.HTTP.settings, Value.Default(PROBERS.HTTP.settings, { tls: { ca } }))
  assert.deepEqual([isGood('x'.repeat(65_536)), isGood('x'.repeat(65_537))], [true, false])
})
