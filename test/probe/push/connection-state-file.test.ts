import assert from 'node:assert/strict'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { DnsHealthState } from '../../../src/net/dns/dns-health-check.ts'
import { openConnectionStateFile, type SavedConnectionState } from '../../../src/probe/push/connection-state.ts'
import { createTestFolder } from '../../support/database/stores.ts'

const EARNED: SavedConnectionState = { witnesses: [], waysOut: [4] }

/** A DNS health check without a network. */
function makeNames(state: DnsHealthState = {}) {
  const names = {
    known: state,
    getState: () => names.known,
    restore: (saved: DnsHealthState) => {
      names.known = saved
    },
  }
  return names
}

test('the connection state is restored after a restart, and only the owner can read its file', (t) => {
  const folder = createTestFolder(t)
  openConnectionStateFile(folder, makeNames({ '192.0.2.53': { com: 'outside' } })).save(EARNED)
  const names = makeNames()
  const { waysOut } = openConnectionStateFile(folder, names).load() as SavedConnectionState
  assert.deepEqual([waysOut, names.known], [[4], { '192.0.2.53': { com: 'outside' } }])
  const [file, ...others] = readdirSync(folder)
  assert.deepEqual([statSync(join(folder, file!)).mode & 0o777, others], [0o600, []])
})

test('a damaged file and an unwritable folder are ignored', (t) => {
  const folder = createTestFolder(t)
  openConnectionStateFile(folder, makeNames()).save(EARNED)
  writeFileSync(join(folder, readdirSync(folder)[0]!), '{"witnesses":[{"addr')
  assert.equal(openConnectionStateFile(folder, makeNames()).load(), null)
  const missing = openConnectionStateFile(join(folder, 'missing'), makeNames())
  missing.save(EARNED)
  assert.equal(missing.load(), null)
})
