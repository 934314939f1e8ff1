import assert from 'node:assert/strict'
import { test } from 'node:test'
import { probeIdentity } from '../../src/bin/probe-identity.ts'
import { isUuid } from '../../src/core/id.ts'

const SERVER = { dataDir: './data', host: '127.0.0.1', port: 8080 }

test('the probe of a server is called the same after a restart, and otherwise for every other server', () => {
  const name = probeIdentity(SERVER)
  assert.ok(isUuid(name), name)
  assert.equal(probeIdentity(SERVER), name)
  for (const other of [
    { ...SERVER, port: 8081 },
    { ...SERVER, dataDir: './other' },
    { ...SERVER, host: '127.0.0.2' },
  ])
    assert.notEqual(probeIdentity(other), name)
})

test('a server on any free port is one for the moment', () => {
  assert.notEqual(probeIdentity({ ...SERVER, port: 0 }), probeIdentity({ ...SERVER, port: 0 }))
})
