import assert from 'node:assert/strict'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openEarnedFile } from '../../src/bin/earned-file.ts'
import type { NameWitnessState } from '../../src/net/dns/name-witness.ts'
import type { Earned } from '../../src/probe/push/earned.ts'
import { testFolder } from '../support/database/stores.ts'

const EARNED: Earned = { witnesses: [], waysOut: [4] }

/** Name servers without a network. */
function makeNames(state: NameWitnessState = {}) {
  const names = {
    known: state,
    state: () => names.known,
    restore: (saved: NameWitnessState) => {
      names.known = saved
    },
  }
  return names
}

test('what a probe has earned is read back after a restart, and only its own user can read it', (t) => {
  const folder = testFolder(t)
  openEarnedFile(folder, makeNames({ '192.0.2.53': { com: 'outside' } })).save(EARNED)
  const names = makeNames()
  const { waysOut } = openEarnedFile(folder, names).load() as Earned
  assert.deepEqual([waysOut, names.known], [[4], { '192.0.2.53': { com: 'outside' } }])
  const [file, ...others] = readdirSync(folder)
  assert.deepEqual([statSync(join(folder, file!)).mode & 0o777, others], [0o600, []])
})

test('a damaged file, and a folder that cannot be written, are ignored', (t) => {
  const folder = testFolder(t)
  openEarnedFile(folder, makeNames()).save(EARNED)
  writeFileSync(join(folder, readdirSync(folder)[0]!), '{"witnesses":[{"addr')
  assert.equal(openEarnedFile(folder, makeNames()).load(), null)
  const missing = openEarnedFile(join(folder, 'missing'), makeNames())
  missing.save(EARNED)
  assert.equal(missing.load(), null)
})
