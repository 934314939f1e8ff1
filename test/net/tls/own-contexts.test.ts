import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTlsContexts, type MonitorTls } from '../../../src/net/tls/tls.ts'
import { createCertificate } from '../../support/targets/certificates.ts'

const { cert: ca, key: clientKey } = createCertificate()
const OPTIONS: MonitorTls = { ca, clientCertificate: ca, clientKey }

test('a monitor keeps its contexts, and monitors share them only if all options are equal', () => {
  const contexts = createTlsContexts()
  const trust = contexts.getOwn(OPTIONS, true)
  assert.equal(contexts.getOwn(OPTIONS, true).getShared(), trust.getShared())
  assert.equal(contexts.getOwn({ ...OPTIONS }, true), trust)
  const others = [
    contexts.getOwn(OPTIONS, false),
    contexts.getOwn({ ca }, true),
    contexts.getOwn({ ...OPTIONS, legacy: true }, true),
    contexts.getOwn({ ...OPTIONS, minVersion: '1.3' }, true),
  ].map((other) => other.getShared())
  assert.equal(new Set([trust.getShared(), contexts.getShared(), ...others]).size, 6)
})
