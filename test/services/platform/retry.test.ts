import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryUnique } from '../../../src/services/platform/work.ts'
import { TRAITS } from '../../../src/store/platform/dialects.ts'
import type { Store } from '../../../src/store/platform/store.ts'

/** A transaction that fails the given number of times. */
function failing(times: number, code: string) {
  const runs: number[] = []
  const store = { traits: TRAITS.postgres }
  const work = async (run: number) => {
    runs.push(run)
    if (runs.length <= times) throw Object.assign(new Error('lost'), { code })
    return 'done'
  }
  return { store: store as unknown as Store, work, runs }
}

const DEADLOCK = '40P01'
const TAKEN = '23505'

test('a lost race for a unique value runs again with its attempt number, at most three times', async () => {
  const twice = failing(2, TAKEN)
  assert.equal(await retryUnique(twice.store, twice.work), 'done')
  assert.deepEqual(twice.runs, [1, 2, 3])
  const always = failing(9, TAKEN)
  await assert.rejects(retryUnique(always.store, always.work), /lost/)
  assert.deepEqual(always.runs, [1, 2, 3])
})

test('any other failure is rethrown', async () => {
  const deadlock = failing(1, DEADLOCK)
  await assert.rejects(retryUnique(deadlock.store, deadlock.work), /lost/)
})
