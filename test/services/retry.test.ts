import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transactThrough, transactUnique } from '../../src/services/retry.ts'
import { TRAITS } from '../../src/store/dialects.ts'
import type { Store } from '../../src/store/store.ts'

/** A transaction that fails so often. */
function failing(times: number, code: string) {
  let runs = 0
  const store = { traits: TRAITS.postgres, transact: (work: (tx: never) => unknown) => work(undefined as never) }
  const work = async () => {
    if (runs++ < times) throw Object.assign(new Error('lost'), { code })
    return 'done'
  }
  return { store: store as unknown as Store, work, runs: () => runs }
}

const DEADLOCK = '40P01'
const TAKEN = '23505'

test('who lost against another transaction runs again, and not for ever', async () => {
  const twice = failing(2, DEADLOCK)
  assert.equal(await transactThrough(twice.store, twice.work), 'done')
  const always = failing(9, DEADLOCK)
  await assert.rejects(transactThrough(always.store, always.work), /lost/)
  assert.equal(always.runs(), 3)
})

test('each waits for its own kind of loss', async () => {
  const taken = failing(1, TAKEN)
  await assert.rejects(transactThrough(taken.store, taken.work), /lost/)
  const deadlock = failing(1, DEADLOCK)
  await assert.rejects(transactUnique(deadlock.store, deadlock.work), /lost/)
  const again = failing(1, TAKEN)
  assert.equal(await transactUnique(again.store, again.work), 'done')
})
