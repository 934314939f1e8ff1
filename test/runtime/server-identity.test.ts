import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUuid } from '../../src/core/platform/id.ts'
import { computeServerIdentity } from '../../src/runtime/server-identity.ts'

const SERVER = { dataDir: './data', host: '127.0.0.1', port: 8080 }

test('a server keeps its id after a restart, and other servers have different ids', () => {
  const name = computeServerIdentity(SERVER)
  assert.ok(isUuid(name), name)
  assert.equal(computeServerIdentity(SERVER), name)
  for (const other of [
    { ...SERVER, port: 8081 },
    { ...SERVER, dataDir: './other' },
    { ...SERVER, host: '127.0.0.2' },
  ])
    assert.notEqual(computeServerIdentity(other), name)
})

test('a server on port 0 has a new id at each start', () => {
  assert.notEqual(computeServerIdentity({ ...SERVER, port: 0 }), computeServerIdentity({ ...SERVER, port: 0 }))
})
